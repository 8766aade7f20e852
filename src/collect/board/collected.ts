import type { StoredValidators } from '../../catalogue/database/schema/collector'
import { messageOf } from '../../values/errors'
import { failureMessage } from '../answers/unexpected-answer'
import { VendorBlocked, whyUnasked } from '../failures'
import type { BoardAddress, System } from '../system'
import { type BoardRow, type KnownPosting, postingState } from './board-state'
import type { LineToImport } from './line-to-import'
import type { Quarantine } from './quarantine'

/** A row to write, with the line to import before it. */
export interface PostingChange {
  posting: KnownPosting
  line?: LineToImport
}

/** A posting that left, with the line that removes it. */
export interface Removed {
  externalId: string
  line: LineToImport
}

/** Why details or pages are still to be read. */
export interface Unfinished {
  /** A limit ended the collection, and the next one may begin at once. */
  isPastLimit: boolean
  /** The last failure. */
  error?: string
  blockedUntil?: Date
  /** When the next collection begins, if neither a limit nor a failure ended this one. */
  retryAt?: Date
}

/** The result of a collection. `failed`: it says nothing about the postings. */
export type Collected =
  | { kind: 'failed'; error: string; blockedUntil?: Date; isStopped: boolean }
  | { kind: 'missing'; reason: string; answers: number; removed: Removed[] }
  | { kind: 'quarantined'; quarantine: Quarantine }
  /** The board was a host alone: the boards of the host are added in its place. */
  | { kind: 'replaced'; boards: readonly BoardAddress[] }
  /** The list was not read, only remaining details or pages that are due. */
  | {
      kind: 'details'
      /** An answer was understood, or no request was due: a success. */
      isUnderstood: boolean
      changes: PostingChange[]
      unfinished: Unfinished | undefined
    }
  | {
      kind: 'read'
      /** The list equals the last one that was believed. */
      isUnchanged: boolean
      isUnderstood: boolean
      changes: PostingChange[]
      /** Postings that left: a line that removes each. */
      removed: Removed[]
      hasUnlisted: boolean
      count: number | undefined
      /** With this list; see the column. */
      listsWithoutPosting: number
      incompleteReason: string | undefined
      boardName: string | undefined
      foundSettings?: Readonly<Record<string, string>> | undefined
      unfinished: Unfinished | undefined
      /** Undefined: the next list must be read in full. */
      remembered: { validators: Record<string, StoredValidators>; listHash: string } | undefined
      /** The system of the board is suspect: nothing of it expires. */
      isSuspect?: boolean
    }

/** Without a system: the failure is not about an answer. */
export function failure(
  error: unknown,
  system?: Pick<System, 'name'>,
): Extract<Collected, { kind: 'failed' }> {
  return {
    kind: 'failed',
    error: system === undefined ? messageOf(error) : failureMessage(error, system),
    isStopped: whyUnasked(error) === 'stopped',
    ...(error instanceof VendorBlocked && { blockedUntil: error.until }),
  }
}

/**
 * The number of lists in a row, up to this one, that put no posting of the board into the catalogue. A list does not count
 * while its details or pages are still to be read.
 */
export function countWithoutPosting(
  { listsWithoutPosting }: BoardRow,
  postings: Iterable<KnownPosting>,
): number {
  let isRead = true
  for (const posting of postings) {
    // A posting that another board has is in one of the countries too.
    if (posting.countries !== null || posting.skipped === 'preferred') return 0
    if (postingState(posting) === 'waiting') isRead = false
  }
  return listsWithoutPosting + (isRead ? 1 : 0)
}

/** The postings of a board once the result of a collection is written. */
export function postingsAfter(
  known: readonly KnownPosting[],
  changes: readonly PostingChange[],
  removed: readonly Removed[],
): KnownPosting[] {
  const replaced = new Set([
    ...changes.map(({ posting }) => posting.externalId),
    ...removed.map(({ externalId }) => externalId),
  ])
  const kept = known.filter(({ externalId }) => !replaced.has(externalId))
  return [...kept, ...changes.map(({ posting }) => posting)]
}

export function changesOf(collected: Collected): readonly PostingChange[] {
  return 'changes' in collected ? collected.changes : []
}

/** The number of characters of the lines to import. */
export function linesLength(collected: Collected): number {
  return changesOf(collected).reduce((sum, { line }) => sum + (line?.text.length ?? 0), 0)
}

export function removedOf(collected: Collected): readonly Removed[] {
  return 'removed' in collected ? collected.removed : []
}
