import { type BoardRow, type KnownPosting, toBoard } from './board-state'
import type { CollectContext } from './collect-board'
import { type Collected, failure } from './collected'
import { PageTurn, type ReadPage } from './page-turn'

/** A list that is younger than this share of the board's interval is not read again. */
const LIST_SHARE = 0.8

/** One turn of an employer's site: its sitemaps, when they are due, and the pages that are new or due, within limits. */
export async function collectPages(
  row: BoardRow,
  known: readonly KnownPosting[],
  readPage: ReadPage,
  context: CollectContext,
): Promise<Collected> {
  const { system, client, now } = context
  const board = toBoard(row)
  const { fetch } = client.session(system, {}, board)
  const turn = new PageTurn(row, known, readPage, { ...context, fetch })
  let listing: { count?: number; doubt?: string | undefined; listedAt?: Date } = {
    ...(row.doubt !== null && { doubt: row.doubt }),
  }
  try {
    if (isListDue(row, now())) {
      const list = await system.list(board, fetch)
      if (list.kind === 'missing') throw new Error(list.reason)
      turn.compare(list)
      listing = { count: list.postings.length, doubt: list.doubt, listedAt: now() }
    }
  } catch (error) {
    // The pages that are known are read all the same, unless the host is not to be asked.
    const failed = failure(error)
    if (known.length === 0 || failed.isStopped || failed.blockedUntil) return failed
    listing = { doubt: failed.error }
  }
  try {
    await turn.read()
  } catch (error) {
    return failure(error)
  }
  return turn.result(listing)
}

/** The interval has passed, or an operator asks before the board is due. */
function isListDue({ listedAt, intervalSeconds, nextDue }: BoardRow, now: Date): boolean {
  if (listedAt === null || nextDue > now) return true
  return now.getTime() - listedAt.getTime() >= intervalSeconds * 1000 * LIST_SHARE
}
