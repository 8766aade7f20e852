import { and, getTableColumns, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type ArrayElement, arrayLiteral } from './array-literal'

/*
 * What PostgreSQL has and Drizzle's operators lack. Values go into arrays, one parameter each: any number of values is the
 * same prepared statement.
 */

type ElementOf<Column extends PgColumn> = Column['_']['data'] & ArrayElement

/** True when there is no condition. */
export function every(...conditions: readonly (SQLWrapper | undefined)[]): SQL {
  return and(...conditions) ?? sql`true`
}

/** A column of booleans as a condition; PostgreSQL estimates it better than an equation. */
export function holds(column: SQLWrapper): SQL {
  return sql`${column}`
}

export function anyOf<Column extends PgColumn>(
  column: Column,
  values: readonly ElementOf<Column>[],
): SQL {
  return sql`${column} = any(${arrayLiteral(values)})`
}

export function noneOf<Column extends PgColumn>(
  column: Column,
  values: readonly ElementOf<Column>[],
): SQL {
  return sql`${column} <> all(${arrayLiteral(values)})`
}

/** Rows with some columns of a table: `from` stands after `from` or `using`, and `row` has their columns. */
export function rowsOf<Table extends PgTable, Key extends keyof Table['_']['columns'] & string>(
  table: Table,
  keys: readonly Key[],
  rows: readonly { readonly [Name in Key]: Table['$inferSelect'][Name] }[],
) {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const arrays = keys.map((key) => {
    const type = ARRAY_TYPES[columns[key]?.getSQLType() ?? '']
    if (type === undefined) throw new TypeError(`${key} has a type without arrays`)
    // The cast: columns of these types have such values.
    const values = arrayLiteral(rows.map((row) => row[key] as ArrayElement))
    return sql`${values}::${sql.identifier(type)}`
  })
  const names = keys.map((key) => sql.identifier(toSnakeCase(key)))
  return {
    from: sql`unnest(${list(arrays)}) as entry (${list(names)})`,
    row: alias(table, 'entry') as Pick<Table['_']['columns'], Key>,
  }
}

/** With commas between. */
export function list(parts: readonly SQLWrapper[]): SQL {
  return sql.join([...parts], COMMA)
}

const COMMA = sql`, `

/** PostgreSQL's own names of array types, which may be quoted. */
const ARRAY_TYPES: Readonly<Record<string, string>> = {
  bigint: '_int8',
  boolean: '_bool',
  integer: '_int4',
  smallint: '_int2',
  text: '_text',
  'timestamp (3) with time zone': '_timestamptz',
}

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

/** In byte order, whatever the locale of the database. */
export function byteOrder(column: SQLWrapper): SQL {
  return sql`${column} collate "C"`
}

/** A value in the text of the statement: PostgreSQL plans with it, and it is no parameter. */
export function literal<Value extends string>(value: Value): SQL<Value> {
  // In an SQL of its own, because the builder takes a selected one apart.
  return new SQL<Value>([sql`${value}`.inlineParams()])
}

/** The clock of the database, which all processes share. Not the start of the transaction. */
export const CLOCK = sql<Date>`clock_timestamp()`
