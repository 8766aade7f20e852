import { sql } from 'drizzle-orm'
import { ANALYZER_VERSION } from '../../../text/search/index/analyzer'
import type { Queries } from '../client/drizzle'
import { jobs } from '../schema/jobs'
import { textIndex } from '../schema/single-rows'

/** The analyzer version of the search index, or of a part of it; undefined when all of it has this version. */
export async function outdatedIndexVersion(queries: Queries): Promise<number | undefined> {
  const versions = await indexVersions(queries)
  return versions.find((version) => version !== ANALYZER_VERSION)
}

/** Throws when a later analyzer version built the index or is rebuilding it. The caller holds the writer lock. */
export async function refuseLaterIndex(queries: Queries): Promise<void> {
  const latest = Math.max(...(await indexVersions(queries)))
  if (latest <= ANALYZER_VERSION) return
  throw new Error(
    `the search index is of analyzer version ${latest}, and this is version ${ANALYZER_VERSION}; import with a newer version`,
  )
}

/** The analyzer version of the index, and that of a rebuild in progress. */
async function indexVersions({ db }: Queries): Promise<number[]> {
  const { version, nextVersion } = textIndex
  const [row] = await db.select({ version, nextVersion }).from(textIndex)
  return [row?.version ?? 0, row?.nextVersion ?? ANALYZER_VERSION]
}

/** An empty index is of any version. */
export const CURRENT_WHEN_EMPTY = sql`
  update ${textIndex} set version = ${ANALYZER_VERSION}::integer, next_version = null, done_to = 0
  where not exists (select from ${jobs})`
