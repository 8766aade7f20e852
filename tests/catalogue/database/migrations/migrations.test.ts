import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import journal from '../../../../drizzle/meta/_journal.json'
import { connect, type Database } from '../../../../src/catalogue/database/client/connection'
import { LOCKS } from '../../../../src/catalogue/database/client/locks'
import {
  applyMigrations,
  migrationsDue,
} from '../../../../src/catalogue/database/migrations/migrations'
import { dropDatabase } from '../../../support/test-database'
import { until } from '../../../support/until'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

/** A database without anything in it, beside the one that the file owns. */
let empty: { url: string; database: Database; drop(): Promise<void> }
beforeEach(async () => {
  const name = `${own.url.slice(own.url.lastIndexOf('/') + 1)}_empty`
  const url = own.url.replace(/\/[^/]*$/, `/${name}`)
  await own.database.run(sql`create database ${sql.identifier(name)}`)
  const database = connect({ url, poolSize: 2 })
  empty = {
    url,
    database,
    async drop() {
      await database.close()
      await dropDatabase(url)
    },
  }
})
afterEach(() => empty.drop())

const versions = journal.entries.length

test('a fresh database lacks them all; five processes at once apply each once', async () => {
  expect(await migrationsDue(empty.database)).toBe(versions)
  await Promise.all(Array.from({ length: 5 }, () => applyMigrations(empty.url)))
  expect(await migrationsDue(empty.database)).toBe(0)
  const [row] = await empty.database.run(
    sql`select count(*)::integer as count from drizzle.__drizzle_migrations`,
  )
  expect(row).toEqual({ count: versions })
})

test('applied again they change nothing', async () => {
  await applyMigrations(empty.url)
  await applyMigrations(empty.url)
  expect(await migrationsDue(empty.database)).toBe(0)
})

test('a connection that is cut while another process applies them is a failure', async () => {
  const held = sql`select pg_advisory_xact_lock(${LOCKS.migration}::bigint)`
  const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`
  await empty.database.transaction(async (queries) => {
    await queries.run(held)
    const failed = applyMigrations(empty.url).catch((error: Error) => error.message)
    await until(async () => {
      const cut = await empty.database.run(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`,
      )
      return cut.length > 0
    })
    expect(await failed).toMatch('CONNECTION_CLOSED')
  })
})

describe('while a transaction keeps a table', () => {
  const keep = sql`lock table drizzle.__drizzle_migrations in access exclusive mode`

  test('they let others pass, and are applied when it has ended', async () => {
    await applyMigrations(empty.url)
    const tries = sql`select from pg_stat_activity where datname = current_database() and query like 'select id, hash%'`
    let applying: Promise<void> | undefined
    await empty.database.transaction(async (queries) => {
      await queries.run(keep)
      applying = applyMigrations(empty.url, { lockMs: 50, attempts: 1_000 })
      await until(async () => (await empty.database.run(tries)).length > 0)
      await until(async () => (await empty.database.run(tries)).length === 0)
    })
    await applying
  })

  test('they say so in the end', async () => {
    await applyMigrations(empty.url)
    await empty.database.transaction(async (queries) => {
      await queries.run(keep)
      await expect(applyMigrations(empty.url, { lockMs: 20, attempts: 2 })).rejects.toThrow(
        'the tables are in use; end the long transactions first',
      )
    })
  })
})

test('a database of an earlier or a later version is behind or ahead', async () => {
  await applyMigrations(empty.url)
  const last = sql`(select max(id) from drizzle.__drizzle_migrations)`
  await empty.database.run(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'later', created_at + 1 from drizzle.__drizzle_migrations where id = ${last}`)
  expect(await migrationsDue(empty.database)).toBe(-1)
  for (const expected of [0, 1]) {
    await empty.database.run(sql`delete from drizzle.__drizzle_migrations where id = ${last}`)
    expect(await migrationsDue(empty.database)).toBe(expected)
  }
})
