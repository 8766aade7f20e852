import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { arrayLiteral } from './array-literal'
import { toStatement } from './drizzle'

/** A `copy ... from stdin` statement and its data. */
export interface RowCopy {
  text: string
  /** Lazy: PostgreSQL stores one chunk while the next is written. */
  chunks: Iterable<Uint8Array>
}

/** Approximate number of characters in a chunk. */
const CHUNK_LENGTH = 1 << 19

/** Rows for all columns of a table, in the text format of `copy`. */
export function copyOf<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
): RowCopy {
  const columns = Object.entries(getTableColumns(table))
  const names = sql.join(
    columns.map(([key, column]) =>
      sql.identifier(column.keyAsName ? toSnakeCase(key) : column.name),
    ),
    sql`, `,
  )
  const { text } = toStatement(sql`copy ${table} (${names}) from stdin`)
  const keys = columns.map(([key]) => key)
  return { text, chunks: chunksOf(keys, rows) }
}

function* chunksOf<Row extends object>(
  keys: readonly string[],
  rows: readonly Row[],
): Generator<Uint8Array> {
  let output = ''
  for (const row of rows) {
    output += `${keys.map((key) => toText(row[key as keyof Row] ?? null)).join('\t')}\n`
    if (output.length < CHUNK_LENGTH) continue
    yield Buffer.from(output)
    output = ''
  }
  yield Buffer.from(output)
}

function toText(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(SPECIAL, escapeCharacter)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return toText(arrayLiteral(value))
  if (typeof value === 'object') throw new TypeError('objects are never copied')
  return String(value)
}

const SPECIAL = /[\\\t\n\r]/g

function escapeCharacter(character: string): string {
  if (character === '\t') return '\\t'
  if (character === '\n') return '\\n'
  return character === '\r' ? '\\r' : '\\\\'
}
