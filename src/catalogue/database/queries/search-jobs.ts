import { and, gt, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { JsonBytes } from '../../../values/json-text'
import type { JobFilter, SortKey } from '../../job-filter'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { list } from '../client/operators'
import {
  conditionContext,
  type FilterCondition,
  filterCondition,
  wholeCondition,
} from '../conditions/filter-conditions'
import { type DocumentParts, documentText, STATUS } from '../conditions/job-document-column'
import { orderedJobs } from '../conditions/ordered-jobs'
import { ACTIVE_JOBS, jobDocuments, jobs, reposts } from '../schema/jobs'

/** The number of the last change of a job's `date_posted`; 0 when none ever changed. */
export async function findLastRepost(queries: Queries): Promise<bigint> {
  const [row] = await onReservedConnections(queries)
    .db.select({ last: max(reposts.id) })
    .from(reposts)
  return row?.last ?? 0n
}

export interface SearchQuery {
  filter: JobFilter
  /** Jobs are in the order after this change of a `date_posted`; later changes are ignored. */
  lastRepost: bigint
  /** The last job of the page before. */
  after: SortKey | undefined
  limit: number
  parts: DocumentParts
}

/** A job of a search, with its sort key. */
export interface FoundJob extends SortKey {
  document: JsonBytes
}

/**
 * A page of a search, newest first. Pages are read at different times, but every job keeps its sort
 * key of the first page. So a job that matches throughout is on exactly one page.
 */
export async function searchJobs(queries: Queries, query: SearchQuery): Promise<FoundJob[]> {
  const condition = filterCondition(query.filter, await conditionContext(queries, query.filter))
  const found: FoundJob[] = []
  for (const range of ranges(query.after)) {
    const limit = query.limit - found.length
    if (limit > 0) found.push(...(await findPage(queries, condition, { ...query, limit }, range)))
  }
  return found
}

/** The condition that a date and an id are in one range of the index after the cursor. */
type Range = (key: { datePosted: PgColumn; id: PgColumn }) => SQL | undefined

/** Each range needs its own statement, because PostgreSQL cannot seek in an index with `or`. */
function ranges(after: SortKey | undefined): Range[] {
  if (after === undefined) return [() => undefined]
  const { id: lastId, datePosted: lastDate } = after
  if (lastDate === null) return [({ datePosted, id }) => and(isNull(datePosted), lt(id, lastId))]
  return [
    ({ datePosted, id }) =>
      sql`(${datePosted}, ${id}) < (${sql.param(lastDate, datePosted)}, ${sql.param(lastId, id)})`,
    ({ datePosted }) => isNull(datePosted),
  ]
}

/** The jobs that were not reposted since come from the index; the few others have their former date. */
async function findPage(
  queries: Queries,
  condition: FilterCondition,
  { lastRepost, limit, parts }: SearchQuery,
  range: Range,
): Promise<FoundJob[]> {
  const since = gt(reposts.id, lastRepost)
  const order = sql`date_posted desc nulls last, id desc`
  const end = sql`order by ${order} limit ${limit}::bigint`
  const inPlace = {
    columns: [...COLUMNS, jobs.datePosted],
    more: and(range(jobs), notReposted(since)),
    order,
    limit,
  }
  // Not the builder: the page is a subquery under the name of the table `jobs`.
  return await queries.run<FoundJob>(sql`
    select ${jobs.id}, ${jobs.datePosted} as "datePosted", ${documentText(parts, STATUS)} as document
    from (
      (${orderedJobs(inPlace, condition)})
      union all
      (select ${list([...COLUMNS, former.datePosted])} from ${formerPlaces(since)}
        where ${and(wholeCondition(condition), range({ datePosted: former.datePosted, id: former.jobId }))} ${end})
      ${end}
    ) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${jobs.datePosted} desc nulls last, ${jobs.id} desc`)
}

/** The columns of `jobs` for the end of a document. */
const COLUMNS = [jobs.id, jobs.status, jobs.dateModified, jobs.dateRemoved]

/** PostgreSQL evaluates the first half once; in most searches it makes the check of each job unnecessary. */
function notReposted(since: SQL): SQL {
  return sql`(not exists (select from ${reposts} where ${since})
    or not exists (select from ${reposts} where ${reposts.jobId} = ${jobs.id} and ${since}))`
}

/** A job under the date that it had when the search began. */
const former = alias(reposts, 'former')

/** Reposted jobs with their former date. The offset prevents PostgreSQL from filtering all jobs first. */
function formerPlaces(since: SQL): SQL {
  return sql`(select distinct on (${reposts.jobId}) ${reposts.jobId}, ${reposts.datePosted}
      from ${reposts} where ${since} order by ${reposts.jobId}, ${reposts.id}) as former
    cross join lateral (select * from ${ACTIVE_JOBS} where ${jobs.id} = ${former.jobId} offset 0) as jobs`
}
