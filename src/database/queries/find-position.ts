import { type SQL, sql } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { changeCounters } from '../schema/changes'
import { generations } from '../schema/generations'
import { retention } from '../schema/retention'
import { textIndex } from '../schema/search-index'
import { IS_PRESENT } from './find-server-state'

/** How far the catalogue of a server is. */
export interface Position {
  /** The changes of both countries, the version of the search index and the steps of prunes, which only grow; answers change with them. */
  changes: bigint
  /**
   * The `id` of the last generation. Two servers with the same one have one history. Null when there is none, and for
   * `findPosition` also when the primary is not on the history of the last one.
   */
  generation: string | null
  isStandby: boolean
}

const LAST = sql`${generations.number} = (select max(${generations.number}) from ${generations})`

/** The position of a snapshot of a server, with its last generation. */
export const POSITION = positionOf(LAST)

function positionOf(isGeneration: SQL): SQL {
  return sql`
  (select coalesce(sum(last_seq), 0)::bigint from ${changeCounters})
    + (select ${textIndex.version} from ${textIndex})
    + (select coalesce(sum(steps), 0)::bigint from ${retention}) as changes,
  (select ${generations.id} from ${generations} where ${isGeneration}) as generation,
  pg_is_in_recovery() as "isStandby"`
}

/** Raw `sql`: `runPositioned` puts the same columns before the answer of a statement. */
export async function findPosition(queries: Queries): Promise<Position> {
  const [position] = await light(queries).run<Position>(sql`
    select ${positionOf(sql`${LAST} and ${IS_PRESENT}`)}`)
  if (position === undefined) throw new TypeError('a select without a table has one row')
  return position
}
