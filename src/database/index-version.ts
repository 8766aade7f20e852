import { sql } from 'drizzle-orm'
import { ANALYZER_VERSION } from '../search/analyzer'
import type { Queries } from './drizzle'
import { jobs } from './schema/jobs'
import { textIndex } from './schema/text-index'

/** The version of the analyzer that made the search index, or a part of it, when it is not the one that reads queries. */
export async function outdatedIndexVersion(queries: Queries): Promise<number | undefined> {
  const versions = await indexVersions(queries)
  return versions.find((version) => version !== ANALYZER_VERSION)
}

/** Whether this version of the analyzer has made the whole index. */
export async function isIndexCurrent(queries: Queries): Promise<boolean> {
  return (await outdatedIndexVersion(queries)) === undefined
}

/** Throws when a later version made the index, or is making it. Call it while the writer's lock is held. */
export async function refuseLaterIndex(queries: Queries): Promise<void> {
  const latest = Math.max(...(await indexVersions(queries)))
  if (latest <= ANALYZER_VERSION) return
  throw new Error(
    `the search index is of analyzer version ${latest}, and this is version ${ANALYZER_VERSION}; import with a newer version`,
  )
}

/** The version of the index, and the version that a reindex under way makes. */
async function indexVersions(queries: Queries): Promise<number[]> {
  const [row] = await queries.run<{ version: number; nextVersion: number | null }>(sql`
    select ${textIndex.version}, ${textIndex.nextVersion} as "nextVersion" from ${textIndex}`)
  return [row?.version ?? 0, row?.nextVersion ?? ANALYZER_VERSION]
}

/** An empty catalogue has nothing that another version made. */
export const CURRENT_WHEN_EMPTY = sql`
  update ${textIndex} set version = ${ANALYZER_VERSION}::integer, next_version = null, done_to = 0
  where not exists (select from ${jobs})`
