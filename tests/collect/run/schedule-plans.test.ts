import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/catalogue/database/client/connection'
import type { Statement } from '../../../src/catalogue/database/client/drizzle'
import { readValues } from '../../../src/catalogue/database/client/read-rows'
import { writePostings } from '../../../src/collect/board/board-rows'
import { findBoard } from '../../../src/collect/board/boards'
import { listBlocked } from '../../../src/collect/health/blocked'
import { readHealth } from '../../../src/collect/health/system-health'
import { choosePreferred } from '../../../src/collect/judge/choose-preferred'
import { claimDueBoards } from '../../../src/collect/run/schedule'
import { newPage } from '../../../src/collect/sites/page-state'
import { recordDatabase } from '../../support/recorded-database'
import { useTestDatabase } from '../../support/use-test-database'

const BOARDS = 5_000
const NOW = new Date('2026-11-02T09:00:00Z')

/** Boards on hosts of their own, every fifth of them blocked, and as many of one vendor. All are due. */
const catalogue = useTestDatabase()
beforeAll(async () => {
  const { database } = catalogue
  const due = NOW.toISOString()
  await database.run(sql`insert into collector_boards (source, slug, settings, added_at, next_due, interval_seconds)
    select source, source || number || '.example.com/jobs', '{}', ${due}, ${due}, 14400
    from generate_series(1, ${BOARDS}::integer) as number, unnest(array['careerpage', 'greenhouse']) as source`)
  await database.run(sql`insert into collector_vendors (source, next_at, blocked_until, robots)
    select source || '/' || split_part(slug, '/', 1), ${due}::timestamptz,
      case when id % 5 = 0 then ${due}::timestamptz + interval '1 hour' end, repeat('Disallow: /admin ', 50)
    from collector_boards where source = 'careerpage'`)
  await database.run(sql`analyze collector_boards, collector_vendors`)
})

/** The plans of the statements that some work sends. */
async function plansOf(work: (database: Database) => Promise<unknown>): Promise<string> {
  const statements: Statement[] = []
  await work(recordDatabase(catalogue.database, (statement) => statements.push(statement)))
  const plans = statements.map(async ({ text, values }) =>
    readValues(await catalogue.database.send({ text: `explain ${text}`, values })),
  )
  return (await Promise.all(plans)).flat(2).join('\n')
}

test('a claim reads the boards of a source in the order in which they are due, and looks up who is blocked', async () => {
  const holder = { owner: 'one', now: () => NOW }
  const room = [
    { source: 'careerpage', count: 24, isPerHost: true as const },
    { source: 'greenhouse', count: 4 },
  ]
  const plans = await plansOf((database) => claimDueBoards(database, holder, room, 64))
  expect(plans).toContain('Index Scan using collector_boards_due')
  expect(plans).toContain('Index Scan using collector_vendors_pkey')
  expect(plans).not.toContain('Seq Scan')
})

test('those who are blocked are not compared with each board', async () => {
  const blocked = await listBlocked(catalogue.database, NOW)
  expect(blocked.length).toBe(BOARDS / 5)
  expect(new Set(blocked.map(({ waiting }) => waiting))).toEqual(new Set([1]))
  const plans = await plansOf((database) => listBlocked(database, NOW))
  expect(plans).toMatch(/Hash Cond: .*split_part/)
  expect(plans).not.toMatch(/Join Filter: .*split_part/)
})

test('entries that cannot be read are counted by an index, whatever the number of postings', async () => {
  const { database } = catalogue
  await database.run(sql`insert into collector_postings (board_id, external_id, fingerprint, skipped)
    select id, number, '', case when id = 7 then 'unreadable' end
    from collector_boards, generate_series(1, 10) as number`)
  await database.run(sql`vacuum (analyze) collector_postings`)
  const plans = await plansOf((queries) => readHealth(queries, NOW))
  expect(plans).toContain('collector_postings_unreadable')
  expect(plans).not.toContain('Seq Scan on collector_postings')
  // One pass over the boards for each of what they are counted by.
  expect(plans.match(/Seq Scan on collector_boards/g)?.length).toBeLessThanOrEqual(2)
})

test('what postings are written of is looked up, not all boards', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    boardId: index + 1,
    ...newPage('1', '', NOW),
  }))
  const plans = await plansOf((database) =>
    database.transaction((transaction) => writePostings(transaction, 'one', rows)),
  )
  expect(plans).toContain('Index Scan using collector_boards_pkey')
  expect(plans).not.toContain('Seq Scan')
})

test('the board that a board prefers, and those that prefer it, are looked up by their names', async () => {
  const { database } = catalogue
  await database.run(sql`update collector_boards set prefers = 'greenhouse/greenhouse1.example.com/jobs'
    where source = 'careerpage' and id % 100 = 0`)
  await database.run(sql`analyze collector_boards`)
  const row = await findBoard(database, 'careerpage', 'careerpage2.example.com/jobs')
  if (row === undefined) throw new Error('there is no such board')
  const known = Array.from({ length: 5 }, (_, index) => ({
    ...newPage(`p${index}`, 'f', NOW),
    contentHash: 'h',
    otherBoard: 'greenhouse/Greenhouse7.example.com/jobs',
    otherAddress: `https://boards.greenhouse.io/acme/jobs/${index}`,
  }))
  const leased = { ...row, leaseOwner: 'one', prefers: 'greenhouse/greenhouse7.example.com/jobs' }
  for (const each of [{ ...row, leaseOwner: 'one' }, leased]) {
    const plans = await plansOf((queries) => choosePreferred(queries, each, known, []))
    expect(plans).toContain('collector_boards_title')
    expect(plans).toContain('collector_boards_prefers')
    expect(plans).toContain('collector_postings_board_id_external_id_pk')
    expect(plans).not.toContain('Seq Scan')
  }
})
