import type { Queries } from '../../catalogue/database/client/drizzle'
import {
  type FoundJob,
  findLastRepost,
  type SearchQuery,
  searchJobs,
} from '../../catalogue/database/queries/search-jobs'
import type { SearchCursor } from '../filters/search-cursor'

interface PageOptions<Row> extends Pick<SearchQuery, 'filter' | 'limit' | 'parts'> {
  /** That of the page before; undefined for the first page. */
  cursor: SearchCursor | undefined
  /** The time of the first page. */
  begun: Date
  /** The rows of the page: one for each job, or fewer where the page has too little room. */
  toRows: (found: readonly FoundJob[]) => readonly Row[]
}

/** A page of a search, and the cursor of the next one; `next` is undefined on the last page. */
export async function findPage<Row>(
  database: Queries,
  { cursor, begun, limit, toRows, ...search }: PageOptions<Row>,
): Promise<{ rows: readonly Row[]; next: SearchCursor | undefined }> {
  // Read before the first page, so that changes made in between count as later.
  const lastRepost = cursor?.lastRepost ?? (await findLastRepost(database))
  // One job more than the page has shows whether another page follows.
  const found = await searchJobs(database, {
    ...search,
    lastRepost,
    after: cursor?.after,
    limit: limit + 1,
  })
  const rows = toRows(found.slice(0, limit))
  const after = found.length > rows.length ? found[rows.length - 1] : undefined
  return { rows, next: after && { begun, lastRepost, after } }
}
