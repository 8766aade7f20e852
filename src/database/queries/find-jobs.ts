import { type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import type { JsonBytes } from '../../values/json-text'
import type { Queries } from '../drizzle'
import { type DocumentParts, documentText, MODIFICATION } from '../job-document-column'
import { pagesOf } from '../ordered-jobs'
import { jobDocuments } from '../schema/job-documents'
import { jobs } from '../schema/jobs'

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
  // No more than the order and the document need, so that an index may hold all of it.
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
  const runPage = await pagesOf(queries, filter)
  const rows = await runPage<{ document: JsonBytes }>(
    ordered,
    (found) => sql`
    select ${documentText(parts, isModified ? MODIFICATION : sql``)} as document
    from (${found}) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${order}`,
  )
  return rows.map((row) => row.document)
}
