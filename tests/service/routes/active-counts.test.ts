import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { countJobs } from '../../../src/catalogue/database/queries/count-jobs'
import { prune, pruneHorizon } from '../../../src/catalogue/import/upkeep/prune'
import { noteStep } from '../../../src/catalogue/import/write/steps'
import type { JobFilter } from '../../../src/catalogue/job-filter'
import { createActiveCounts } from '../../../src/service/routes/active-counts'
import { DAY_MS } from '../../../src/values/instant'
import { EMPLOYMENT_TYPES } from '../../../src/values/vocabulary'
import { MIN_RETENTION_DAYS } from '../../../src/values/window'
import { posting } from '../../support/posting-builder'
import { RandomHistory, randomNumbers } from '../../support/random-history'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp({ start: '2024-01-10T00:00:00Z' })

const onFailure = (error: unknown) => {
  throw error
}
const services = () => ({ reads: app.database, now: app.clock.now, onFailure })
const LIMITS = { leastJobs: 0, keptJobs: 10_000, changes: 40n }

test('a kept count equals that of the table after any imports, removals, returns, archives, prunes and clocks', async () => {
  const random = randomNumbers(11)
  const pick = <Value>(...values: Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const history = new RandomHistory(random)
  const counts = createActiveCounts({ ...services(), limits: LIMITS })
  let answered = 0
  let asked = 0
  for (let step = 0; step < 25; step++) {
    app.clock.advance(random() * 20 * DAY_MS)
    await app.write(...history.batch(random() * 30))
    const now = app.clock.now()
    const created = new Date(now.getTime() - random() * 100 * DAY_MS).toISOString()
    await app.write(
      posting({
        source: pick('lever', 'workday', `source-${step}`),
        employment_type: [pick(...EMPLOYMENT_TYPES), 'FULL_TIME'],
        location_type: pick('TELECOMMUTE', null),
        history: { date_created: created },
      }),
    )
    if (random() < 0.2) {
      await prune(app.writer, { before: pruneHorizon(now, MIN_RETENTION_DAYS) })
    }
    // As `fill` without events changes jobs.
    if (random() < 0.1) {
      await app.database.transaction(async (queries) => {
        await queries.run(sql`update active_jobs set has_salary = not has_salary`)
        await noteStep(queries)
      })
    }
    for (let more = 0; more < 6; more++) {
      const from = new Date(now.getTime() - random() * 300 * DAY_MS)
      const filter: JobFilter = {
        countries: pick<JobFilter['countries']>(['CA'], ['US'], ['CA', 'US']),
        created: pick(undefined, { from, to: now }, { from: undefined, to: from }),
        hasSalary: pick(undefined, undefined, true, false),
        isRemote: pick(undefined, undefined, true, false),
        hasLocation: pick(undefined, undefined, true, false),
        sources: pick(undefined, undefined, ['greenhouse', 'lever'], ['nobody']),
        excludedSources: pick(undefined, undefined, ['lever'], ['nobody']),
        employmentTypes: pick<JobFilter['employmentTypes']>(undefined, ['FULL_TIME', 'INTERN']),
      }
      const plain = await countJobs(app.database, filter, { withExpired: false })
      const kept = await counts.count(filter)
      asked += 1
      if (kept === undefined) counts.noteCount(plain)
      else {
        answered += 1
        expect({ filter, count: kept }).toEqual({ filter, count: plain })
      }
      await counts.loaded()
    }
  }
  expect(answered).toBeGreaterThan(asked * 0.7)
})

test.each<Partial<JobFilter>>([
  { arrangements: ['remote'] },
  { organizations: ['Acme'] },
  { posted: { from: new Date(0), to: undefined } },
])('%p is counted by the database', async (other) => {
  const counts = createActiveCounts({ ...services(), limits: LIMITS })
  counts.noteCount(1n)
  await counts.loaded()
  expect(await counts.count({ countries: ['CA'] })).toBeGreaterThan(0n)
  expect(await counts.count({ countries: ['CA'], ...other })).toBeUndefined()
})

test('neither a small nor a very large catalogue is kept', async () => {
  for (const limits of [
    { ...LIMITS, leastJobs: 10_000 },
    { ...LIMITS, keptJobs: 2 },
  ]) {
    const counts = createActiveCounts({ ...services(), limits })
    counts.noteCount(9_999n)
    await counts.loaded()
    expect(await counts.count({ countries: ['CA'] })).toBeUndefined()
  }
})
