import { sql } from 'drizzle-orm'
import { arrayLiteral } from './array-literal'
import type { Queries } from './drizzle'
import { statementSettings } from './postgres-client'

/** What a pooler before the database does with the settings of this service; undefined if it changes nothing. */
export async function poolerNotice({ run }: Queries): Promise<string | undefined> {
  const names = Object.keys(statementSettings(undefined))
  // `client`: sent as the connection started; `session`: set in the transaction; anything else: ignored.
  const settings = await run<{ name: string; source: string }>(
    sql`select name, source from pg_settings where name = any(${arrayLiteral(names)}) order by name`,
  )
  const lost = settings.filter(({ source }) => source !== 'client')
  if (lost.some(({ source }) => source !== 'session')) {
    const list = lost.map(({ name }) => name).join(', ')
    return `warning: a connection pooler ignores ${list}; remove them from its ignore_startup_parameters, and each transaction sets them, or set DATABASE_URL to the address of PostgreSQL itself`
  }
  // Without a pooler, the transaction of a statement that waited sets its time limit alone.
  if (lost.length < settings.length) return undefined
  return 'database: behind a connection pooler; each query takes a transaction that sets what the session may not'
}
