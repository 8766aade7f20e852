import { type SQL, sql } from 'drizzle-orm'
import {
  onlyRow,
  onReservedConnections,
  prepare,
  type Queries,
  type Statement,
  toStatement,
} from '../client/drizzle'
import { every } from '../client/operators'
import { type RawAnswer, readRows } from '../client/read-rows'
import { changeCounters } from '../schema/changes'
import { generations } from '../schema/generations'
import { retention, textIndex } from '../schema/single-rows'
import { IS_PRESENT } from './find-server-state'

/** How far the catalogue of a server is. */
export interface Position {
  /** The changes of both countries, the version of the search index and the steps of prunes, which only grow; answers change with them. */
  changes: bigint
  /**
   * The `id` of the last generation. Two servers with the same one have one history. Null when there is none, and for
   * `findPosition` also when the primary is not on the history of the last one.
   */
  generation: string | null
  isStandby: boolean
}

const LAST = sql`${generations.number} = (select max(${generations.number}) from ${generations})`

function positionOf(isGeneration: SQL): SQL {
  return sql`
  (select coalesce(sum(last_seq), 0)::bigint from ${changeCounters})
    + (select ${textIndex.version} from ${textIndex})
    + (select coalesce(sum(steps), 0)::bigint from ${retention}) as changes,
  (select ${generations.id} from ${generations} where ${isGeneration}) as generation,
  pg_is_in_recovery() as "isStandby"`
}

const FIND = prepare(sql`select ${positionOf(every(LAST, IS_PRESENT))}`, { keepsPlan: true })

/** Not the builder: `runPositioned` puts the same columns before the answer of a statement. */
export async function findPosition(queries: Queries): Promise<Position> {
  return onlyRow(await onReservedConnections(queries).run<Position>(FIND({})))
}

/** An answer, and the position of the server's catalogue when it gave it. */
interface PositionedAnswer extends Position {
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
  const found = await queries.send({ ...statement, text }, signal)
  const own = readRows<Position & { isRow: true | null }>(columnsOf(found, 0, OWN_COLUMNS))
  // The left join has a row.
  const { isRow, ...position } = onlyRow(own)
  const answer = columnsOf(found, OWN_COLUMNS)
  if (isRow === null) answer.length = 0
  return { ...position, answer }
}

const { text: HEAD } = toStatement(sql`
  select ${positionOf(LAST)}, answer.* from (values (true)) as asked
  left join (select true as "isRow", one.* from (`)

/** `changes`, `generation`, `isStandby` and `isRow`. */
const OWN_COLUMNS = 4

function columnsOf(answer: RawAnswer, from: number, to?: number) {
  const rows = answer.map((values) => values.slice(from, to))
  return Object.assign(rows, { columns: answer.columns.slice(from, to) })
}
