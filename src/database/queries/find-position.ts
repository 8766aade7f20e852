import { sql } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { changeCounters } from '../schema/changes'
import { generations } from '../schema/generations'
import { textIndex } from '../schema/search-index'

/** How far the catalogue of a server is. */
export interface Position {
  /** The changes of both countries and the version of the search index, which only grow; answers change with them. */
  changes: bigint
  /** The `id` of the last generation. Two servers with the same one have one history. */
  generation: string | null
  isStandby: boolean
}

export const POSITION = sql`
  (select coalesce(sum(last_seq), 0)::bigint from ${changeCounters})
    + (select ${textIndex.version} from ${textIndex}) as changes,
  (select ${generations.id} from ${generations} order by ${generations.number} desc limit 1) as generation,
  pg_is_in_recovery() as "isStandby"`

/** Raw `sql`: `runPositioned` puts the same columns before the answer of a statement. */
export async function findPosition(queries: Queries): Promise<Position> {
  const [position] = await light(queries).run<Position>(sql`select ${POSITION}`)
  if (position === undefined) throw new TypeError('a select without a table has one row')
  return position
}
