import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { every, lower } from '../../catalogue/database/client/operators'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import {
  type BoardRow,
  isCollected,
  isToImport,
  type KnownPosting,
  TO_IMPORT,
} from '../board/board-state'
import type { PostingChange } from '../board/collected'
import { removalLine } from '../board/line-to-import'
import { isSameBoard } from '../names/board-of-address'
import { type Board, NO_PREFERENCE, PREFER, type System } from '../system'

/** The board that another one prefers, and its stored postings. */
export interface PreferredBoard {
  title: string
  /** The countries in which the posting at an address is in the catalogue; undefined: it is not, or may not be. */
  countriesOf(address: string): readonly string[] | undefined
  /** Whether an address names a posting of the board, in the catalogue or not. */
  names(address: string): boolean
}

/** The name of the board that a board prefers: the operator set it, or its postings name it. */
export function preferredTitle({
  settings,
  prefers,
}: Pick<BoardRow, 'settings' | 'prefers'>): string | undefined {
  const set = settings[PREFER]
  return set === NO_PREFERENCE ? undefined : (set ?? prefers ?? undefined)
}

/** Why a board cannot be preferred; undefined: it can. `board`: the collected board of this title. */
export function preferenceIssue(title: string, board: BoardRow | undefined): string | undefined {
  if (board === undefined) return `it prefers ${title}, which is not collected`
  // Two boards that prefer each other would both leave out the postings that they share.
  return preferredTitle(board) === undefined
    ? undefined
    : `it prefers ${title}, which prefers another board`
}

/** A note for operators: the preference of a board has no effect, or was found and not set. */
export function preferenceNote(row: BoardRow, preferred: BoardRow | undefined): string | undefined {
  const title = preferredTitle(row)
  if (title === undefined) return undefined
  const found = isFound(row) ? `it prefers ${title} (found, not set)` : undefined
  return preferenceIssue(title, preferred) ?? found
}

/** Whether a board prefers another one because of the addresses of its postings. */
export function isFound({ settings, prefers }: Pick<BoardRow, 'settings' | 'prefers'>): boolean {
  return prefers !== null && settings[PREFER] === undefined
}

/** The collected board with this title; upper and lower case are equal. */
export async function findCollected({ db }: Queries, title: string): Promise<BoardRow | undefined> {
  const slash = title.indexOf('/')
  const { source, slug } = collectorBoards
  const isNamed = eq(lower(slug), title.slice(slash + 1).toLowerCase())
  const rows = await db
    .select()
    .from(collectorBoards)
    .where(and(eq(source, title.slice(0, slash)), isNamed))
  return rows.find(isCollected)
}

/** Undefined: the board cannot be preferred. */
export async function readPreferred(
  queries: Queries,
  title: string,
  systems: readonly System[],
): Promise<PreferredBoard | undefined> {
  const board = await findCollected(queries, title)
  if (board === undefined || preferenceIssue(title, board) !== undefined) return undefined
  const { boardId, externalId, countries, unlistedSince, closedAt, skipped } = collectorPostings
  const isListed = every(
    isNotNull(collectorPostings.contentHash),
    ...[unlistedSince, closedAt, skipped].map((column) => isNull(column)),
  )
  const postings = await queries.db
    .select({ externalId, countries, isListed })
    .from(collectorPostings)
    .where(eq(boardId, board.id))
  const { stableId = (id: string) => id } = systems.find((one) => one.source === board.source) ?? {}
  const ids = new Set(postings.map((posting) => stableId(posting.externalId)))
  const byId = Map.groupBy(
    postings.filter((posting) => posting.countries !== null && posting.isListed),
    (posting) => stableId(posting.externalId),
  )
  const idsIn = (address: string) => wordsOf(address).flatMap((word) => [word, stableId(word)])
  return {
    title,
    countriesOf(address) {
      const found = byId.get(idsIn(address).find((id) => byId.has(id)) ?? '')
      return found
        ?.map((posting) => posting.countries ?? [])
        .reduce((all, one) => all.filter((country) => one.includes(country)))
    },
    names: (address) => idsIn(address).some((id) => ids.has(id)),
  }
}

/** Shorter beginnings of words are too often the ids of other postings: `3-d-artist`. */
const MIN_BEGINNING = 5

/** The parts of an address that may be the id of its posting: `123456` in `/jobs/123456-cook?page=2`. */
function wordsOf(address: string): string[] {
  const { pathname, searchParams } = new URL(address)
  const words = [...pathname.split('/').map(decoded), ...searchParams.values()].filter(Boolean)
  const beginnings = words.flatMap((word) => {
    const dash = word.indexOf('-')
    return dash < MIN_BEGINNING ? [] : [word.slice(0, dash)]
  })
  return [...words, ...beginnings]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The known postings. A posting that was left out is to be read again when its board no longer prefers that board, or when
 * that board has it in other countries now.
 */
export function withoutPreference(
  known: readonly KnownPosting[],
  preferred: PreferredBoard | undefined,
): KnownPosting[] {
  return known.map((posting) =>
    posting.skipped === 'preferred' && !staysOut(posting, preferred)
      ? { ...posting, fingerprint: TO_IMPORT, dueAt: null }
      : posting,
  )
}

/** The detail of a posting that is left out names the preferred board and the posting's countries, which the row no longer has. */
function leftOutDetail(title: string, countries: readonly string[]): string {
  return [title, ...countries].join(' ')
}

function staysOut(posting: KnownPosting, preferred: PreferredBoard | undefined): boolean {
  const { otherAddress, skippedDetail } = posting
  if (preferred === undefined || otherAddress === null) return false
  if (!`${skippedDetail} `.startsWith(`${preferred.title} `)) return false
  const countries = skippedDetail?.slice(preferred.title.length).split(' ').filter(Boolean) ?? []
  const found = preferred.countriesOf(otherAddress)
  return found === undefined || countries.every((country) => found.includes(country))
}

/** Whether a posting that was left out is to be read again. */
export function noLongerPreferred(posting: KnownPosting): boolean {
  return posting.skipped === 'preferred' && isToImport(posting)
}

/** A board, and the one that it prefers, if that has an effect. */
export interface Preference {
  board: Board
  preferred?: PreferredBoard | undefined
}

/**
 * The change of a posting, unless the preferred board has the posting in the same countries: then it is left out, and its job
 * leaves as `excluded`. A posting that was left out stays out when it leaves the preferred board, which knows first that it is
 * closed. `was`: the posting as it is stored.
 */
export function unlessPreferred(
  change: PostingChange,
  was: KnownPosting | undefined,
  { board, preferred }: Preference,
): PostingChange {
  const { posting } = change
  if (preferred === undefined || !isElsewhere(posting, was, preferred)) return change
  const leftOut = {
    ...posting,
    countries: null,
    contentHash: null,
    skipped: 'preferred' as const,
    skippedDetail: leftOutDetail(preferred.title, posting.countries ?? []),
  }
  // Another import may have written a posting before its board was added.
  const mayBeIn = was === undefined || isToImport(was) || was.countries !== null
  const line = removalLine(board, posting.externalId, 'excluded')
  return { posting: leftOut, ...(mayBeIn && { line }) }
}

function isElsewhere(
  posting: KnownPosting,
  was: KnownPosting | undefined,
  preferred: PreferredBoard,
): boolean {
  const { otherBoard, otherAddress, countries, unlistedSince, closedAt } = posting
  if (otherBoard === null || otherAddress === null || countries === null) return false
  if (!isSameBoard(otherBoard, preferred.title)) return false
  if (unlistedSince !== null || closedAt !== null) return false
  const found = preferred.countriesOf(otherAddress)
  if (found !== undefined) return countries.every((country) => found.includes(country))
  return (
    was?.skipped === 'preferred' && staysOut(was, preferred) && was.otherAddress === otherAddress
  )
}
