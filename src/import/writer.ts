import { sql } from 'drizzle-orm'
import type { Database } from '../database/connection'
import type { Queries } from '../database/drizzle'
import { ensureGeneration } from '../database/generation'
import { takeLock } from '../database/locks'
import { PlaceDictionary } from './place-dictionary'

/** The clock of writers; read once a transaction, while the writer lock is held. */
export type WriterClock = (queries: Queries) => Promise<Date>

/** The dependencies of all functions that write jobs. The database needs two connections at least, better four. */
export interface Writer {
  database: Database
  dictionary: PlaceDictionary
  clock: WriterClock
}

export function createWriter(database: Database, clock: WriterClock = databaseClock): Writer {
  return { database, dictionary: new PlaceDictionary(), clock }
}

/** The clock of the database, which importers on several machines share. */
async function databaseClock(queries: Queries): Promise<Date> {
  // No table, so the builder cannot write it.
  const [row] = await queries.run<{ now: Date }>(sql`select clock_timestamp() as now`)
  if (row === undefined) throw new Error('the database has no clock')
  return row.now
}

/**
 * Waits for the writer lock, opens a generation when PostgreSQL is on another history, then reads the clock: writers follow
 * one another, and so do their instants.
 */
export async function takeWriterLock(writer: Writer, queries: Queries): Promise<Date> {
  await takeLock(queries, 'writer')
  const { id } = await ensureGeneration(queries)
  writer.dictionary.keepIfOf(id)
  return await writer.clock(queries)
}
