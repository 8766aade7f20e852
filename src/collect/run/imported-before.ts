import { and, eq, ne, sql } from 'drizzle-orm'
import { anyOf } from '../../catalogue/database/client/operators'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import { postings } from '../../catalogue/database/schema/jobs'
import { expirePostings, findActivePostings } from '../../catalogue/import/complete-boards'
import { postingIdentity } from '../../catalogue/import/posting'
import type { Writer } from '../../catalogue/import/write/writer'
import { type BoardRow, boardTitle, type PostingState, postingState } from '../board/board-state'
import type { Collected } from '../board/collected'
import { CONFIRMATION_MS } from '../board/quarantine'

/** A board as it was before a collection, and the result of the collection. */
interface WrittenBoard {
  row: BoardRow
  collected: Collected
}

/**
 * Expires jobs that were imported before their boards were added, if the lists of the boards omit them; returns how many
 * postings left. The collector has a row for each posting that a list has named since. Like any posting, such a posting leaves
 * with the second list that omits it, and only if that list is proved complete.
 */
export async function expireImportedBefore(
  writer: Writer,
  boards: readonly WrittenBoard[],
  now: Date,
): Promise<number> {
  const rows = boards.filter((board) => isSecondList(board, now)).map(({ row }) => row)
  let expired = 0
  for (const row of await withOtherPostings(writer, rows)) {
    const claimed = await claimedKeys(writer, row)
    const active = await findActivePostings(writer.database, [boardTitle(row)])
    const others = active.flatMap(({ key }) => (claimed.has(key) ? [] : [key]))
    if (others.length > 0) expired += (await expirePostings(writer, others)).size
  }
  return expired
}

function isSecondList({ row: { lastSuccessAt }, collected }: WrittenBoard, now: Date): boolean {
  if (
    collected.kind !== 'read' ||
    collected.isSuspect === true ||
    collected.incompleteReason !== undefined ||
    !collected.isUnderstood
  )
    return false
  return lastSuccessAt !== null && now.getTime() - lastSuccessAt.getTime() >= CONFIRMATION_MS
}

/** The boards whose number of active postings differs from the number that the collector has written. */
async function withOtherPostings(
  { database: { db } }: Writer,
  rows: readonly BoardRow[],
): Promise<BoardRow[]> {
  if (rows.length === 0) return []
  const active = sql`select count(distinct ${postings.key}) from ${postings}
    where ${postings.isActive} and ${postings.board} = ${collectorBoards.source} || '/' || ${collectorBoards.slug}`
  const written = sql`select count(*) from ${collectorPostings}
    where ${collectorPostings.boardId} = ${collectorBoards.id} and ${collectorPostings.countries} is not null`
  const ids = rows.map(({ id }) => id)
  const found = await db
    .select({ id: collectorBoards.id })
    .from(collectorBoards)
    .where(
      and(
        anyOf(collectorBoards.id, ids),
        ne(collectorBoards.state, 'removed'),
        sql`(${active}) <> (${written})`,
      ),
    )
  return rows.filter(({ id }) => found.some((board) => board.id === id))
}

/** The states of postings that do not belong in the catalogue. */
const OUT: readonly PostingState[] = ['none', 'foreign', 'gone', 'preferred']

/** The keys of the postings that, as far as the collector knows, may be in the catalogue. */
async function claimedKeys({ database: { db } }: Writer, row: BoardRow): Promise<Set<string>> {
  const known = await db
    .select()
    .from(collectorPostings)
    .where(eq(collectorPostings.boardId, row.id))
  const { source, slug } = row
  return new Set(
    known.flatMap((posting) => {
      if (posting.countries === null && OUT.includes(postingState(posting))) return []
      const { externalId } = posting
      return [postingIdentity({ source, source_slug: slug, external_id: externalId }).key]
    }),
  )
}
