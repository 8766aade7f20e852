import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../catalogue/database/client/connection'
import { anyOf } from '../../catalogue/database/client/operators'
import { upsert } from '../../catalogue/database/client/rows'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import { storable, storableJson } from '../../values/storable-text'
import { Stopped } from '../failures'
import type { ListMemoryShare } from '../http/list-memory'
import type { BoardAddress } from '../system'
import { boardColumns } from './board-columns'
import type { BoardRow, KnownPosting } from './board-state'
import { addBoard } from './boards'
import { type Collected, changesOf, type Removed, removedOf } from './collected'
import { isLeasedBy, type LeaseHolder, lockLeased } from './lease'

export interface FinishedBoard {
  row: BoardRow
  collected: Collected
  /** Ends when the board is written. */
  memory?: ListMemoryShare
}

/** A posting of a board, as the collector remembers it. */
export interface PostingRow extends KnownPosting {
  boardId: number
}

/**
 * Ends the leases of the boards that are still leased, and writes their new states. The postings with imported lines are
 * already written; `refused` are the postings whose lines were rejected.
 */
export async function writeStates(
  queries: Transaction,
  { owner, now }: LeaseHolder,
  boards: readonly FinishedBoard[],
  { refused = [], isOver }: { refused?: readonly PostingRow[]; isOver?: () => boolean } = {},
): Promise<void> {
  const ids = boards.map(({ row }) => row.id)
  const locked = await lockLeased(queries, owner, ids)
  const leased = new Set(locked.map(({ id }) => id))
  const own = boards.filter(({ row }) => leased.has(row.id))
  await writePostings(queries, owner, rowsOf(own), isOver)
  await writePostings(queries, owner, refused, isOver)
  for (const { row, collected } of own) {
    if (collected.kind === 'replaced') await addInPlace(queries, row, collected.boards, now())
    await deletePostings(queries, row.id, removedOf(collected))
    await queries.db
      .update(collectorBoards)
      .set({ leaseOwner: null, leaseUntil: null, ...storableColumns(row, collected, now()) })
      .where(eq(collectorBoards.id, row.id))
  }
}

/** The postings without a line. */
function* rowsOf(boards: readonly FinishedBoard[]): Generator<PostingRow> {
  for (const { row, collected } of boards) {
    for (const { posting, line } of changesOf(collected)) {
      if (line === undefined) yield { boardId: row.id, ...posting }
    }
  }
}

async function addInPlace(
  queries: Transaction,
  row: BoardRow,
  boards: readonly BoardAddress[],
  now: Date,
): Promise<void> {
  const { source, organization, country } = row
  for (const board of boards) {
    const known = { ...(organization && { organization }), ...(country && { country }) }
    await addBoard(queries, { source, ...board, ...known }, now)
  }
}

/** The first list of a career site has up to 500,000 rows; a thousand take PostgreSQL 15 ms. */
const ROWS_PER_STATEMENT = 1_000

/** Writes the rows of boards that are still leased. Throws `Stopped` when `isOver`. */
export async function writePostings(
  queries: Transaction,
  owner: string,
  rows: Iterable<PostingRow>,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (const part of parts(rows)) {
    if (isOver()) throw new Stopped()
    const json = storableJson(JSON.stringify(part))
    const ids = [...new Set(part.map(({ boardId }) => boardId))]
    const leased = queries.db
      .select({ id: collectorBoards.id })
      .from(collectorBoards)
      .where(isLeasedBy(owner, ids))
    const where = inArray(sql.identifier('boardId'), leased)
    await queries.run(upsert(collectorPostings, ['boardId', 'externalId'], { json, where }))
  }
}

function* parts(rows: Iterable<PostingRow>): Generator<PostingRow[]> {
  let part: PostingRow[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < ROWS_PER_STATEMENT) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

async function deletePostings(
  { db }: Transaction,
  boardId: number,
  removed: readonly Removed[],
): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map(({ externalId }) => externalId)
  const isRemoved = anyOf(collectorPostings.externalId, ids)
  await db.delete(collectorPostings).where(and(eq(collectorPostings.boardId, boardId), isRemoved))
}

/** The columns of a board, storable: their texts may come from answers, or from messages that were cut. */
function storableColumns(
  ...board: Parameters<typeof boardColumns>
): ReturnType<typeof boardColumns> {
  const columns = Object.entries(boardColumns(...board))
  return Object.fromEntries(columns.map(([name, value]) => [name, storable(value)]))
}
