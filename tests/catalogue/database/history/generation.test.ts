import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Queries } from '../../../../src/catalogue/database/client/drizzle'
import { takeLock } from '../../../../src/catalogue/database/client/locks'
import { ensureGeneration } from '../../../../src/catalogue/database/history/generation'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { ChangesMirror } from '../../../support/mirror'
import { place, posting } from '../../../support/posting-builder'
import { until } from '../../../support/until'
import { useTestApp } from '../../../support/use-test-app'

const NUMBERS_PER_STRETCH = 2 ** 32
const app = useTestApp()
beforeEach(async () => {
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
  await app.write(posting(), posting(), posting())
  await app.checkGeneration()
})

const HISTORIES = {
  'another cluster': { identity: '1/1' },
  'another database of the cluster': { database: '1' },
  'a later timeline': { timelines: -1 },
  'a row that a dump restored': { transactions: 1 },
}

interface History {
  identity?: string
  database?: string
  timelines?: number
  transactions?: number
}

/** Makes the last generation one of another history, as a restored catalogue has it. */
async function changeHistory(history: History): Promise<void> {
  const { identity = null, database: oid = null, timelines = 0, transactions = 0 } = history
  await app.database.run(sql`
    with last as (delete from generations where number = (select max(number) from generations) returning *)
    insert into generations (number, identity, timeline, transaction, wal_bytes, opened_at)
    select number,
      coalesce(${identity}, split_part(identity, '/', 1) || '/' || coalesce(${oid}, split_part(identity, '/', 2))),
      timeline + ${timelines}::integer,
      pg_current_xact_id()::text::bigint % 4294967296 + ${transactions}::integer, wal_bytes, opened_at
    from last`)
}

interface Page {
  events: { seq: number; job_id: number }[]
  next_since: number
  latest_seq: number
  more: boolean
}

const page = (parameters: string) => app.get<Page>(`/v1/changes?${parameters}`)

async function seqs(parameters = ''): Promise<[number[], number, number, boolean]> {
  const { events, next_since, latest_seq, more } = await page(parameters)
  return [events.map(({ seq }) => seq), next_since, latest_seq, more]
}

const generation = async () =>
  (await app.request('/v1/changes')).headers.get('x-catalogue-generation')

test('the header is on every answer under /v1, also on errors and on 304', async () => {
  const { headers } = await app.request('/v1/stats')
  const noKey = { headers: { Authorization: '' } }
  const answers = [
    ['/v1/stats', {}, 200],
    ['/v1/stats', { headers: { 'If-None-Match': headers.get('etag') ?? '' } }, 304],
    ['/v1/stats', { method: 'HEAD' }, 200],
    ['/v1/jobs?limit=0', {}, 400],
    ['/v1/jobs', noKey, 401],
    ['/v1/jobs/99', {}, 404],
    ['/v1/nothing', {}, 404],
    ['/v1/jobs', { method: 'POST' }, 405],
  ] as const
  for (const [target, init, status] of answers) {
    const response = await app.request(target, init)
    const shown = [target, response.status, response.headers.get('x-catalogue-generation')]
    expect(shown).toEqual([target, status, '1'])
  }
  expect((await app.request('/healthz')).headers.has('x-catalogue-generation')).toBe(false)
})

test('the first generation is 1, and leaves nothing out', async () => {
  expect(await generation()).toBe('1')
  expect(await seqs()).toEqual([[1, 2, 3], 3, 3, false])
})

describe.each(Object.entries(HISTORIES))('on %s', (_, history: History) => {
  test('the next write continues after 2^32, and what was lost is refused', async () => {
    await changeHistory(history)
    await app.write(posting(), posting())
    const { events } = await page('since=3')
    expect(events.map(({ seq }) => seq - NUMBERS_PER_STRETCH)).toEqual([1, 2])
    expect(events.map(({ job_id }) => job_id - NUMBERS_PER_STRETCH)).toEqual([1, 2])
    for (const since of [4, 5000, NUMBERS_PER_STRETCH]) {
      const response = await app.request(`/v1/changes?since=${since}`)
      const text = `the catalogue was restored to an earlier state: '${since}' is after 3, the last number of CA that it still has; fill the copy again: start from 0`
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          type: 'http://localhost/problems/catalogue-restored',
          title: 'Catalogue restored',
          status: 400,
          detail: `since: ${text}`,
          instance: '/v1/changes',
          errors: [{ parameter: 'since', detail: text, position: null }],
        },
      ])
    }
    await until(async () => (await generation()) === '2')
  })

  test('the service opens it without a writer', async () => {
    await changeHistory(history)
    await until(async () => (await generation()) === '2')
    expect(await seqs('since=3')).toEqual([[], 3, 3, false])
    expect((await app.request('/v1/changes?since=4')).status).toBe(400)
  })
})

test('on the same history there is no other generation', async () => {
  await changeHistory({})
  // Both rewrite the row, and keep its transaction.
  await app.database.run(sql`vacuum (freeze) generations`)
  await app.database.run(sql`vacuum (full, freeze) generations`)
  await app.write(posting())
  expect(await generation()).toBe('1')
  expect(await seqs('since=3')).toEqual([[4], 4, 4, false])
})

test('pages go on across a gap', async () => {
  await changeHistory({ timelines: -1 })
  await app.write(posting(), posting())
  const [a, b] = [NUMBERS_PER_STRETCH + 1, NUMBERS_PER_STRETCH + 2]
  expect(await seqs('since=1&limit=2')).toEqual([[2, 3], 3, b, true])
  expect(await seqs('since=1&limit=3')).toEqual([[2, 3, a], a, b, true])
  expect(await seqs('since=3&limit=2')).toEqual([[a, b], b, b, false])
  expect(await seqs(`since=${b}`)).toEqual([[], b, b, false])
  expect((await app.request(`/v1/changes?since=${b + 1}`)).status).toBe(400)
})

test('generations without a write between leave one gap', async () => {
  for (let count = 0; count < 3; count += 1) {
    await changeHistory({ timelines: -1 })
    await app.database.transaction(async (queries) => {
      await takeLock(queries, 'writer')
      await ensureGeneration(queries)
    })
  }
  await app.write(posting())
  await until(async () => (await generation()) === '4')
  const next = 3 * NUMBERS_PER_STRETCH + 1
  expect(await seqs('since=2')).toEqual([[3, next], next, next, false])
  const [gap] = await app.database.run(sql`
    select last_seq as last, skipped_to as to from change_gaps where country = 'CA'`)
  expect(gap).toEqual({ last: 3n, to: BigInt(3 * NUMBERS_PER_STRETCH) })
})

test('each further timeline and each 1024 seconds since the last write add a stretch', async () => {
  const opened = async (): Promise<bigint> =>
    await app.database.transaction(async (queries) => {
      await takeLock(queries, 'writer')
      await ensureGeneration(queries)
      return (await lastId(queries)) / BigInt(NUMBERS_PER_STRETCH)
    })
  await changeHistory({ timelines: -3 })
  expect(await opened()).toBe(3n)
  await app.database.run(sql`update generations set opened_at = now() - interval '2100 seconds'`)
  expect(await opened()).toBe(6n)
})

async function lastId(queries: Queries): Promise<bigint> {
  const [row] = await queries.run<{ last: bigint }>(sql`select last_value as last from jobs_id_seq`)
  return row?.last ?? 0n
}

test('a transaction that is rolled back opens none, and the next one does', async () => {
  await changeHistory({ identity: '1/1' })
  const failed = app.database.transaction(async (queries) => {
    await takeLock(queries, 'writer')
    await ensureGeneration(queries)
    throw new Error('stopped')
  })
  await expect(failed).rejects.toThrow('stopped')
  await app.write(posting())
  const { events } = await page('since=3')
  expect(events.map(({ seq }) => seq - NUMBERS_PER_STRETCH)).toEqual([1])
  expect(events[0]?.job_id).toBeGreaterThan(NUMBERS_PER_STRETCH)
})

test('changes that the service has seen and that are gone open one', async () => {
  expect((await seqs())[2]).toBe(3)
  await app.checkGeneration()
  await app.database.run(sql`delete from changes where seq > 1`)
  await app.database.run(sql`update change_counters set last_seq = 1 where country = 'CA'`)
  await until(async () => (await generation()) === '2')
  expect((await app.request('/v1/changes?since=3')).status).toBe(400)
  expect(await seqs('since=1')).toEqual([[], 1, 1, false])
})

test('while a writer holds its lock, requests are not kept waiting', async () => {
  await changeHistory({ identity: '1/1' })
  const response = await app.database.transaction(async (queries) => {
    await takeLock(queries, 'writer')
    return await app.request('/v1/changes')
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await app.request('/v1/changes')).status).toBe(200)
})

test('place terms that were learned on a lost history are learned again', async () => {
  await changeHistory({ identity: '1/1' })
  await app.database.run(sql`update places set id = default`)
  await app.write(posting({ title: 'mason', locations: [place('Toronto', 'ON', 'CA')] }))
  const { jobs } = await app.get<{ jobs: object[] }>('/v1/jobs?title=mason&city=Toronto')
  expect(jobs).toHaveLength(1)
})

test('after any restores each number stands for one event, and a checkpoint that was lost is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { maxLength: 8 }), async (steps) => {
      await emptyCatalogue(app, '2026-01-15T10:30:00Z')
      await liveThrough(steps)
    }),
    { numRuns: 10 },
  )
})

/** Each step writes as many jobs, and then the catalogue is on another history. */
async function liveThrough(steps: readonly number[]): Promise<void> {
  await app.write(posting())
  /** The oracle: all numbers that events have, in order. */
  const expected = [1]
  for (const count of steps) {
    await changeHistory({ timelines: -1 })
    if (count > 0) await app.write(...Array.from({ length: count }, () => posting()))
    else await app.request('/v1/changes')
    const stretch = Math.floor((expected.at(-1) ?? 0) / NUMBERS_PER_STRETCH)
    const opened = Number((await lastId(app.database)) / BigInt(NUMBERS_PER_STRETCH))
    expect(opened).toBeGreaterThan(stretch)
    expected.push(
      ...Array.from({ length: count }, (_, index) => opened * NUMBERS_PER_STRETCH + index + 1),
    )
  }
  for (const limit of [1, 2, 500]) {
    const seen: number[] = []
    await new ChangesMirror(app, (_, { seq }) => seen.push(seq)).follow(limit)
    expect(seen).toEqual(expected)
  }
  const valid = new Set([0, ...expected])
  for (const since of expected.flatMap((seq) => [
    seq - 1,
    seq,
    seq + 1,
    seq + NUMBERS_PER_STRETCH,
  ])) {
    const { status } = await app.request(`/v1/changes?since=${since}`)
    expect([since, status]).toEqual([since, valid.has(since) ? 200 : 400])
  }
}
