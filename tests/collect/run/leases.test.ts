import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { collectorBoards } from '../../../src/catalogue/database/schema/collector'
import { isLeasedBy, lockLeased } from '../../../src/collect/board/lease'
import { extendLeases, releaseLeases } from '../../../src/collect/run/schedule'
import { until } from '../../support/until'
import { useTestDatabase } from '../../support/use-test-database'

const NOW = new Date('2026-11-02T09:00:00Z')
const HOLDER = { owner: 'one', now: () => NOW }
const IDS = [1, 2]

/** Two leased boards; the row of the first lies behind that of the second. */
const catalogue = useTestDatabase()
beforeAll(async () => {
  const { database } = catalogue
  await database.run(sql`insert into collector_boards
      (source, slug, settings, added_at, next_due, interval_seconds, lease_owner, lease_until)
    select 'lever', number, '{}', now(), now(), 14400, 'one', now() from generate_series(1, 2) as number`)
  await database.run(
    sql`update collector_boards set next_due = now() + interval '1 hour' where id = 1`,
  )
  // Of many boards, PostgreSQL reads the rows in the order in which they lie.
  await database.run(sql`do $$ begin
    execute format('alter database %I set enable_indexscan = off', current_database());
  end $$`)
  database.renew()
})

const isWaiting = async () => {
  const rows = await catalogue.database.run(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test.each([
  ['extended', extendLeases],
  ['given back', releaseLeases],
])('leases are %s while a writer locks the same boards', async (_, work) => {
  const { database } = catalogue
  let waiting: Promise<unknown> | undefined
  await database.transaction(async (writer) => {
    await lockLeased(writer, HOLDER.owner, IDS.slice(0, 1))
    waiting = work(database, HOLDER, IDS)
    await until(isWaiting)
    const locked = await lockLeased(writer, HOLDER.owner, IDS)
    expect(locked.map(({ id }) => id)).toEqual(IDS)
  })
  await waiting
  const left = await database.db.$count(collectorBoards, isLeasedBy(HOLDER.owner, IDS))
  expect(left).toBe(work === extendLeases ? 2 : 0)
})
