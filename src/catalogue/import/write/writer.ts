import { sql } from 'drizzle-orm'
import type { Database } from '../../database/client/connection'
import type { Queries } from '../../database/client/drizzle'
import { watchWait } from '../../database/client/lock-holders'
import { takeLock, WRITER_LOCK } from '../../database/client/locks'
import { CLOCK } from '../../database/client/operators'
import { ensureGeneration } from '../../database/history/generation'
import { writerInstant } from '../../database/history/writer-clock'
import type { HeldBoards } from './board-locks'
import { PlaceDictionary } from './place-dictionary'

/** The clock of writers; read once a transaction, while the writer lock is held. */
export type WriterClock = (queries: Queries) => Promise<Date>

/** The dependencies of all functions that write jobs. The database needs two connections at least, better four. */
export interface Writer {
  database: Database
  dictionary: PlaceDictionary
  clock: WriterClock
  /** Receives a message when a writer waits for another one. */
  report: (message: string) => void
  /** The boards that it holds; absent: the boards of its batches must be free. */
  held?: HeldBoards
  /** False: only pay that a source gives as a structure counts, and pay is not read from texts. */
  payFromText?: boolean
}

export function createWriter(
  database: Database,
  clock: WriterClock = databaseClock,
  report: Writer['report'] = console.warn,
): Writer {
  return { database, dictionary: new PlaceDictionary(), clock, report }
}

/** The clock of the database, which importers on several machines share. */
async function databaseClock(queries: Queries): Promise<Date> {
  // No table, so the builder cannot write it.
  const [row] = await queries.run<{ now: Date }>(sql`select ${CLOCK} as now`)
  if (row === undefined) throw new Error('the database has no clock')
  return row.now
}

/**
 * Waits for the writer lock, opens a generation when PostgreSQL is on another history, then reads the clock: writers follow
 * one another, and so do their instants, also when the clock was set back. Throws when it was set back by more than a minute,
 * and when the writer has lost the boards that it held.
 */
export async function takeWriterLock(writer: Writer, queries: Queries): Promise<Date> {
  const { database, dictionary, report, held } = writer
  await watchWait(takeLock(queries, 'writer'), { lock: WRITER_LOCK, queries: database, report })
  await held?.confirm()
  const { id } = await ensureGeneration(queries)
  dictionary.keepIfOf(id)
  return await writerInstant(queries, await writer.clock(queries))
}
