import { inArray, type SQL, sql } from 'drizzle-orm'
import { check, customType, type PgColumn, timestamp } from 'drizzle-orm/pg-core'

/** In PostgreSQL's binary format; its words come from `search/analyzer`, never from PostgreSQL's parsers. */
export const tsvector = customType<{ data: Uint8Array }>({ dataType: () => 'tsvector' })

/** Clients see milliseconds, so no instant is stored finer. */
export const instant = (name = '') =>
  timestamp(name, { precision: 3, withTimezone: true, mode: 'date' })

/** A JSON value as text: the driver would encode a bound JSON text once more. */
export const json = <Value>() =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => JSON.parse(text),
  })()

/** A default of columns of `bigint`. drizzle-kit cannot write `0n`. */
export const ZERO = sql`0`

/** The check that a column has one of these values. */
export function checkValues(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, literally(inArray(column, [...values])))
}

/** Migrations have no parameters. */
export function literally(condition: SQL): SQL {
  return condition.inlineParams()
}
