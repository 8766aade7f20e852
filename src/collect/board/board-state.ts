import { and, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import { every } from '../../catalogue/database/client/operators'
import {
  collectorBoards,
  collectorPostings,
  type SkipReason,
} from '../../catalogue/database/schema/collector'
import { type Country, toCountry } from '../../values/country'
import type { Board } from '../system'

/** A board as it is stored. */
export type BoardRow = typeof collectorBoards.$inferSelect

/** A posting that the board has listed, as it is stored. */
export type KnownPosting = Omit<typeof collectorPostings.$inferSelect, 'boardId'>

export function toBoard({ source, slug, settings, organization, country }: BoardRow): Board {
  return {
    source,
    slug,
    settings,
    organization: organization ?? undefined,
    country: country === null ? undefined : toCountry(country),
  }
}

/**
 * The states of boards that are not removed. `new` was never read; `missing` are boards that their system does not know,
 * until they are `dead`.
 */
export const BOARD_STATES = [
  'new',
  'ok',
  'failing',
  'missing',
  'quarantined',
  'paused',
  'dead',
] as const
export type BoardState = (typeof BOARD_STATES)[number] | 'removed'

export function boardState(row: BoardRow): BoardState {
  if (row.state !== 'active') return row.state
  if (row.quarantinedSince !== null) return 'quarantined'
  if (row.missingAnswers > 0) return 'missing'
  if (row.failures > 0) return 'failing'
  return row.lastSuccessAt === null ? 'new' : 'ok'
}

/** Whether the jobs of a board are in the catalogue. */
export function isCollected({ state }: BoardRow): boolean {
  return state === 'active' || state === 'paused'
}

/** Lists in a row without a posting in Canada or the United States, after which a board is asked less often. */
export const LISTS_TO_REST = 3

/** Whether the last lists of a board had no posting in Canada or the United States. */
export function hasNoPostings({ listsWithoutPosting }: BoardRow): boolean {
  return listsWithoutPosting >= LISTS_TO_REST
}

const board = collectorBoards

/** `boardState` in SQL. */
export const boardStateSql = sql<BoardState>`case when ${board.state} <> 'active' then ${board.state}
  when ${board.quarantinedSince} is not null then 'quarantined'
  when ${board.missingAnswers} > 0 then 'missing'
  when ${board.failures} > 0 then 'failing'
  when ${board.lastSuccessAt} is null then 'new' else 'ok' end`

/** The fingerprint of a posting whose entry, details or page was never read. */
export const NOT_READ = '-'

/**
 * The fingerprint of a posting that is to be read again: its board was removed for a time, and others may have written its job.
 */
export const TO_IMPORT = ''

export function isToImport({ fingerprint }: KnownPosting): boolean {
  return fingerprint === TO_IMPORT
}

/** Reasons that say nothing about the content of a page. */
const UNREAD: SkipReason[] = ['forbidden', 'unreadable']

/** Whether an entry is known to be a posting: a page may have none. */
export function isPosting({ dueAt, contentHash, skipped }: KnownPosting): boolean {
  return dueAt === null || contentHash !== null || (skipped !== null && !UNREAD.includes(skipped))
}

/**
 * `waiting` is still to be read, `imported` is in the catalogue, `none` is a page without a posting. Any other state says why
 * the posting, or its last version, is not in the catalogue.
 */
export type PostingState = 'waiting' | 'imported' | 'none' | SkipReason

export function postingState(posting: KnownPosting): PostingState {
  const { skipped, dueAt, contentHash, closedAt } = posting
  if (skipped !== null) return skipped
  if (isWaiting(posting)) return 'waiting'
  return dueAt === null || contentHash !== null
    ? 'imported'
    : closedAt === null
      ? 'waiting'
      : 'none'
}

const posting = collectorPostings

/** `isPosting` in SQL. */
export const isPostingSql = every(
  or(
    isNull(posting.dueAt),
    isNotNull(posting.contentHash),
    and(isNotNull(posting.skipped), notInArray(posting.skipped, UNREAD)),
  ),
)

/** `isWaiting` in SQL. */
export const isWaitingSql = every(
  isNotNull(posting.waitingFingerprint),
  isNull(posting.unlistedSince),
)

/** `postingState` in SQL. */
export const postingStateSql = sql<PostingState>`case when ${posting.skipped} is not null then ${posting.skipped}
  when ${isWaitingSql} then 'waiting'
  when ${posting.dueAt} is null or ${posting.contentHash} is not null then 'imported'
  when ${posting.closedAt} is null then 'waiting' else 'none' end`

/** Whether the details of a posting are still to be read. */
export function isWaiting({ waitingFingerprint, unlistedSince }: KnownPosting): boolean {
  return waitingFingerprint !== null && unlistedSince === null
}

/** The countries of a posting in the catalogue; undefined when it is not there. */
export function countriesOf({ countries }: KnownPosting): Country[] | undefined {
  return countries?.flatMap((code) => toCountry(code) ?? [])
}

export function boardTitle({ source, slug }: Pick<BoardRow, 'source' | 'slug'>): string {
  return `${source}/${slug}`
}
