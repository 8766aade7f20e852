import { desc, gt, sql } from 'drizzle-orm'
import type { JsonBytes } from '../../../values/json-text'
import type { JobFilter } from '../../job-filter'
import type { Queries } from '../client/drizzle'
import { list } from '../client/operators'
import { conditionContext, filterCondition } from '../conditions/filter-conditions'
import { type DocumentParts, documentText, MODIFICATION } from '../conditions/job-document-column'
import { orderedJobs } from '../conditions/ordered-jobs'
import { jobDocuments, jobs } from '../schema/jobs'

export interface FeedQuery {
  filter: JobFilter
  /** `cursor`, the last id of the page before, overrides `offset` and the order of the feed. */
  page: { limit: number; offset?: number | undefined; cursor?: bigint | undefined }
  parts: DocumentParts
  /** Whether the documents are ModifiedJobs, the last change first. */
  isModified: boolean
}

const NEWEST_FIRST = sql`${jobs.datePosted} desc nulls last, ${jobs.id} desc`
const LAST_CHANGE_FIRST = list([desc(jobs.dateModified), desc(jobs.id)])

/** The documents of a page of jobs, in order. Filters read the narrow `jobs` rows; only the page reads documents. */
export async function findJobs(queries: Queries, query: FeedQuery): Promise<JsonBytes[]> {
  const { filter, parts, isModified } = query
  const { limit, offset, cursor } = query.page
  const feedOrder = isModified ? LAST_CHANGE_FIRST : NEWEST_FIRST
  const order = cursor === undefined ? feedOrder : sql`${jobs.id}`
  // Only the columns of the order and of the document, so that an index-only scan is possible.
  const columns = [
    jobs.id,
    ...(order === NEWEST_FIRST ? [jobs.datePosted] : []),
    ...(isModified ? [jobs.dateModified] : []),
  ]
  const ordered = {
    columns,
    order,
    limit,
    ...(cursor === undefined ? { offset } : { more: gt(jobs.id, cursor) }),
  }
  const condition = filterCondition(filter, await conditionContext(queries, filter))
  // Not the builder: the page is a subquery under the name of the table `jobs`.
  const rows = await queries.run<{ document: JsonBytes }>(sql`
    select ${documentText(parts, isModified ? MODIFICATION : [])} as document
    from (${orderedJobs(ordered, condition)}) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${order}`)
  return rows.map((row) => row.document)
}
