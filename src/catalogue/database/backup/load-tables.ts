import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { BackupTransaction } from './backup-connection'
import {
  copyOut,
  Digester,
  listTables,
  quoted,
  type Sequence,
  type Table,
  type TableDigest,
} from './tables'

/** Indexes and references between tables, which are made once all rows are there. */
export interface Deferred {
  definitions: readonly string[]
}

/** Empties all tables of the catalogue, and drops their indexes and references; primary keys stay. */
export async function emptyTables(transaction: BackupTransaction): Promise<Deferred> {
  const tables = await listTables(transaction)
  const names: string[] = []
  for (const table of tables) names.push((await quoted(transaction, table)).table)
  await transaction.unsafe(`truncate ${names.join(', ')}`)
  const references = await transaction<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`
  // Neither indexes of partitioned tables nor indexes that constraints own.
  const indexes = await transaction<{ drop: string; add: string }[]>`
    select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and not i.indisprimary
      and not exists (select from pg_constraint where conindid = i.indexrelid)
      and not exists (select from pg_inherits where inhrelid = i.indexrelid)`
  for (const { drop } of [...references, ...indexes]) await transaction.unsafe(drop)
  // References need the indexes, so they come last.
  return { definitions: [...indexes, ...references].map(({ add }) => add) }
}

interface Copy {
  name: string
  stream: Writable
  /** PostgreSQL may refuse a row after the write that brought it. */
  failure?: Error
}

/** Writes chunks of copies into tables, one table after the other. */
export class TableLoader {
  private current: Copy | undefined

  constructor(private readonly transaction: BackupTransaction) {}

  async write(table: Table, chunk: Uint8Array): Promise<void> {
    if (this.current?.name !== table.name) {
      await this.end()
      this.current = await this.begin(table)
    }
    const copy = this.current
    await new Promise<void>((resolve, reject) => {
      if (copy.failure !== undefined) return reject(copy.failure)
      copy.stream.once('error', reject)
      copy.stream.write(chunk, (error) => {
        copy.stream.off('error', reject)
        if (error) reject(copy.failure ?? error)
        else resolve()
      })
    })
  }

  /** Ends the copy of the last table. */
  async end(): Promise<void> {
    const copy = this.current
    this.current = undefined
    if (copy === undefined) return
    if (copy.failure !== undefined) throw copy.failure
    copy.stream.end()
    await finished(copy.stream)
  }

  /** Gives up the copy in flight, so that the transaction can end. */
  abandon(error: unknown): void {
    this.current?.stream.destroy(error instanceof Error ? error : undefined)
    this.current = undefined
  }

  private async begin(table: Table): Promise<Copy> {
    const { from } = await quoted(this.transaction, table)
    // Frozen rows need no vacuum: the table was emptied in this transaction.
    const stream = await this.transaction.unsafe(`copy ${from} from stdin (freeze)`).writable()
    const copy: Copy = { name: table.name, stream }
    stream.on('error', (error) => {
      copy.failure ??= error
    })
    return copy
  }
}

export async function finishTables(
  transaction: BackupTransaction,
  { definitions }: Deferred,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const definition of definitions) await transaction.unsafe(definition)
  for (const { name, last } of sequences) {
    if (last === null) continue
    await transaction`select setval(format('public.%I', ${name}::text)::regclass, ${last}::bigint)`
  }
  await transaction.unsafe('analyze')
}

/** What the tables hold, read back. */
export async function digestTables(
  transaction: BackupTransaction,
  tables: readonly Table[],
  onChunk: (bytes: number) => void,
): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of tables) {
    const digester = new Digester(table)
    for await (const chunk of copyOut(transaction, table)) {
      digester.add(chunk)
      onChunk(chunk.length)
    }
    digests.push(digester.digest())
  }
  return digests
}
