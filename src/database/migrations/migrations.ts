import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { errorCode, LOCK_NOT_AVAILABLE } from '../client/database-error'
import { onlyRow, type Queries, queryErrorCause } from '../client/drizzle'
import { LOCKS } from '../client/locks'
import { CONNECT_LIMIT_SECONDS } from '../client/postgres-client'
import { CURRENT_WHEN_EMPTY } from '../words/index-version'

const FOLDER = join(import.meta.dir, '../../../drizzle')

const CLOSE_LIMIT_SECONDS = 1

/** Other statements queue behind a migration that waits for a lock, so it gives up soon and tries again. */
const RETRIES = { lockMs: 2_000, attempts: 30 }

/**
 * Applies the migrations that are due. Several processes may call it at once; one does the work. Throws when another
 * transaction locks a table for a minute.
 */
export async function applyMigrations(url: string, { lockMs, attempts } = RETRIES): Promise<void> {
  const client = postgres(url, {
    max: 1,
    connect_timeout: CONNECT_LIMIT_SECONDS,
    onnotice: () => undefined,
    connection: { application_name: 'job-catalogue migrate' },
  })
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
