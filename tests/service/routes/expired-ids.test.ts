import { expect, test } from 'bun:test'
import { and, gte, inArray, lt } from 'drizzle-orm'
import { removedJobs } from '../../../src/catalogue/database/schema/jobs'
import { prune, pruneHorizon } from '../../../src/catalogue/import/upkeep/prune'
import { createExpiredIds } from '../../../src/service/routes/expired-ids'
import { COUNTRIES, type Country } from '../../../src/values/country'
import { DAY_MS } from '../../../src/values/instant'
import { MIN_RETENTION_DAYS, type Window } from '../../../src/values/window'
import { posting } from '../../support/posting-builder'
import { RandomHistory, randomNumbers } from '../../support/random-history'
import { recordDatabase } from '../../support/recorded-database'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp({ start: '2024-01-10T00:00:00Z' })

async function plainIds(countries: readonly Country[], { from, to }: Window): Promise<number[]> {
  const { id, country, dateRemoved } = removedJobs
  const rows = await app.database.db
    .select({ id })
    .from(removedJobs)
    .where(and(inArray(country, [...countries]), gte(dateRemoved, from), lt(dateRemoved, to)))
    .orderBy(id)
  return rows.map((row) => Number(row.id))
}

/** A posting that an archive has: created and removed within the last year. */
function archived(now: Date, random: () => number) {
  const removed = now.getTime() - random() * 365 * DAY_MS
  return posting({
    history: {
      date_created: new Date(removed - random() * DAY_MS).toISOString(),
      date_removed: new Date(removed).toISOString(),
      status: 'expired',
    },
  })
}

test('a kept list equals the table after any imports, removals, returns, archives, prunes and clocks', async () => {
  const random = randomNumbers(5)
  const history = new RandomHistory(random)
  const statements: string[] = []
  const reads = recordDatabase(app.database, ({ text }) => statements.push(text))
  const lists = [['CA'], ['US'], ['CA', 'US']] satisfies Country[][]
  const limits = { keptIds: 1_000, changes: 25n }
  const kept = lists.map((countries) => createExpiredIds(reads, countries, limits))
  for (let step = 0; step < 24; step++) {
    app.clock.advance(random() * 40 * DAY_MS)
    await app.write(...history.batch(random() * 30))
    const now = app.clock.now()
    if (random() < 0.3) await app.write(archived(now, random), archived(now, random))
    if (random() < 0.2) {
      await prune(app.writer, { before: pruneHorizon(now, MIN_RETENTION_DAYS) })
    }
    // Some lists are asked for after several steps.
    const asked = kept.flatMap((ids, index) => (random() < 0.6 ? [{ ids, index }] : []))
    for (const { ids, index } of asked) {
      const days = random() < 0.7 ? MIN_RETENTION_DAYS : random() * MIN_RETENTION_DAYS
      const window = { from: new Date(now.getTime() - days * DAY_MS), to: now }
      const listed = JSON.parse(Buffer.from(await ids(window)).toString())
      expect(listed).toEqual(await plainIds(lists[index] ?? COUNTRIES, window))
    }
  }
  const isWhole = (text: string) => text.includes('removed_jobs')
  expect(statements.filter(isWhole).length).toBeLessThan(statements.length / 2)
  expect(await plainIds(COUNTRIES, { from: new Date(0), to: app.clock.now() })).not.toEqual([])
})

test('a longer list is not kept', async () => {
  const statements: string[] = []
  const reads = recordDatabase(app.database, ({ text }) => statements.push(text))
  const ids = createExpiredIds(reads, COUNTRIES, { keptIds: 0, changes: 25n })
  const window = { from: new Date(app.clock.now().getTime() - DAY_MS * 183), to: app.clock.now() }
  expect(await ids(window)).toEqual(await ids(window))
  expect(statements.every((text) => text.includes('removed_jobs'))).toBe(true)
})
