import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { lower } from '../../catalogue/database/client/operators'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import { type BoardRow, boardTitle, isCollected } from '../board/board-state'
import { isSameBoard } from '../names/board-of-address'
import { NO_PREFERRED_BOARD, PREFERRED_BOARD_SETTING, type System } from '../system'

/** The preferred board of another one, and its stored postings. */
export interface PreferredBoard {
  title: string
  /** Whether an address names a posting that the board has listed, in the catalogue or not. */
  names(address: string): boolean
  /** The posting that an address names, if its job is active. */
  activePosting(address: string): ActivePosting | undefined
}

/** A posting whose job is active. */
interface ActivePosting {
  countries: readonly string[]
  /** Nothing says that the job may leave soon: the last list has it, and its last version was read. */
  isSure: boolean
}

/** The name of the preferred board of a board: the operator set it, or the addresses of its postings name it. */
export function preferredBoardName({
  settings,
  preferredBoard,
}: Pick<BoardRow, 'settings' | 'preferredBoard'>): string | undefined {
  const set = settings[PREFERRED_BOARD_SETTING]
  return set === NO_PREFERRED_BOARD ? undefined : (set ?? preferredBoard ?? undefined)
}

/** Why a board cannot be preferred; undefined: it can. `board`: the collected board of this title. */
export function preferenceIssue(title: string, board: BoardRow | undefined): string | undefined {
  if (board === undefined) return `it prefers ${title}, which is not collected`
  // Two boards that prefer each other would both leave out the postings that they share.
  return preferredBoardName(board) === undefined
    ? undefined
    : `it prefers ${title}, which prefers another board`
}

/** A note for operators: the preferred board of a board has no effect, or was found and not set. */
export function preferenceNote(row: BoardRow, board: BoardRow | undefined): string | undefined {
  const title = preferredBoardName(row)
  if (title === undefined) return undefined
  const found = isFound(row) ? `it prefers ${title} (found, not set)` : undefined
  return preferenceIssue(title, board) ?? found
}

/** Whether the addresses of its postings, and not the operator, name the preferred board of a board. */
export function isFound({
  settings,
  preferredBoard,
}: Pick<BoardRow, 'settings' | 'preferredBoard'>): boolean {
  return preferredBoard !== null && settings[PREFERRED_BOARD_SETTING] === undefined
}

/** The collected board with this title; in other letters of case if there is only one. */
export async function findCollected({ db }: Queries, title: string): Promise<BoardRow | undefined> {
  const slash = title.indexOf('/')
  const { source, slug } = collectorBoards
  const isNamed = eq(lower(slug), title.slice(slash + 1).toLowerCase())
  const rows = await db
    .select()
    .from(collectorBoards)
    .where(and(eq(source, title.slice(0, slash)), isNamed))
  const collected = rows.filter(isCollected)
  const [only, other] = collected
  return collected.find((row) => boardTitle(row) === title) ?? (other ? undefined : only)
}

/** Undefined: the board cannot be preferred. */
export async function readPreferredBoard(
  queries: Queries,
  title: string,
  systems: readonly System[],
): Promise<PreferredBoard | undefined> {
  const board = await findCollected(queries, title)
  if (board === undefined || preferenceIssue(title, board) !== undefined) return undefined
  const { boardId, externalId, contentHash, countries } = collectorPostings
  const { unlistedSince, closedAt, skipped } = collectorPostings
  const postings = await queries.db
    .select({ externalId, contentHash, countries, unlistedSince, closedAt, skipped })
    .from(collectorPostings)
    .where(eq(boardId, board.id))
  const find = postingFinder(postings, board, systems)
  return {
    title,
    names: (address) => find(address) !== undefined,
    activePosting(address) {
      const posting = find(address)
      // Without a content, others may have written its job.
      if (!posting?.contentHash || posting.countries === null) return undefined
      const doubts = [posting.unlistedSince, posting.closedAt, posting.skipped]
      return { countries: posting.countries, isSure: doubts.every((doubt) => doubt === null) }
    },
  }
}

/**
 * Finds the posting that an address names: the system of the board finds both the board and the id in their own places. The part
 * of the id that stays is enough if only one posting has it.
 */
function postingFinder<Posting extends { externalId: string }>(
  postings: readonly Posting[],
  { source, slug }: BoardRow,
  systems: readonly System[],
): (address: string) => Posting | undefined {
  const system = systems.find((one) => one.source === source)
  const stableId = (id: string) => system?.stableId?.(id) ?? id
  const byId = new Map(postings.map((posting) => [posting.externalId, posting]))
  const byStableId = Map.groupBy(postings, ({ externalId }) => stableId(externalId))
  return (address) => {
    const url = URL.parse(address)
    const board = url === null ? undefined : system?.boardOf(url)
    if (url === null || board === undefined || !isSameBoard(board.slug, slug)) return undefined
    const id = system?.postingId?.(url)
    if (id === undefined) return undefined
    const [only, other] = byStableId.get(stableId(id)) ?? []
    return byId.get(id) ?? (other === undefined ? only : undefined)
  }
}
