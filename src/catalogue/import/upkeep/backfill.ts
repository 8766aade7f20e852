import type { Transaction } from '../../database/client/connection'
import type { Queries } from '../../database/client/drizzle'
import { takeWriterLock, type Writer } from '../write/writer'

/** Rows of one transaction, during which importers wait. */
export const BACKFILL_BATCH = 500

/** How columns are filled from other columns of their rows. */
export interface Backfill<Row extends { id: bigint }> {
  /** The number of rows to read, for the progress. */
  count(queries: Queries): Promise<number>
  /**
   * The next rows after an id, at most `BACKFILL_BATCH`, by ascending id. It leaves out the rows that are filled, or keeps the
   * last id in a table, so that a run that was killed is resumed.
   */
  read(queries: Queries, after: bigint): Promise<Row[]>
  /** Writes the columns of these rows, in the transaction that read them. `now` is the instant of the writer. */
  write(queries: Transaction, rows: readonly Row[], now: Date): Promise<void>
  /** Runs in the transaction that finds no more rows. */
  end?(queries: Transaction): Promise<void>
}

/**
 * Fills columns in batches, one transaction each, while searches and imports continue. Killed at any moment, it has filled
 * whole batches, and does the rest when it is run again. Returns the number of rows.
 */
export async function backfill<Row extends { id: bigint }>(
  writer: Writer,
  { count, read, write, end }: Backfill<Row>,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const { database } = writer
  const total = await count(database)
  let done = 0
  for await (const rows of batches((after) =>
    database.transaction(async (queries) => {
      // An importer that changes one of these rows waits, and then writes it as this version does.
      const now = await takeWriterLock(writer, queries)
      const rows = await read(queries, after)
      if (rows.length === 0) await end?.(queries)
      else await write(queries, rows, now)
      return rows
    }),
  )) {
    done += rows.length
    onProgress(done, Math.max(done, total))
  }
  return done
}

/** Batches of rows, each after the last id of the one before, until one is empty. */
export async function* batches<Row extends { id: bigint }>(
  next: (after: bigint) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0n; ; ) {
    const rows = await next(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.id
  }
}
