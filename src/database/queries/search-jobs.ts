import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import type { JobPlace } from '../../filters/search-cursor'
import type { JsonBytes } from '../../values/json-text'
import type { Queries } from '../drizzle'
import { wholeCondition } from '../filter-conditions'
import { type DocumentParts, documentText, STATUS } from '../job-document-column'
import { pagesOf, type RunPage } from '../ordered-jobs'
import { jobDocuments } from '../schema/job-documents'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'
import { reposts } from '../schema/reposts'

export interface SearchQuery {
  filter: JobFilter
  /** Jobs stand where they stood after this change of a `date_posted`, whatever changed since. */
  lastRepost: bigint
  /** The last job of the page before. */
  after: JobPlace | undefined
  limit: number
  parts: DocumentParts
}

/** A job of a search, with its place in the order of the search. */
export interface FoundJob extends JobPlace {
  document: JsonBytes
}

/**
 * A page of a search, newest first. Pages are of different moments; because every job keeps its place from the first
 * page on, one that matches throughout is on exactly one of them.
 */
export async function searchJobs(queries: Queries, query: SearchQuery): Promise<FoundJob[]> {
  const runPage = await pagesOf(queries, query.filter)
  const found: FoundJob[] = []
  for (const range of ranges(query.after)) {
    const limit = query.limit - found.length
    if (limit > 0) found.push(...(await findPage(runPage, { ...query, limit }, range)))
  }
  return found
}

/** The condition that a date and an id come after the cursor, within one stretch of the index. */
type Range = (datePosted: SQLWrapper, id: SQLWrapper) => SQL

/** One statement each: PostgreSQL cannot jump into an index by a condition with `or`. */
function ranges(after: JobPlace | undefined): Range[] {
  if (after === undefined) return [() => sql`true`]
  const last = sql`${after.id.toString()}::bigint`
  if (after.datePosted === null) {
    return [(datePosted, id) => sql`${datePosted} is null and ${id} < ${last}`]
  }
  const instant = sql`${after.datePosted.toISOString()}::timestamptz`
  return [
    (datePosted, id) => sql`(${datePosted}, ${id}) < (${instant}, ${last})`,
    (datePosted) => sql`${datePosted} is null`,
  ]
}

/** Jobs that were not reposted since, from the index, and the few that were, by the date they had before. */
async function findPage(
  runPage: RunPage,
  { lastRepost, limit, parts }: SearchQuery,
  range: Range,
): Promise<FoundJob[]> {
  const since = sql`${reposts.id} > ${lastRepost.toString()}::bigint`
  const order = sql`date_posted desc nulls last, id desc`
  const end = sql`order by ${order} limit ${limit}::bigint`
  const inPlace = {
    columns: sql`${COLUMNS}, ${jobs.datePosted}`,
    more: and(range(jobs.datePosted, jobs.id), notReposted(since)),
    order,
    limit,
  }
  return await runPage<FoundJob>(
    inPlace,
    (found, condition) => sql`
    select ${jobs.id}, ${jobs.datePosted} as "datePosted", ${documentText(parts, STATUS)} as document
    from (
      (${found})
      union all
      (select ${COLUMNS}, former.date_posted from ${formerPlaces(since)}
        where ${wholeCondition(condition)} and ${range(sql`former.date_posted`, sql`former.job_id`)} ${end})
      ${end}
    ) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${jobs.datePosted} desc nulls last, ${jobs.id} desc`,
  )
}

/** What the end of a document needs of `jobs`. */
const COLUMNS = sql`${jobs.id}, ${jobs.status}, ${jobs.dateModified}, ${jobs.dateRemoved}`

/** The first half is answered once, and spares most searches to ask for each job. */
function notReposted(since: SQL): SQL {
  return sql`(not exists (select from ${reposts} where ${since})
    or not exists (select from ${reposts} where ${reposts.jobId} = ${jobs.id} and ${since}))`
}

/** Reposted jobs with the date that they had before. The offset keeps PostgreSQL from filtering all jobs first. */
function formerPlaces(since: SQL): SQL {
  return sql`(select distinct on (${reposts.jobId}) ${reposts.jobId}, ${reposts.datePosted}
      from ${reposts} where ${since} order by ${reposts.jobId}, ${reposts.id}) as former
    cross join lateral (select * from ${ACTIVE_JOBS} where ${jobs.id} = former.job_id offset 0) as jobs`
}
