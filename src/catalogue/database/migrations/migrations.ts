import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type postgres from 'postgres'
import { projectFile } from '../../../values/files/project-file'
import { errorCode, LOCK_NOT_AVAILABLE } from '../client/database-error'
import { onlyRow, type Queries, queryErrorCause } from '../client/drizzle'
import { LOCKS } from '../client/locks'
import { openConnection } from '../client/postgres-client'
import { CURRENT_WHEN_EMPTY } from '../words/index-version'

const FOLDER = projectFile('drizzle')

const CLOSE_LIMIT_SECONDS = 1

/** Other statements queue behind a migration that waits for a lock, so it gives up soon and tries again. */
const RETRIES = { lockMs: 2_000, attempts: 30 }

/**
 * Applies the migrations that are due. Several processes may call it at once; one does the work. Throws when another
 * transaction locks a table for a minute.
 */
export async function applyMigrations(url: string, { lockMs, attempts } = RETRIES): Promise<void> {
  const client = openConnection(url, 'migrate')
  try {
    await client`select pg_advisory_lock(${LOCKS.migration})`
    await client.unsafe(`set lock_timeout = ${lockMs}`)
    const database = drizzle(client)
    for (let left = attempts - 1; ; left -= 1) {
      try {
        await migrate(database, { migrationsFolder: FOLDER })
        await database.execute(CURRENT_WHEN_EMPTY)
        return
      } catch (error) {
        if (errorCode(queryErrorCause(error)) !== LOCK_NOT_AVAILABLE) throw error
        if (left === 0) throw new Error('the tables are in use; end the long transactions first')
      }
      await Bun.sleep(lockMs / 2)
    }
  } finally {
    // Without a limit, `end` never settles after a cut connection.
    await client.end({ timeout: CLOSE_LIMIT_SECONDS })
  }
}

/**
 * The number of migrations of this version that the database lacks; negative when it is ahead of this version. Throws when
 * its encoding is not UTF-8.
 */
export async function migrationsDue(queries: Queries): Promise<number> {
  const journal: { entries: unknown[] } = await Bun.file(join(FOLDER, 'meta/_journal.json')).json()
  // Not the builder: the catalog of PostgreSQL and Drizzle's own table are not in the schema.
  const { encoding, isMigrated } = onlyRow(
    await queries.run<{ encoding: string; isMigrated: boolean }>(sql`
    select current_setting('server_encoding') as encoding,
      to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`),
  )
  if (encoding !== 'UTF8') {
    throw new Error(
      `the encoding of the database is ${encoding}; create it with ENCODING 'UTF8' TEMPLATE template0`,
    )
  }
  if (!isMigrated) return journal.entries.length
  const applied = await queries.run(sql`select from drizzle.__drizzle_migrations`)
  return journal.entries.length - applied.length
}

/** When the last migration of a database was made, in milliseconds; undefined if it has none. */
export async function findLastMigration(
  transaction: postgres.TransactionSql,
): Promise<number | undefined> {
  const [table] = await transaction<{ isThere: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`
  if (!table?.isThere) return undefined
  const [row] = await transaction<{ last: string | null }[]>`
    select max(created_at)::text as last from drizzle.__drizzle_migrations`
  return row?.last ? Number(row.last) : undefined
}

/** Whether a database has no table, view, sequence or migration of anybody. */
export async function isEmptyDatabase(transaction: postgres.TransactionSql): Promise<boolean> {
  const [row] = await transaction<{ isEmpty: boolean }[]>`
    select not exists (select from pg_class where relnamespace = 'public'::regnamespace)
      and to_regnamespace('drizzle') is null as "isEmpty"`
  return row?.isEmpty === true
}

/**
 * Applies the migrations up to the one that was made then, as Drizzle does, inside a transaction that the caller commits.
 * Returns false, and does nothing, if this version has no such migration.
 */
export async function applyMigrationsUntil(
  transaction: postgres.TransactionSql,
  lastMigration: number,
): Promise<boolean> {
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER })
  const last = migrations.findIndex(({ folderMillis }) => folderMillis === lastMigration)
  if (last === -1) return false
  await transaction.unsafe(`create schema drizzle;
    create table drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint
    )`)
  for (const { sql: statements, hash, folderMillis } of migrations.slice(0, last + 1)) {
    for (const statement of statements) await transaction.unsafe(statement)
    await transaction`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  }
  return true
}
