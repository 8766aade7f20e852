import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { PgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { toStatement } from './drizzle'
import { list } from './operators'
import type { Connection } from './postgres-client'
import { columnsOf } from './rows'

/** Approximate size of a chunk. */
const CHUNK_BYTES = 1 << 20

/** Inserts rows with a value for each column of the table, while no other statement runs on the connection. */
export async function copyRows<Table extends PgTable>(
  connection: Connection,
  table: Copied<Table>,
  rows: readonly Table['$inferSelect'][],
): Promise<void> {
  const { text, chunks } = copyOf(table, rows)
  await pipeline(chunks, await connection.unsafe(text).writable())
}

/**
 * A statement and its rows in PostgreSQL's binary format: neither side writes or parses text. The text format would cost more
 * than a tenth of an import. The chunks are lazy: PostgreSQL stores one while the next is written.
 */
export function copyOf<Table extends PgTable>(
  table: Copied<Table>,
  rows: readonly Table['$inferSelect'][],
) {
  const columns = columnsOf(table).map(({ key, name, column }) => ({
    key,
    name: sql.identifier(name),
    write: writerOf(column),
  }))
  const names = columns.map(({ name }) => name)
  const copy = sql`copy ${table} (${list(names)}) from stdin (format binary)`
  const { text } = toStatement(copy)
  return { text, chunks: chunksOf(columns, rows) }
}

interface ColumnWriter {
  key: string
  write: ValueWriter
}

function* chunksOf<Row extends object>(
  columns: readonly ColumnWriter[],
  rows: readonly Row[],
): Generator<Uint8Array> {
  let output = new RowWriter(2 * CHUNK_BYTES)
  output.raw(HEADER)
  for (const row of rows) {
    output.int16(columns.length)
    for (const { key, write } of columns) {
      const value: unknown = row[key as keyof Row] ?? null
      if (value === null) output.int32(NULL)
      else output.measured(() => write(output, value))
    }
    if (output.length < CHUNK_BYTES) continue
    yield output.bytes()
    output = new RowWriter(2 * CHUNK_BYTES)
  }
  output.int16(END)
  yield output.bytes()
}

/** The signature, no flags, and an extension of no bytes. */
const HEADER = Buffer.from(`PGCOPY\n\xff\r\n\0${'\0'.repeat(8)}`, 'latin1')
const NULL = -1
const END = -1

type ValueWriter = (output: RowWriter, value: unknown) => void

/**
 * A table whose columns can all be copied; TypeScript reports another one where it is copied. Of custom
 * types, those can be copied whose values are bytes.
 */
export type Copied<Table extends PgTable> = Table & {
  _: { columns: { [Key in keyof Table['_']['columns']]: CopiedColumn<Table['_']['columns'][Key]> } }
}

type CopiedColumn<Column extends PgColumn> = Column['_']['columnType'] extends 'PgCustomColumn'
  ? Column['_']['data'] extends Uint8Array
    ? PgColumn
    : never
  : Column['_']['columnType'] extends keyof typeof WRITERS | 'PgArray'
    ? PgColumn
    : never

/** The casts below are right because Drizzle's column types are the types of the values. */
function writerOf(column: PgColumn): ValueWriter {
  if (column instanceof PgArray) return ARRAY_WRITERS[column.baseColumn.columnType as CopiedElement]
  return WRITERS[column.columnType as keyof typeof WRITERS]
}

type CopiedElement = keyof typeof ARRAY_WRITERS

const INT4 = 23
const TEXT = 25

/** PostgreSQL counts microseconds from 2000. */
const EPOCH_MS = Date.UTC(2000, 0)

/** By Drizzle's names of the types of columns. */
const WRITERS = {
  PgBigInt64: (output, value) => output.int64(value as bigint),
  PgInteger: writeInteger,
  PgSmallInt: (output, value) => output.int16(value as number),
  PgDoublePrecision: (output, value) => output.float64(value as number),
  PgBoolean: (output, value) => output.raw(value === true ? TRUE : FALSE),
  PgText: writeText,
  PgUUID: (output, value) => output.raw(Buffer.from((value as string).replaceAll('-', ''), 'hex')),
  PgCustomColumn: (output, value) => output.raw(value as Uint8Array),
  PgTimestamp: (output, value) =>
    output.int64(BigInt((value as Date).getTime() - EPOCH_MS) * 1000n),
} satisfies Readonly<Record<string, ValueWriter>>

const ARRAY_WRITERS = {
  PgInteger: arrayWriter(INT4, writeInteger),
  PgText: arrayWriter(TEXT, writeText),
}

const TRUE = Uint8Array.of(1)
const FALSE = Uint8Array.of(0)

function writeInteger(output: RowWriter, value: unknown): void {
  output.int32(value as number)
}

function writeText(output: RowWriter, value: unknown): void {
  if (value instanceof Uint8Array) output.raw(value)
  else output.text(value as string)
}

/** For arrays without nulls, with one dimension and a lower bound of 1. */
function arrayWriter(elementType: number, write: ValueWriter): ValueWriter {
  return (output, value) => {
    const elements = value as unknown[]
    output.int32(elements.length === 0 ? 0 : 1)
    output.int32(0)
    output.int32(elementType)
    if (elements.length === 0) return
    output.int32(elements.length)
    output.int32(1)
    for (const element of elements) output.measured(() => write(output, element))
  }
}

/** Writes the values of rows in PostgreSQL's binary format, each after its length in bytes. */
class RowWriter {
  private output: Buffer
  /** Number of bytes written. */
  length = 0

  /** `size` is the initial capacity in bytes; the buffer grows. */
  constructor(size: number) {
    this.output = Buffer.allocUnsafe(size)
  }

  bytes(): Uint8Array {
    return this.output.subarray(0, this.length)
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.output.set(bytes, this.length)
    this.length += bytes.length
  }

  int16(value: number): void {
    this.reserve(2)
    this.length = this.output.writeInt16BE(value, this.length)
  }

  int32(value: number): void {
    this.reserve(4)
    this.length = this.output.writeInt32BE(value, this.length)
  }

  int64(value: bigint): void {
    this.reserve(8)
    this.length = this.output.writeBigInt64BE(value, this.length)
  }

  float64(value: number): void {
    this.reserve(8)
    this.length = this.output.writeDoubleBE(value, this.length)
  }

  text(value: string): void {
    this.reserve(3 * value.length)
    this.length += encoder.encodeInto(value, this.output.subarray(this.length)).written
  }

  /** Writes what `write` writes, with its length before it. */
  measured(write: () => void): void {
    const start = this.length
    this.int32(0)
    write()
    this.output.writeInt32BE(this.length - start - 4, start)
  }

  private reserve(size: number): void {
    if (this.length + size <= this.output.length) return
    const output = Buffer.allocUnsafe(2 * (this.length + size))
    this.output.copy(output, 0, 0, this.length)
    this.output = output
  }
}

const encoder = new TextEncoder()
