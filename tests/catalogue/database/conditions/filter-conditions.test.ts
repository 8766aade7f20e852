import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import {
  conditionContext,
  filterCondition,
  wholeCondition,
} from '../../../../src/catalogue/database/conditions/filter-conditions'
import { countJobs } from '../../../../src/catalogue/database/queries/count-jobs'
import { jobs as jobsTable } from '../../../../src/catalogue/database/schema/jobs'
import type { JobFilter } from '../../../../src/catalogue/job-filter'
import { jobFilter, placeFilter } from '../../../support/filter-arbitraries'
import { keeps, type PlainJob, writePlainCatalogue } from '../../../support/plain-catalogue'
import { randomPosting } from '../../../support/posting-arbitraries'
import { advancedTree, plainTree } from '../../../support/search-arbitraries'
import { useTestApp } from '../../../support/use-test-app'

let jobs: PlainJob[]
const app = useTestApp({ start: '2026-01-15T00:30:00Z' }, async (app) => {
  jobs = await writePlainCatalogue(app, fc.sample(randomPosting, 200))
})

const all: JobFilter = { countries: ['CA', 'US'] }
const tree = fc.oneof(advancedTree, plainTree)

describe('PostgreSQL finds the jobs that the plain meaning of a filter finds', () => {
  test.each<[string, number, fc.Arbitrary<JobFilter>]>([
    ['title', 100, tree.map((title) => ({ ...all, title }))],
    ['title, employer and description', 100, tree.map((fullText) => ({ ...all, fullText }))],
    // Names are short: one filter in three finds some of the jobs, of the others more than half.
    ['employer', 300, tree.map((organizationName) => ({ ...all, organizationName }))],
    ['places', 100, placeFilter.map((places) => ({ ...all, places }))],
    ['several filters', 100, jobFilter],
  ])('%s', async (_, numRuns, filters) => {
    let foundSome = 0
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = jobs.filter((job) => keeps(filter, job)).map(({ id }) => id)
        expect(await findIds(filter)).toEqual(expected)
        for (const [withExpired, statuses] of [
          [false, ['active']],
          [true, ['active', 'expired']],
        ] as const) {
          const counted = jobs.filter((job) => isOf(statuses, job) && keeps(filter, job))
          const count = await countJobs(app.database, filter, { withExpired })
          expect(count).toBe(BigInt(counted.length))
        }
        if (expected.length > 0 && expected.length < jobs.length) foundSome += 1
      }),
      { numRuns },
    )
    expect(foundSome).toBeGreaterThan(numRuns / 5)
  })
})

function isOf(statuses: readonly string[], { status }: PlainJob): boolean {
  return statuses.includes(status)
}

async function findIds(filter: JobFilter): Promise<bigint[]> {
  const condition = wholeCondition(
    filterCondition(filter, await conditionContext(app.database, filter)),
  )
  const rows = await app.database.run<{ id: bigint }>(
    sql`select ${jobsTable.id} from ${jobsTable} where ${condition} order by ${jobsTable.id}`,
  )
  return rows.map(({ id }) => id)
}
