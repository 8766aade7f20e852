import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import type { BackupTransaction } from './backup-connection'

/** A table that holds rows: not the parent of partitions. */
export interface Table {
  name: string
  /** Its columns that are stored, in their order. */
  columns: readonly string[]
}

/** The rows of a table as they were copied. */
export const TableDigest = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the copy in PostgreSQL's text format, in hexadecimal digits. */
  sha256: Type.String(),
})

export type TableDigest = Static<typeof TableDigest>

export const Sequence = Type.Object({
  name: Type.String(),
  /** Its last number; null when it gave none. A decimal text: numbers have 64 bits. */
  last: Type.Union([Type.String({ maxLength: 19 }), Type.Null()]),
})

export type Sequence = Static<typeof Sequence>

/** The tables of the catalogue, by name. Drizzle's table of migrations is not among them. */
export async function listTables(
  transaction: BackupTransaction,
): Promise<(Table & { diskBytes: number })[]> {
  const rows = await transaction<{ name: string; columns: string[]; bytes: string }[]>`
    select c.relname as name, pg_table_size(c.oid)::text as bytes,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.relname`
  return rows.map(({ name, columns, bytes }) => ({ name, columns, diskBytes: Number(bytes) }))
}

export async function listSequences(transaction: BackupTransaction): Promise<Sequence[]> {
  return await transaction<Sequence[]>`
    select sequencename as name, last_value::text as last
    from pg_sequences where schemaname = 'public' order by sequencename`
}

/** A sequence that would give a number again which a row has. */
export async function findSequenceBehind(
  transaction: BackupTransaction,
): Promise<{ name: string; last: string; greatest: string } | undefined> {
  const owned = await transaction<{ name: string; table: string; column: string }[]>`
    select s.relname as name, t.relname as table, a.attname as column
    from pg_class s join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
      join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by s.relname`
  for (const { name, table, column } of owned) {
    const [row] = await transaction<{ last: string; greatest: string }[]>`
      select coalesce(pg_sequence_last_value(${`public.${name}`}::regclass), 0)::text as last,
        coalesce(max(${transaction(column)}), 0)::text as greatest from public.${transaction(table)}`
    if (row !== undefined && BigInt(row.last) < BigInt(row.greatest)) return { name, ...row }
  }
  return undefined
}

/** The text of a table's copy in chunks. Equal rows in equal order have equal texts, on every server. */
export async function* copyOut(
  transaction: BackupTransaction,
  { name, columns }: Table,
): AsyncGenerator<Buffer> {
  const { from } = await quoted(transaction, { name, columns })
  const copy = await transaction.unsafe(`copy ${from} to stdout`).readable()
  for await (const chunk of copy) yield chunk as Buffer
}

/** The name of a table and its columns as a `copy` statement takes them. */
export async function quoted(
  transaction: BackupTransaction,
  { name, columns }: Table,
): Promise<{ from: string; table: string }> {
  const [row] = await transaction<{ table: string; columns: string }[]>`
    select quote_ident(${name}) as table,
      (select string_agg(quote_ident(column_name), ', ' order by number)
       from unnest(${columns as string[]}::text[]) with ordinality as c (column_name, number)) as columns`
  const table = `public.${row?.table}`
  return { table, from: `${table} (${row?.columns})` }
}

/** Counts and hashes the chunks of a table's copy. */
export class Digester {
  private readonly hash = createHash('sha256')
  private rows = 0
  bytes = 0

  constructor(private readonly table: Table) {}

  add(chunk: Uint8Array): void {
    this.hash.update(chunk)
    this.bytes += chunk.length
    // Line breaks of values are escaped, so each ends a row.
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.rows += 1
  }

  digest(): TableDigest {
    const { name, columns } = this.table
    return {
      name,
      columns: [...columns],
      rows: this.rows,
      bytes: this.bytes,
      sha256: this.hash.digest('hex'),
    }
  }
}
