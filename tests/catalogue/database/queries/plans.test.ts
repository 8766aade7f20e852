import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../../../src/catalogue/database/client/connection'
import { createQueries } from '../../../../src/catalogue/database/client/drizzle'
import { countActiveJobs } from '../../../../src/catalogue/database/queries/count-active-jobs'
import { runPositioned } from '../../../../src/catalogue/database/queries/find-position'
import { plansOf } from '../../../support/plans'
import { useTwoCatalogues } from '../../../support/two-catalogues'
import { CALLS } from './calls'

/** Rows that the plans of a call may take in: some whatever the size of the catalogue, and some for each active job. */
type Limit = { rows?: number; perJob?: number; scans?: string[] }

type Call = (database: Database) => Promise<unknown>

/** Limits of the calls by the names of `CALLS`. */
const LIMITS: Record<string, Record<string, Limit>> = {
  'change-counters': { all: {} },
  'count-active-jobs': { 'the first': { perJob: 5 } },
  'count-facets': {
    'every filter': {},
    // It reads all jobs, because the test has few.
    'a sample': { perJob: 30, scans: ['active_jobs'] },
  },
  'count-jobs': {
    'listed jobs': { perJob: 0.1 },
    'every filter': {},
    phrase: {},
    // Nearly all jobs have it.
    'phrase of common words': { perJob: 2 },
    'exclusion of common words': { perJob: 3 },
  },
  'count-up-to': { 'titles and texts': { rows: 5_000 }, 'values of every kind': { rows: 3_000 } },
  'find-generation': { all: {} },
  'find-job': { one: {}, 'the removal of a job': {}, 'the id of the newest job': {} },
  'find-jobs': {
    'newest first': { rows: 5_000 },
    'by id': {},
    'with all parts': { rows: 5_000 },
    // With PostgreSQL's own settings, the 1,250 documents of the small catalogue are read in order and merged with the page.
    'last change first': { rows: 2_000 },
    phrase: { rows: 1_000 },
    // 2,440 jobs that the index finds take less time than the descriptions of 750 in order.
    'phrase of common words': { rows: 10_000 },
    'locations in turn': { rows: 5_000 },
  },
  'find-life': { 'the changes of a job': {}, 'earlier postings': {} },
  'find-position': { all: {}, 'beside a statement': {} },
  'find-server-state': { all: {} },
  'hash-descriptions': { 'two jobs': {} },
  'list-expired-ids': { 'both countries': { perJob: 0.3 } },
  'measure-catalogue': { all: { perJob: 8 } },
  'organization-list': { all: {}, 'when there is none': { perJob: 5 } },
  'read-changes': { 'a page': { rows: 15_000 } },
  'search-jobs': {
    'the last repost': {},
    'the first page': { rows: 5_000 },
    phrase: { rows: 1_000 },
    'phrase of common words': { rows: 5_000 },
    'after a date': { rows: 5_000 },
    'after a job without a date': { rows: 1_000 },
  },
  'search-by-pay': {
    'the first page': { rows: 5_000 },
    phrase: { rows: 5_000 },
    'after a job': { rows: 5_000 },
  },
  statistics: {
    'days of a month': { perJob: 5 },
    regions: { rows: 1_000, perJob: 4 },
    sources: { perJob: 4 },
  },
  vocabulary: { 'when there is none': { perJob: 40 } },
}

/** What a call takes in whose limit says nothing else. */
const FEW_ROWS = 200

/** Tables that stay small: of a row or a few, and the dictionary of places. */
const SMALL_TABLES = [
  'change_counters',
  'generations',
  'imports',
  'organization_lists',
  'places',
  'retention',
  'samples',
  'text_index',
  'vocabularies',
]

const catalogues = useTwoCatalogues()

const calls = Object.entries(CALLS).flatMap(([file, named]) =>
  Object.entries(named).map(([name, call]) => ({ file, name, call })),
)

test('every call has its limit', () => {
  const namesOf = (table: Record<string, object>) =>
    Object.entries(table).map(([file, named]) => [file, Object.keys(named).sort()])
  expect(namesOf(LIMITS).sort()).toEqual(namesOf(CALLS).sort())
})

/** The cost of a random page of the embedded server, and PostgreSQL's own. */
describe.each([1.1, 4])('with random_page_cost = %d', (cost) => {
  const connections: Database[] = []
  beforeAll(() => {
    for (const { url } of [catalogues.small, catalogues.large]) {
      // As requests read.
      const options = { url: `${url}?random_page_cost=${cost}`, poolSize: 2, timeoutMs: 600_000 }
      connections.push(connect(options))
    }
  })
  afterAll(() => Promise.all(connections.map((connection) => connection.close())))

  test.each(calls)('$file: $name', async ({ file, name, call }) => {
    await expectWithin(LIMITS[file]?.[name] ?? {}, call)
  })

  test.each(calls)('$file: $name, as a replica is asked', async ({ file, name, call }) => {
    const { rows = FEW_ROWS, ...limit } = LIMITS[file]?.[name] ?? {}
    await expectWithin({ ...limit, rows: rows + FEW_ROWS }, (database) =>
      call(withPositions(database)),
    )
  })

  /** Fails with the plan that takes in more. */
  async function expectWithin({ rows = FEW_ROWS, perJob = 0, scans = [] }: Limit, call: Call) {
    const known = [...SMALL_TABLES, ...scans]
    for (const database of connections) {
      const { CA, US } = await countActiveJobs(database)
      const most = rows + perJob * (CA + US)
      await database.run(sql`truncate vocabularies, organization_lists`)
      for (const plan of await plansOf(database, call)) {
        if (plan.rows > most) throw new Error(`more than ${most} rows\n${plan.text}`)
        const unexpected = plan.scans.filter((table) => !known.includes(table))
        expect(plan.statement.mayScan ? [] : unexpected).toEqual([])
      }
    }
  }
})

/** Statements go with the position of the catalogue, as to a replica. */
function withPositions(database: Database): Database {
  const queries = createQueries(async (statement, signal) => {
    return (await runPositioned(database, statement, signal)).answer
  })
  return { ...database, ...queries }
}
