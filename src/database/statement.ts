import { Column, entityKind, Name, Param, SQL, StringChunk, sql, Table } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/** A statement as PostgreSQL gets it. */
export interface Statement {
  text: string
  values: unknown[]
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** Writes a statement as Drizzle does, in a tenth of the time, from the few kinds of parts that statements here have. */
export function toStatement(statement: SQL): Statement {
  const values: unknown[] = []
  return { text: write(statement, values), values }
}

/** The text of a part; its values join those of the parts before. */
function write(part: unknown, values: unknown[]): string {
  if (part instanceof SQL) return writeAll(part.queryChunks, values)
  if (part instanceof StringChunk) return part.value.join('')
  if (part instanceof Column || part instanceof Table) return nameOf(part)
  if (part instanceof Name) return dialect.escapeName(part.value)
  if (part instanceof Param) return writeParam(part, values)
  if (part === undefined) return ''
  if (Array.isArray(part)) return `(${part.map((inner) => write(inner, values)).join(', ')})`
  if (isEntity(part)) throw new TypeError('a statement has a part of a kind that is not known here')
  return writeValue(part, values)
}

function writeAll(parts: readonly unknown[], values: unknown[]): string {
  let text = ''
  for (const part of parts) text += write(part, values)
  return text
}

function writeParam({ value, encoder }: Param, values: unknown[]): string {
  return writeValue(value === null ? null : encoder.mapToDriverValue(value), values)
}

function writeValue(value: unknown, values: unknown[]): string {
  values.push(value)
  return `$${values.length}`
}

/** Whether it is one of Drizzle's things. */
function isEntity(part: unknown): boolean {
  return typeof part === 'object' && part !== null && entityKind in part.constructor
}

const names = new WeakMap<Column | Table, string>()

function nameOf(named: Column | Table): string {
  const known = names.get(named)
  if (known !== undefined) return known
  const { sql: name } = dialect.sqlToQuery(sql`${named}`)
  names.set(named, name)
  return name
}

/** Whether it changes nothing, so that it can be asked again when nobody knows whether it was carried out. */
export function isRead({ text }: Statement): boolean {
  return /^\s*select\b/i.test(text)
}
