import { sql } from 'drizzle-orm'
import { type Queries, type Statement, toStatement } from '../drizzle'
import { type RawAnswer, readRows } from '../read-rows'
import { POSITION, type Position } from './find-position'

/** An answer, and the position of the server's catalogue when it gave it. */
export interface PositionedAnswer extends Position {
  answer: RawAnswer
}

/**
 * Runs a statement that begins with `select` together with the position of its snapshot: one statement has one snapshot.
 * The left join keeps the order of the rows, and yields one row when there is none. The offset lets PostgreSQL plan the
 * statement as if it ran alone.
 */
export async function runPositioned(
  queries: Queries,
  statement: Statement,
  signal?: AbortSignal,
): Promise<PositionedAnswer> {
  const text = `${HEAD} ${statement.text}) as one offset 0) as answer on true`
  const found = await queries.ask({ ...statement, text }, signal)
  const [first] = readRows<Position & { isRow: true | null }>(columnsOf(found, 0, OWN_COLUMNS))
  if (first === undefined) throw new TypeError('the left join has a row')
  const { isRow, ...position } = first
  const answer = columnsOf(found, OWN_COLUMNS)
  if (isRow === null) answer.length = 0
  return { ...position, answer }
}

const { text: HEAD } = toStatement(sql`
  select ${POSITION}, answer.* from (values (true)) as asked
  left join (select true as "isRow", one.* from (`)

/** `changes`, `generation`, `isStandby` and `isRow`. */
const OWN_COLUMNS = 4

function columnsOf(answer: RawAnswer, from: number, to?: number) {
  const rows = answer.map((values) => values.slice(from, to))
  return Object.assign(rows, { columns: answer.columns.slice(from, to) })
}
