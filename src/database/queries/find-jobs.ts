import { type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import type { JsonBytes } from '../../values/json-text'
import type { Queries } from '../connection'
import { filterCondition } from '../filter-conditions'
import { type DocumentParts, documentText, MODIFICATION } from '../job-document-column'
import { jobDocuments } from '../schema/job-documents'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'

/** A page of a feed, in one of its orders. */
export type FeedPage = { limit: number } & (
  | { order: 'newest' | 'modified'; offset: number }
  | { order: 'id'; cursor: bigint }
)

export interface FeedQuery {
  filter: JobFilter
  page: FeedPage
  parts: DocumentParts
  /** Whether documents end as those of a ModifiedJob. */
  isModified: boolean
}

const ORDERS: Readonly<Record<FeedPage['order'], SQL>> = {
  newest: sql`${jobs.datePosted} desc nulls last, ${jobs.id} desc`,
  modified: sql`${jobs.dateModified} desc, ${jobs.id} desc`,
  id: sql`${jobs.id}`,
}

/** The documents of a page of jobs, in order: the narrow rows are filtered first, then their documents fetched. */
export async function findJobs(queries: Queries, query: FeedQuery): Promise<JsonBytes[]> {
  const { filter, page, parts, isModified } = query
  const order = ORDERS[page.order]
  const after =
    page.order === 'id' ? sql`and ${jobs.id} > ${page.cursor.toString()}::bigint` : sql``
  const skipped = page.order === 'id' ? sql`` : sql`offset ${page.offset}::bigint`
  // No more than the order and the document need, so that an index may hold all of it.
  const columns = [
    jobs.id,
    ...(page.order === 'newest' ? [jobs.datePosted] : []),
    ...(isModified || page.order === 'modified' ? [jobs.dateModified] : []),
  ]
  const rows = await queries.run<{ document: JsonBytes }>(sql`
    select ${documentText(parts, isModified ? MODIFICATION : sql``)} as document
    from (
      select ${sql.join(columns, sql`, `)} from ${ACTIVE_JOBS}
      where ${await filterCondition(queries, filter)} ${after}
      order by ${order} limit ${page.limit}::bigint ${skipped}
    ) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${order}`)
  return rows.map((row) => row.document)
}
