import { arrayContains, count, eq, type SQL } from 'drizzle-orm'
import type { Database } from '../../catalogue/database/client/connection'
import { countWhere } from '../../catalogue/database/client/operators'
import { collectorPostings } from '../../catalogue/database/schema/collector'
import { inRanges } from '../../collect/board/board-ranges'
import { type BoardRow, isPostingSql, postingStateSql } from '../../collect/board/board-state'

/** Of the postings of a board. */
interface BoardFigures {
  boardId: number
  listed: number
  /** In the catalogue, in all and by country. */
  kept: number
  ca: number
  us: number
  /** Pages of an employer's site; 0 on other boards. */
  pages: number
  /** Their details, or pages, are still to be read. */
  waiting: number
}

/** The figures of all boards that have postings, by the board's id. */
export async function countAllPostings(database: Database): Promise<Map<number, BoardFigures>> {
  const rows = await inRanges(database, collectorPostings.boardId, (isInRange) =>
    countPostings(database, isInRange),
  )
  return new Map(rows.map((row) => [row.boardId, row]))
}

export async function countPostingsOf(
  database: Database,
  { id }: BoardRow,
): Promise<BoardFigures | undefined> {
  const [figures] = await countPostings(database, eq(collectorPostings.boardId, id))
  return figures
}

async function countPostings({ db }: Database, condition: SQL): Promise<BoardFigures[]> {
  const { boardId, countries, dueAt } = collectorPostings
  return await db
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
    .where(condition)
    .groupBy(boardId)
}

/** How far the reading of details or pages is. */
export function progressOf(
  { listed, pages, waiting } = { listed: 0, pages: 0, waiting: 0 },
): string {
  if (waiting === 0) return ''
  const [count, what] = pages > 0 ? [pages, 'pages'] : [listed, 'details']
  return `${count - waiting} of ${count} ${what} are read`
}
