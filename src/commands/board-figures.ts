import { arrayContains, count, eq } from 'drizzle-orm'
import { isPostingSql, postingStateSql } from '../collect/board-state'
import type { Database } from '../database/client/connection'
import { countWhere } from '../database/client/operators'
import { collectorPostings } from '../database/schema/collector'

/**
 * The numbers of listed postings by board; those kept in the catalogue, in all and by country; pages of an employer's site, 0
 * on other boards; and those whose details, or pages, are still to be read.
 */
export async function countPostings(database: Database) {
  const { boardId, countries, dueAt } = collectorPostings
  const rows = await database.db
    .select({
      boardId,
      listed: countWhere(isPostingSql),
      kept: count(countries),
      ca: countWhere(arrayContains(countries, ['CA'])),
      us: countWhere(arrayContains(countries, ['US'])),
      pages: count(dueAt),
      waiting: countWhere(eq(postingStateSql, 'waiting')),
    })
    .from(collectorPostings)
    .groupBy(boardId)
  return new Map(rows.map((row) => [row.boardId, row]))
}

/** How far the reading of details or pages is. */
export function progressOf(
  { listed, pages, waiting } = { listed: 0, pages: 0, waiting: 0 },
): string {
  if (waiting === 0) return ''
  const [count, what] = pages > 0 ? [pages, 'pages'] : [listed, 'details']
  return `${count - waiting} of ${count} ${what} are read`
}
