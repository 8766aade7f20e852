import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../../src/catalogue/database/client/connection'
import { writePostings } from '../../../src/collect/board/board-rows'
import { findBoard } from '../../../src/collect/board/boards'
import { listBlocked } from '../../../src/collect/health/blocked'
import { readHealth } from '../../../src/collect/health/system-health'
import { choosePreferredBoard } from '../../../src/collect/judge/choose-preferred-board'
import {
  claimBoard,
  claimDueBoards,
  extendLeases,
  readKnownPostings,
  releaseLeases,
  releaseOtherLeases,
} from '../../../src/collect/run/schedule'
import { newPage } from '../../../src/collect/sites/page-state'
import { plansOf } from '../../support/plans'
import { useTestDatabase } from '../../support/use-test-database'

const NOW = new Date('2026-11-02T09:00:00Z')
const HOLDER = { owner: 'one', now: () => NOW }
const ROOM = [
  { source: 'careerpage', count: 24, isPerHost: true as const },
  { source: 'greenhouse', count: 4 },
]
const IDS = Array.from({ length: 30 }, (_, index) => index + 1)

interface Call {
  call: (database: Database) => Promise<unknown>
  /** Rows that each of its plans may take in, whatever the number of boards, and for each board. */
  rows?: number
  perBoard?: number
}

/** Few boards may be read whole, which is faster than to look them up. */
const FEW_ROWS = 1_500

const CALLS: Record<string, Call> = {
  'a claim of boards that are due': { call: (own) => claimDueBoards(own, HOLDER, ROOM, 64) },
  'a claim of one board': { call: (own) => claimBoard(own, HOLDER, 7) },
  'an extension of leases': { call: (own) => extendLeases(own, HOLDER, IDS) },
  'a release of leases': { call: (own) => releaseLeases(own, HOLDER, IDS) },
  'a release of unknown leases': {
    call: (own) => releaseOtherLeases(own, HOLDER, IDS),
    rows: 0,
    perBoard: 2,
  },
  'the postings of a board': { call: (own) => readKnownPostings(own, 7) },
  'postings that are written': {
    call: (own) =>
      own.transaction((queries) =>
        writePostings(
          queries,
          'one',
          IDS.map((boardId) => ({ boardId, ...newPage('1', '', NOW) })),
        ),
      ),
  },
  'those who are blocked, not compared with each board': {
    call: (own) => listBlocked(own, NOW),
    rows: 0,
    perBoard: 10,
  },
  'the health of systems, without a look at each posting': {
    call: (own) => readHealth(own, NOW),
    rows: 0,
    perBoard: 8,
  },
  'the board that a board prefers, and the boards that prefer it': {
    async call(own) {
      const row = await findBoard(own, 'careerpage', 'careerpage2.example.com/jobs')
      if (row === undefined) throw new Error('there is no such board')
      const board = { ...row, leaseOwner: 'one' }
      await choosePreferredBoard(own, board, KNOWN, [])
      const preferredBoard = 'greenhouse/greenhouse7.example.com/jobs'
      await choosePreferredBoard(own, { ...board, preferredBoard }, KNOWN, [])
    },
  },
}

const KNOWN = Array.from({ length: 5 }, (_, index) => ({
  ...newPage(`p${index}`, 'f', NOW),
  contentHash: 'h',
  otherBoard: 'greenhouse/Greenhouse7.example.com/jobs',
  otherAddress: `https://boards.greenhouse.io/acme/jobs/${index}`,
}))

const small = useTestDatabase()
const large = useTestDatabase()
beforeAll(async () => {
  await fill(small.database, 250)
  await fill(large.database, 5_000)
})

/** Boards on hosts of their own, every fifth of them blocked, and as many of one vendor. All are due, with ten postings. */
async function fill(database: Database, boards: number): Promise<void> {
  const due = NOW.toISOString()
  await database.run(sql`insert into collector_boards (source, slug, settings, added_at, next_due, interval_seconds, lease_owner, prefers)
    select source, source || number || '.example.com/jobs', '{}', ${due}, ${due}, 14400,
      case when number <= 15 then 'one' end,
      case when source = 'careerpage' and number % 100 = 0 then 'greenhouse/greenhouse1.example.com/jobs' end
    from generate_series(1, ${boards}::integer) as number, unnest(array['careerpage', 'greenhouse']) as source`)
  await database.run(sql`insert into collector_vendors (source, next_at, blocked_until, robots)
    select source || '/' || split_part(slug, '/', 1), ${due}::timestamptz,
      case when id % 5 = 0 then ${due}::timestamptz + interval '1 hour' end, repeat('Disallow: /admin ', 50)
    from collector_boards where source = 'careerpage'`)
  await database.run(sql`insert into collector_postings (board_id, external_id, fingerprint, skipped)
    select id, number, '', case when id = 7 then 'unreadable' end
    from collector_boards, generate_series(1, 10) as number`)
  await database.run(sql`vacuum (analyze) collector_boards, collector_vendors, collector_postings`)
}

/** The cost of a random page of the embedded server, and PostgreSQL's own. */
describe.each([1.1, 4])('with random_page_cost = %d', (cost) => {
  const connections: [boards: number, Database][] = []
  beforeAll(() => {
    for (const [boards, { url }] of [
      [500, small],
      [10_000, large],
    ] as const) {
      const connection = connect({ url: `${url}?random_page_cost=${cost}`, poolSize: 2 })
      connections.push([boards, connection])
    }
  })
  afterAll(() => Promise.all(connections.map(([, connection]) => connection.close())))

  test.each(Object.entries(CALLS))('%s', async (_, { call, rows = FEW_ROWS, perBoard = 0 }) => {
    for (const [boards, database] of connections) {
      const most = rows + perBoard * boards
      for (const plan of await plansOf(database, call)) {
        if (plan.rows > most) throw new Error(`more than ${most} rows\n${plan.text}`)
      }
    }
  })
})

test('each blocked host is counted with the boards that wait for it', async () => {
  const blocked = await listBlocked(small.database, NOW)
  expect(blocked.length).toBe(50)
  expect(new Set(blocked.map(({ waiting }) => waiting))).toEqual(new Set([1]))
})
