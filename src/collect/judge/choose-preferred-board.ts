import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { lower } from '../../catalogue/database/client/operators'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import {
  type BoardRow,
  boardTitle,
  isPosting,
  type KnownPosting,
  NOT_READ,
} from '../board/board-state'
import { NO_PREFERRED_BOARD, PREFERRED_BOARD_SETTING, type System } from '../system'
import {
  findCollected,
  isFound,
  type PreferredBoard,
  preferenceIssue,
  readPreferredBoard,
} from './preferred-board'

/** Fewer postings prove nothing. */
const MIN_POSTINGS = 5
/** Shares of postings whose addresses name postings of another board: preference begins at the first, and ends below the second. */
const SHARE_TO_BEGIN = 0.9
const SHARE_TO_KEEP = 0.5

export interface Choice {
  preferredBoard: PreferredBoard | undefined
  /** A sentence that says that the addresses make the board prefer another one, or end that. */
  news?: string
}

/**
 * The preferred board of a board while it is collected: its setting names it, or else the addresses of its postings do. A new
 * choice is written before it has an effect. When two boards choose each other at the same time, the later one thus sees the
 * choice of the other, and a posting is never left out of both.
 */
export async function choosePreferredBoard(
  queries: Queries,
  row: BoardRow,
  known: readonly KnownPosting[],
  systems: readonly System[],
): Promise<Choice> {
  const set = row.settings[PREFERRED_BOARD_SETTING]
  const { title, preferredBoard, news } =
    set === undefined
      ? await findChoice(queries, row, known, systems)
      : { title: set === NO_PREFERRED_BOARD ? null : set }
  if (title === row.preferredBoard && preferredBoard !== undefined) return { preferredBoard }
  if (title !== row.preferredBoard && !(await write(queries, row, title))) return NO_CHOICE
  if (title === null) return { ...NO_CHOICE, ...(news && { news }) }
  return {
    preferredBoard: await readPreferredBoard(queries, title, systems),
    ...(news && { news }),
  }
}

const NO_CHOICE: Choice = { preferredBoard: undefined }

interface Found extends Partial<Choice> {
  /** Null: none. */
  title: string | null
}

async function findChoice(
  queries: Queries,
  row: BoardRow,
  known: readonly KnownPosting[],
  systems: readonly System[],
): Promise<Found> {
  const current = row.preferredBoard
  const read = known.filter(isRead)
  const title = current ?? mostNamed(read)
  if (title === undefined) return { title: null }
  const end = (reason: string): Found =>
    current === null
      ? { title: null }
      : { title: null, news: `${boardTitle(row)} no longer prefers ${title}: ${reason}` }
  // Of two boards that began to prefer others at once, the one that was added first keeps its choice.
  const isFirst = (one: Rival) => current !== null && isFound(one) && row.id < one.id
  const board = await findCollected(queries, title)
  const issue = preferenceIssue(title, board)
  if (issue !== undefined && (board === undefined || !isFirst(board))) return end(issue)
  const rivals = await findBoardsPreferring(queries, boardTitle(row))
  if (!rivals.every(isFirst)) return end('another board prefers it')
  if (issue !== undefined) return { title }
  const other = await readPreferredBoard(queries, title, systems)
  const named = read.filter(
    ({ otherAddress }) => otherAddress !== null && other?.names(otherAddress),
  ).length
  const proof = `${named} of its ${read.length} postings name postings of that board`
  if (current === null) {
    if (named < read.length * SHARE_TO_BEGIN) return { title: null }
    return { title, news: `${boardTitle(row)} prefers ${title} from now on: ${proof}` }
  }
  return named < read.length * SHARE_TO_KEEP
    ? end(`only ${proof}`)
    : { title, preferredBoard: other }
}

/** Whether a posting was read, so that its addresses are known. */
function isRead(posting: KnownPosting): boolean {
  const { fingerprint, unlistedSince, closedAt } = posting
  return (
    fingerprint !== NOT_READ && unlistedSince === null && closedAt === null && isPosting(posting)
  )
}

/** The other board that the addresses of enough postings name. */
function mostNamed(read: readonly KnownPosting[]): string | undefined {
  if (read.length < MIN_POSTINGS) return undefined
  const byTitle = Map.groupBy(read, ({ otherBoard }) => otherBoard?.toLowerCase())
  for (const [title, postings] of byTitle) {
    if (title === undefined || postings.length < read.length * SHARE_TO_BEGIN) continue
    return postings[0]?.otherBoard ?? undefined
  }
  return undefined
}

type Rival = Pick<BoardRow, 'id' | 'settings' | 'preferredBoard'>

/** The collected boards that prefer a board, which therefore must not prefer another one. */
async function findBoardsPreferring({ db }: Queries, title: string): Promise<Rival[]> {
  const { id, settings, preferredBoard, state } = collectorBoards
  return await db
    .select({ id, settings, preferredBoard })
    .from(collectorBoards)
    .where(
      and(
        isNotNull(preferredBoard),
        eq(lower(preferredBoard), title.toLowerCase()),
        inArray(state, ['active', 'paused']),
      ),
    )
}

/** Returns false when the lease was lost: the operator may have changed the settings. */
async function write({ db }: Queries, row: BoardRow, title: string | null): Promise<boolean> {
  const { id, leaseOwner } = collectorBoards
  const isLeased = row.leaseOwner !== null && eq(leaseOwner, row.leaseOwner)
  if (!isLeased) return false
  const rows = await db
    .update(collectorBoards)
    .set({ preferredBoard: title })
    .where(and(eq(id, row.id), isLeased))
    .returning({ id })
  return rows.length > 0
}
