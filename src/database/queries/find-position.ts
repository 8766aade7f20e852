import { sql } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { changeCounters } from '../schema/changes'

/** How far the catalogue of a server is. */
export interface Position {
  /**
   * The number of changes of both countries; it only grows. Two answers with the same number are of the same catalogue,
   * except for searches before and after a reindex, which writes no changes.
   */
  changes: bigint
  isStandby: boolean
}

export const POSITION = sql`
  (select coalesce(sum(last_seq), 0)::bigint from ${changeCounters}) as changes,
  pg_is_in_recovery() as "isStandby"`

/** Raw `sql`: `runPositioned` puts the same columns before the answer of a statement. */
export async function findPosition(queries: Queries): Promise<Position> {
  const [position] = await light(queries).run<Position>(sql`select ${POSITION}`)
  if (position === undefined) throw new TypeError('a select without a table has one row')
  return position
}
