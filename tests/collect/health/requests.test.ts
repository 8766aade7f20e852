import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { collectorRequests } from '../../../src/catalogue/database/schema/collector-days'
import { noTimes, stepOf, timeAtShare } from '../../../src/collect/health/answer-times'
import { addRequests, RequestCounts } from '../../../src/collect/health/request-counts'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const DAY = '2026-03-02'

function counted(...requests: [source: string, status: number | undefined, ms: number][]) {
  const counts = new RequestCounts()
  for (const [source, status, ms] of requests) counts.add({ source, host: '', status, ms })
  return counts
}

async function written(): Promise<string[]> {
  const rows = await rehearsal.database.db.select().from(collectorRequests)
  const sum = (times: readonly number[]) => times.reduce((all, count) => all + count, 0)
  return rows
    .map(({ day, source, status, times }) => `${day} ${source} ${status} ${sum(times)}`)
    .toSorted()
}

describe('the times of requests', () => {
  test('a share of them takes at most the time that is told, and no less than √2 below', () => {
    const times = fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95, 1), (all, share) => {
        const counts = noTimes()
        for (const ms of all) counts[stepOf(ms)] = (counts[stepOf(ms)] ?? 0) + 1
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0
        const told = timeAtShare(counts, share) ?? 0
        // Both are in the same step.
        expect(stepOf(Math.max(1, told - 1))).toBeLessThanOrEqual(stepOf(exact))
        expect(stepOf(told + 1)).toBeGreaterThanOrEqual(stepOf(exact))
      }),
    )
    expect(timeAtShare(noTimes(), 0.5)).toBeUndefined()
    expect(stepOf(10 ** 9)).toBe(noTimes().length - 1)
  })
})

describe('the requests of a day', () => {
  test('are added up by system and status, of several collectors at once', async () => {
    const { database } = rehearsal
    const one = counted(['lever', 200, 120], ['lever', 200, 90], ['ashby', undefined, 30_000])
    const other = counted(['ashby', undefined, 20], ['lever', 200, 500], ['lever', 429, 20])
    const batches = [one.take(), other.take(), ...Array(8).fill(counted(['lever', 200, 1]).take())]
    await Promise.all(batches.map((batch) => addRequests(database, DAY, batch)))
    expect(await written()).toEqual([
      `${DAY} ashby 0 2`,
      `${DAY} lever 200 11`,
      `${DAY} lever 429 1`,
    ])
    expect(one.take()).toEqual([])
  })

  test('are those that the collector sent', async () => {
    const requests = counted(['fake', 200, 80], ['fake', 404, 80])
    await rehearsal.add('acme', { jobs: [] })
    await rehearsal.run({ requests })
    await rehearsal.run({ requests })
    expect(await written()).toEqual([`${DAY} fake 200 1`, `${DAY} fake 404 1`])
  })
})
