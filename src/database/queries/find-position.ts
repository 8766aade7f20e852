import { sql } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { changeCounters } from '../schema/changes'
import { retention } from '../schema/retention'
import { textIndex } from '../schema/search-index'

/** How far the catalogue of a server is. */
export interface Position {
  /** The changes of both countries, the version of the search index and the steps of prunes, which only grow; answers change with them. */
  changes: bigint
  isStandby: boolean
}

export const POSITION = sql`
  (select coalesce(sum(last_seq), 0)::bigint from ${changeCounters})
    + (select ${textIndex.version} from ${textIndex})
    + (select coalesce(sum(steps), 0)::bigint from ${retention}) as changes,
  pg_is_in_recovery() as "isStandby"`

/** Raw `sql`: `runPositioned` puts the same columns before the answer of a statement. */
export async function findPosition(queries: Queries): Promise<Position> {
  const [position] = await light(queries).run<Position>(sql`select ${POSITION}`)
  if (position === undefined) throw new TypeError('a select without a table has one row')
  return position
}
