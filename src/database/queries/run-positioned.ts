import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../connection'
import { POSITION, type Position } from './find-position'

/** Rows, and how far the server's catalogue had come when it answered with them. */
export interface PositionedAnswer<Row> extends Position {
  rows: Row[]
}

/**
 * Runs a statement that begins with `select`, and says of which moment its answer is: one statement is of one
 * snapshot. The left join keeps the order of the rows, and gives one when there is none; the offset lets PostgreSQL
 * plan the statement as if it stood alone.
 */
export async function runPositioned<Row extends object>(
  queries: Queries,
  statement: SQL,
  signal?: AbortSignal,
): Promise<PositionedAnswer<Row>> {
  const found = await queries.run<Position & { isRow: true | null } & Row>(
    sql`
    select ${POSITION}, answer.* from (values (true)) as asked
    left join (select true as "isRow", one.* from (${statement}) as one offset 0) as answer on true`,
    signal,
  )
  const [first] = found
  if (first === undefined) throw new TypeError('the left join has a row')
  const { changes, isStandby } = first
  return { changes, isStandby, rows: first.isRow === null ? [] : found }
}
