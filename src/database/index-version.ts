import { sql } from 'drizzle-orm'
import { ANALYZER_VERSION } from '../search/analyzer'
import type { Queries } from './connection'
import { jobs } from './schema/jobs'
import { textIndex } from './schema/text-index'

/** The version of the analyzer that made the search index, when it is not the one that reads queries. */
export async function outdatedIndexVersion(queries: Queries): Promise<number | undefined> {
  const [row] = await queries.run<{ version: number }>(
    sql`select ${textIndex.version} from ${textIndex}`,
  )
  return row?.version === ANALYZER_VERSION ? undefined : (row?.version ?? 0)
}

/** An empty catalogue has nothing that another version made. */
export const CURRENT_WHEN_EMPTY = sql`
  update ${textIndex} set version = ${ANALYZER_VERSION}::integer, next_version = null, done_to = 0
  where not exists (select from ${jobs})`
