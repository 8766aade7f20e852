import { isToImport, type KnownPosting, TO_IMPORT } from '../board/board-state'
import type { PostingChange } from '../board/collected'
import { removalLine } from '../board/line-to-import'
import type { Board } from '../system'
import type { PreferredBoard } from './preferred-board'

/** A board, and its preferred board, if that has an effect. */
export interface Preference {
  board: Board
  preferredBoard?: PreferredBoard | undefined
}

/**
 * The change of a posting, unless the posting that its address names on the preferred board is active in the same countries: then
 * it is left out, and its job leaves as `excluded`. `was`: the posting as it is stored.
 */
export function excludePreferred(
  change: PostingChange,
  was: KnownPosting | undefined,
  { board, preferredBoard }: Preference,
): PostingChange {
  const { posting } = change
  if (preferredBoard === undefined || !isOnBoth(posting, was, preferredBoard)) return change
  const excluded = {
    ...posting,
    countries: null,
    contentHash: null,
    skipped: 'preferred' as const,
    skippedDetail: detailOf(preferredBoard.title, posting.countries ?? []),
  }
  // Another import may have written a posting before its board was added.
  const mayBeIn = was === undefined || isToImport(was) || was.countries !== null
  const line = removalLine(board, posting.externalId, 'excluded')
  return { posting: excluded, ...(mayBeIn && { line }) }
}

function isOnBoth(
  posting: KnownPosting,
  was: KnownPosting | undefined,
  preferredBoard: PreferredBoard,
): boolean {
  const { otherAddress, countries, unlistedSince, closedAt } = posting
  if (otherAddress === null || countries === null) return false
  if (unlistedSince !== null || closedAt !== null) return false
  const found = preferredBoard.activePosting(otherAddress)
  if (!countries.every((country) => found?.countries.includes(country))) return false
  // In doubt nothing leaves, and nothing that has left returns as a new job.
  return found?.isSure === true || (was !== undefined && staysExcluded(was, preferredBoard))
}

/** The detail of an excluded posting names the preferred board and the posting's countries, which the row no longer has. */
function detailOf(title: string, countries: readonly string[]): string {
  return [title, ...countries].join(' ')
}

function staysExcluded(
  { skipped, otherAddress, skippedDetail }: KnownPosting,
  preferredBoard: PreferredBoard | undefined,
): boolean {
  if (skipped !== 'preferred' || preferredBoard === undefined || otherAddress === null) return false
  if (!`${skippedDetail} `.startsWith(`${preferredBoard.title} `)) return false
  const countries =
    skippedDetail?.slice(preferredBoard.title.length).split(' ').filter(Boolean) ?? []
  const found = preferredBoard.activePosting(otherAddress)
  return found !== undefined && countries.every((country) => found.countries.includes(country))
}

/** The known postings. An excluded one is to be read again unless the preferred board still has its job in the same countries. */
export function withPostingsToReadAgain(
  known: readonly KnownPosting[],
  preferredBoard: PreferredBoard | undefined,
): KnownPosting[] {
  return known.map((posting) =>
    posting.skipped === 'preferred' && !staysExcluded(posting, preferredBoard)
      ? { ...posting, fingerprint: TO_IMPORT, dueAt: null }
      : posting,
  )
}

/** Whether an excluded posting is to be read again. */
export function noLongerPreferred(posting: KnownPosting): boolean {
  return posting.skipped === 'preferred' && isToImport(posting)
}
