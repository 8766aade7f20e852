import { sql } from 'drizzle-orm'
import type { Queries } from '../drizzle'
import { changeCounters } from '../schema/changes'

/** How far a server's catalogue has come. */
export interface Position {
  /**
   * The changes of both countries; they only grow. What clients read is the same while they are, but for what searches
   * find before and after a reindex, which writes none.
   */
  changes: bigint
  isStandby: boolean
}

export const POSITION = sql`
  (select coalesce(sum(last_seq), 0)::bigint from ${changeCounters}) as changes,
  pg_is_in_recovery() as "isStandby"`

export async function findPosition(queries: Queries): Promise<Position> {
  const [position] = await queries.run<Position>(sql`select ${POSITION}`)
  if (position === undefined) throw new TypeError('there is always a row')
  return position
}
