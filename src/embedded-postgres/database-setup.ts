import postgres from 'postgres'
import { SUPERUSER } from './cluster'
import type { DataPlace } from './data-place'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { quoteLog } from './server-log'
import { socketUrl } from './socket-directory'

const CONNECT_LIMIT_SECONDS = 10
const SETUP_LIMIT_MS = 60_000

/** The catalogue's role and database. The role may make databases, which tests do, and nothing else. */
const NAME = 'job_catalogue'

/** Makes the catalogue's role and database when they are missing, and returns the URL that reaches them. */
export async function prepareDatabase(place: DataPlace, socketDirectory: string): Promise<string> {
  const sql = postgres(socketUrl(socketDirectory, SUPERUSER, 'postgres'), {
    max: 1,
    connect_timeout: CONNECT_LIMIT_SECONDS,
  })
  // Ending the client rejects what is under way.
  const timer = setTimeout(() => void sql.end({ timeout: 0 }), SETUP_LIMIT_MS)
  try {
    await createMissing(sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(
      `cannot prepare the database ${NAME}: ${reason}${quoteLog(place.log)}`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
    await sql.end({ timeout: 1 })
  }
  return socketUrl(socketDirectory, NAME, NAME)
}

async function createMissing(sql: postgres.Sql): Promise<void> {
  const roles = await sql`select 1 from pg_roles where rolname = ${NAME}`
  if (roles.length === 0) await sql`create role ${sql(NAME)} login createdb`
  const databases = await sql`select 1 from pg_database where datname = ${NAME}`
  if (databases.length === 0) await sql`create database ${sql(NAME)} owner ${sql(NAME)}`
}
