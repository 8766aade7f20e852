import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Queries } from './connection'
import { CURRENT_WHEN_EMPTY } from './index-version'
import { LOCKS } from './locks'

const FOLDER = join(import.meta.dir, '../../drizzle')

const CLOSE_LIMIT_SECONDS = 1

/** Applies the migrations that are due. Several processes may call it at once; one does the work. */
export async function applyMigrations(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await client`select pg_advisory_lock(${LOCKS.migration})`
    const database = drizzle(client)
    await migrate(database, { migrationsFolder: FOLDER })
    await database.execute(CURRENT_WHEN_EMPTY)
  } finally {
    // A connection that was cut never ends on its own.
    await client.end({ timeout: CLOSE_LIMIT_SECONDS })
  }
}

/**
 * How many migrations of this version the database lacks; negative when it is ahead of this version. Throws when it cannot
 * hold all characters.
 */
export async function migrationsDue(queries: Queries): Promise<number> {
  const journal: { entries: unknown[] } = JSON.parse(
    await readFile(join(FOLDER, 'meta/_journal.json'), 'utf8'),
  )
  const [found] = await queries.run<{ encoding: string; isMigrated: boolean }>(sql`
    select current_setting('server_encoding') as encoding,
      to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`)
  if (found?.encoding !== 'UTF8') {
    throw new Error(
      `the encoding of the database is ${found?.encoding}; create it with ENCODING 'UTF8' TEMPLATE template0`,
    )
  }
  if (!found.isMigrated) return journal.entries.length
  const [applied] = await queries.run<{ count: number }>(
    sql`select count(*)::integer as count from drizzle.__drizzle_migrations`,
  )
  return journal.entries.length - (applied?.count ?? 0)
}
