import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from '../../catalogue/database/client/array-literal'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { countWhere } from '../../catalogue/database/client/operators'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import { inRanges } from '../board/board-ranges'

/** How many postings of a board have an address for applying that belongs to another collected board. */
export interface OtherBoardCount {
  boardId: number
  otherId: number
  /** `source/slug` */
  other: string
  postings: number
  /** How many of these are left out because the other board is preferred. */
  leftOut: number
}

/** The other boards to which postings of all boards, or of one, belong. */
export async function countOtherBoards(
  queries: Queries,
  boardId?: number,
): Promise<OtherBoardCount[]> {
  const counts =
    boardId === undefined
      ? await inRanges(queries, posting.boardId, (isInRange) => countNamed(queries, isInRange))
      : await countNamed(queries, eq(posting.boardId, boardId))
  const others = await findNamed(queries, [...new Set(counts.map(({ title }) => title))])
  return counts
    .flatMap(({ title, ...row }) =>
      (others.get(title) ?? []).map(({ otherId, other }) => ({ ...row, otherId, other })),
    )
    .sort(
      (a, b) => a.boardId - b.boardId || b.postings - a.postings || (a.other < b.other ? -1 : 1),
    )
}

const posting = collectorPostings

/** Counts by the name of the other board, in lower case. */
async function countNamed({ db }: Queries, condition: SQL) {
  const title = sql<string>`lower(${posting.otherBoard})`
  return await db
    .select({
      boardId: posting.boardId,
      title,
      postings: count(),
      leftOut: countWhere(eq(posting.skipped, 'preferred')),
    })
    .from(posting)
    .where(and(condition, isNotNull(posting.otherBoard), isNull(posting.unlistedSince)))
    .groupBy(posting.boardId, title)
}

/** The collected boards by name in lower case. Two slugs may differ only in case. */
async function findNamed({ db }: Queries, titles: readonly string[]) {
  const { id, source, slug, state } = collectorBoards
  const other = sql<string>`${source} || '/' || ${slug}`
  const title = sql<string>`lower(${other})`
  const rows = await db
    .select({ otherId: id, other, title })
    .from(collectorBoards)
    .where(and(inArray(state, ['active', 'paused']), sql`${title} = any(${arrayLiteral(titles)})`))
  return Map.groupBy(rows, (row) => row.title)
}

/** `120 of 130 are postings of workday/acme/External, 118 left out` */
export function otherBoardLine(
  { other, postings, leftOut }: OtherBoardCount,
  listed: number,
): string {
  const line = `${postings} of ${listed} are postings of ${other}`
  return leftOut === 0 ? line : `${line}, ${leftOut} left out`
}
