import { sql } from 'drizzle-orm'
import type { Database } from '../database/connection'
import type { Queries } from '../database/drizzle'
import { takeLock } from '../database/locks'
import { PlaceDictionary } from './place-dictionary'

/** Where the writer's instants come from; asked once a transaction, while the writer's lock is held. */
export type WriterClock = (queries: Queries) => Promise<Date>

/** What the functions that write jobs share. Its database has room for two statements at once, better for four. */
export interface Writer {
  database: Database
  dictionary: PlaceDictionary
  clock: WriterClock
}

export function createWriter(database: Database, clock: WriterClock = databaseClock): Writer {
  return { database, dictionary: new PlaceDictionary(), clock }
}

/** The clock of the database: importers on several machines agree on it. */
export async function databaseClock(queries: Queries): Promise<Date> {
  const [row] = await queries.run<{ now: Date }>(sql`select clock_timestamp() as now`)
  if (row === undefined) throw new Error('the database has no clock')
  return row.now
}

/** Waits for the writers before, then reads the clock. */
export async function takeTurn(writer: Writer, queries: Queries): Promise<Date> {
  await takeLock(queries, 'writer')
  return await writer.clock(queries)
}
