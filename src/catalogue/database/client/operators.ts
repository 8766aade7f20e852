import { and, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type ArrayElement, arrayLiteral } from './array-literal'

/*
 * What PostgreSQL has and Drizzle's operators lack. Values go into arrays, one parameter each: any number of values is the
 * same prepared statement.
 */

type ElementOf<Column extends PgColumn> = Column['_']['data'] & ArrayElement

/** True when there is no condition. */
export function every(...conditions: readonly (SQLWrapper | undefined)[]): SQL<boolean> {
  // The cast: Drizzle does not type conditions.
  return (and(...conditions) ?? sql`true`) as SQL<boolean>
}

/** A column of booleans as a condition; PostgreSQL estimates it better than an equation. */
export function isTrue(column: SQLWrapper): SQL {
  return sql`${column}`
}

export function anyOf<Column extends PgColumn>(
  column: Column,
  values: readonly ElementOf<Column>[],
): SQL {
  return sql`${column} = any(${arrayLiteral(values)})`
}

/** For a query of few rows: each is looked up, where PostgreSQL may join `in (query)` by a scan of the whole table. */
export function anyFrom(column: PgColumn, query: SQLWrapper): SQL {
  return sql`${column} = any(array${query})`
}

export function noneOf<Column extends PgColumn>(
  column: Column,
  values: readonly ElementOf<Column>[],
): SQL {
  return sql`${column} <> all(${arrayLiteral(values)})`
}

/** With commas between. */
export function list(parts: readonly SQLWrapper[]): SQL {
  return sql.join([...parts], COMMA)
}

const COMMA = sql`, `

/** The row that was to be inserted, in `on conflict do update`. */
export function excluded<Table extends PgTable>(table: Table): Table {
  return alias(table, 'excluded') as unknown as Table
}

export function greatest(...values: readonly SQLWrapper[]): SQL {
  return sql`greatest(${list(values)})`
}

export function coalesce<Value>(value: SQLWrapper, fallback: unknown): SQL<Value> {
  return sql<Value>`coalesce(${value}, ${fallback})`
}

/** The rows of a group that meet a condition. */
export function countWhere(condition: SQLWrapper | undefined): SQL<number> {
  return sql`count(*) filter (where ${condition})`.mapWith(Number)
}

export function lower(text: SQLWrapper | string | null): SQL<string> {
  return sql`lower(${text})`
}

/** In byte order, whatever the locale of the database. */
export function byteOrder(column: SQLWrapper): SQL {
  return sql`${column} collate "C"`
}

/** A value in the text of the statement: PostgreSQL plans with it, and it is not a parameter. */
export function literal<Value extends string>(value: Value): SQL<Value> {
  // In an SQL of its own, because the builder takes a selected one apart.
  return new SQL<Value>([sql`${value}`.inlineParams()])
}

/** The clock of the database, which all processes share. Not the start of the transaction. */
export const CLOCK = sql<Date>`clock_timestamp()`
