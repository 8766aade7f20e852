import type { Queries } from '../../catalogue/database/client/drizzle'
import { searchByPay } from '../../catalogue/database/queries/search-by-pay'
import {
  findLastRepost,
  type SearchQuery,
  searchJobs,
} from '../../catalogue/database/queries/search-jobs'
import type { PayKey, SortKey } from '../../catalogue/job-filter'
import type { JsonBytes } from '../../values/json-text'
import type { SearchCursor } from '../filters/search-cursor'

interface PageOptions<Row> extends Pick<SearchQuery, 'filter' | 'limit' | 'parts'> {
  /** That of the page before; undefined for the first page. */
  cursor: SearchCursor | undefined
  /** The time of the first page. */
  begun: Date
  /** The rows of the page: one for each job, or fewer where the page has too little room. */
  toRows: (found: readonly FoundJob[]) => readonly Row[] | Promise<readonly Row[]>
  /** Without it the newest jobs come first. */
  sort?: 'newest' | 'pay'
}

/** A job of a search, with its place in the order. */
export type FoundJob = (SortKey | PayKey) & { document: JsonBytes }

/** A page of a search, and the cursor of the next one; `next` is undefined on the last page. */
export async function findPage<Row>(
  database: Queries,
  { cursor, begun, limit, toRows, sort, ...search }: PageOptions<Row>,
): Promise<{ rows: readonly Row[]; next: SearchCursor | undefined }> {
  // Read before the first page, so that changes made in between count as later.
  const lastRepost = cursor?.lastRepost ?? (await findLastRepost(database))
  // One job more than the page has shows whether another page follows.
  const query = { ...search, limit: limit + 1 }
  const found =
    sort === 'pay'
      ? await searchByPay(database, { ...query, after: keyOf(cursor, isPayKey) })
      : await searchJobs(database, { ...query, lastRepost, after: keyOf(cursor, isSortKey) })
  const rows = await toRows(found.slice(0, limit))
  const after = found.length > rows.length ? found[rows.length - 1] : undefined
  return { rows, next: after && { begun, lastRepost, after } }
}

/** The place of a cursor in an order. A cursor has the filters and the order of its first page. */
function keyOf<Key extends SortKey | PayKey>(
  cursor: SearchCursor | undefined,
  isKey: (key: SortKey | PayKey) => key is Key,
): Key | undefined {
  if (cursor === undefined) return undefined
  if (isKey(cursor.after)) return cursor.after
  throw new TypeError('a cursor has a place in the order of its search')
}

const isPayKey = (key: SortKey | PayKey) => 'payTop' in key
const isSortKey = (key: SortKey | PayKey) => 'datePosted' in key
