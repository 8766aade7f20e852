import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../database/client/drizzle'
import { collectorBoards, collectorPostings } from '../../database/schema/collector'
import {
  type BoardRow,
  boardTitle,
  isCollected,
  isToImport,
  type KnownPosting,
  TO_IMPORT,
} from '../board/board-state'
import { isSameBoard } from '../names/board-of-address'
import type { PostingChange } from '../read/collected'
import { removalLine } from '../read/import-line'
import { type Board, PREFER, type System } from '../system'

/** The board that another one prefers, with what the catalogue has of it. */
export interface PreferredBoard {
  title: string
  /** The countries in which the posting at an address is in the catalogue; undefined: it is not, or may not be. */
  countriesOf(address: string): readonly string[] | undefined
}

/** Why the preference of a board has no effect; undefined: it has, or there is none. */
export function preferenceIssue(row: BoardRow, others: readonly BoardRow[]): string | undefined {
  const title = row.settings[PREFER]
  if (!title) return undefined
  const other = others.find((one) => isCollected(one) && isSameBoard(boardTitle(one), title))
  if (other === undefined) return `it prefers ${title}, which is not collected`
  // Two boards that prefer each other would both leave out what they share.
  return other.settings[PREFER] ? `it prefers ${title}, which prefers another board` : undefined
}

/** Undefined: the board prefers none, or its preference has no effect. */
export async function readPreferred(
  { db }: Queries,
  row: BoardRow,
  systems: readonly System[],
): Promise<PreferredBoard | undefined> {
  const title = row.settings[PREFER]
  if (!title) return undefined
  const { source, slug } = collectorBoards
  const isNamed = sql`lower(${source} || '/' || ${slug}) = lower(${title})`
  const others = await db.select().from(collectorBoards).where(isNamed)
  const other = others.find(isCollected)
  if (other === undefined || preferenceIssue(row, others) !== undefined) return undefined
  const { boardId, externalId, countries, unlistedSince, closedAt, skipped } = collectorPostings
  const postings = await db
    .select({ externalId, countries })
    .from(collectorPostings)
    .where(
      and(
        eq(boardId, other.id),
        isNotNull(countries),
        isNotNull(collectorPostings.contentHash),
        ...[unlistedSince, closedAt, skipped].map((column) => isNull(column)),
      ),
    )
  const { stableId = (id: string) => id } = systems.find((one) => one.source === other.source) ?? {}
  const byId = Map.groupBy(postings, (posting) => stableId(posting.externalId))
  return {
    title,
    countriesOf(address) {
      const words = wordsOf(address).flatMap((word) => [word, stableId(word)])
      const found = byId.get(words.find((word) => byId.has(word)) ?? '')
      return found
        ?.map((posting) => posting.countries ?? [])
        .reduce((all, one) => all.filter((country) => one.includes(country)))
    },
  }
}

/** Shorter beginnings of words are too often the ids of other postings: `3-d-artist`. */
const MIN_BEGINNING = 5

/** What of an address may be the id of its posting: `123456` in `/jobs/123456-cook?page=2`. */
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

/** The known postings; those that were left out for a board that is no longer preferred are to be read again. */
export function withoutPreference(
  known: readonly KnownPosting[],
  preferred: PreferredBoard | undefined,
): KnownPosting[] {
  return known.map((posting) =>
    posting.skipped === 'preferred' && posting.skippedDetail !== preferred?.title
      ? { ...posting, fingerprint: TO_IMPORT, dueAt: null }
      : posting,
  )
}

/** Whether a posting was left out for a board that is no longer preferred. */
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
    skippedDetail: preferred.title,
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
  return was !== undefined && isLeftOut(was, preferred) && was.otherAddress === otherAddress
}

function isLeftOut({ skipped, skippedDetail }: KnownPosting, { title }: PreferredBoard): boolean {
  return skipped === 'preferred' && skippedDetail === title
}
