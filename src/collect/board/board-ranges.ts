import { between, gt, max, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards } from '../../catalogue/database/schema/collector'

/** About this many postings are in a range, so that a statement over it is short. */
const POSTINGS_PER_RANGE = 20_000

/** Added to the postings of each board, so that a range of empty boards is bounded too. */
const POSTINGS_PER_BOARD = 10

/** Boards that are divided into ranges by one statement. */
const BOARDS_PER_STATEMENT = 5_000

/**
 * Runs a query for one range of boards after another, and returns all rows: one statement over many boards would take long.
 * `boardId` is the column that the condition of the query compares.
 */
export async function inRanges<Row>(
  queries: Pick<Queries, 'db'>,
  boardId: PgColumn,
  query: (isInRange: SQL) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  let last = 0
  for (;;) {
    const ranges = await readRanges(queries, last)
    for (const range of ranges) {
      for (const row of await query(between(boardId, range.first, range.last))) rows.push(row)
    }
    const end = ranges.at(-1)
    if (end === undefined) return rows
    last = end.last ?? last
  }
}

async function readRanges({ db }: Pick<Queries, 'db'>, after: number) {
  const { id, lastCount } = collectorBoards
  const boards = db
    .select({ id, lastCount })
    .from(collectorBoards)
    .where(gt(id, after))
    .orderBy(id)
    .limit(BOARDS_PER_STATEMENT)
    .as('board')
  const postings = sql`sum(coalesce(${boards.lastCount}, 0) + ${POSTINGS_PER_BOARD}::integer) over (order by ${boards.id})`
  const numbered = db
    .select({ id: boards.id, range: sql`${postings} / ${POSTINGS_PER_RANGE}::bigint`.as('range') })
    .from(boards)
    .as('numbered')
  return await db
    .select({ first: min(numbered.id), last: max(numbered.id) })
    .from(numbered)
    .groupBy(numbered.range)
    .orderBy(numbered.range)
}
