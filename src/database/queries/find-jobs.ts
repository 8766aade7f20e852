import { type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import type { JsonBytes } from '../../values/json-text'
import type { Queries } from '../drizzle'
import { conditionContext, filterCondition } from '../filter-conditions'
import { type DocumentParts, documentText, MODIFICATION } from '../job-document-column'
import { orderedJobs } from '../ordered-jobs'
import { jobDocuments } from '../schema/job-documents'
import { jobs } from '../schema/jobs'

/** A page of a feed in one of three orders. */
export type FeedPage = { limit: number } & (
  | { order: 'newest' | 'modified'; offset: number }
  | { order: 'id'; cursor: bigint }
)

export interface FeedQuery {
  filter: JobFilter
  page: FeedPage
  parts: DocumentParts
  /** Whether the documents are ModifiedJobs. */
  isModified: boolean
}

const ORDERS: Readonly<Record<FeedPage['order'], SQL>> = {
  newest: sql`${jobs.datePosted} desc nulls last, ${jobs.id} desc`,
  modified: sql`${jobs.dateModified} desc, ${jobs.id} desc`,
  id: sql`${jobs.id}`,
}

/** The documents of a page of jobs, in order. Filters read the narrow `jobs` rows; only the page reads documents. */
export async function findJobs(queries: Queries, query: FeedQuery): Promise<JsonBytes[]> {
  const { filter, page, parts, isModified } = query
  const order = ORDERS[page.order]
  // Only the columns of the order and of the document, so that an index-only scan is possible.
  const columns = [
    jobs.id,
    ...(page.order === 'newest' ? [jobs.datePosted] : []),
    ...(isModified || page.order === 'modified' ? [jobs.dateModified] : []),
  ]
  const ordered = {
    columns: sql.join(columns, sql`, `),
    order,
    limit: page.limit,
    ...(page.order === 'id'
      ? { more: sql`${jobs.id} > ${page.cursor.toString()}::bigint` }
      : { offset: page.offset }),
  }
  const condition = filterCondition(filter, await conditionContext(queries, filter))
  // Not the builder: the page is a subquery under the name of the table `jobs`.
  const rows = await queries.run<{ document: JsonBytes }>(sql`
    select ${documentText(parts, isModified ? MODIFICATION : sql``)} as document
    from (${orderedJobs(ordered, condition)}) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${order}`)
  return rows.map((row) => row.document)
}
