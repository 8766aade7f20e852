import { DAY_MS, HOUR_MS } from '../../values/instant'
import { isPosting, type KnownPosting } from '../board/board-state'
import { CONFIRMATION_MS } from '../board/quarantine'

/** The time after which a page with a posting is read again; less than a day, so that boards that are due daily find it due. */
const POSTING_MS = 20 * HOUR_MS
/** A posting that is not in the catalogue, such as a foreign one. */
const SKIPPED_MS = 7 * DAY_MS
/** A page without a posting: the first answer may come from a site that is being rebuilt. */
const FIRST_EMPTY_MS = 2 * DAY_MS
const EMPTY_MS = 30 * DAY_MS
/** A page whose posting left, in case that it is published again. */
const CLOSED_MS = 7 * DAY_MS
const FORBIDDEN_MS = DAY_MS
const FAILED_MS = HOUR_MS

/**
 * Instead of `CONFIRMATION_MS` when more pages say so than have a posting: a site that is broken or being rebuilt answers 404
 * for everything.
 */
const MASS_CONFIRMATION_MS = 6 * HOUR_MS

/** Whether its line was imported. */
export function isInCatalogue({ countries }: KnownPosting): boolean {
  return countries !== null
}

/** Whether the last answer of the page was a posting, imported or skipped. */
export function holdsPosting(page: KnownPosting): boolean {
  return page.closedAt === null && isPosting(page)
}

/** Whether the page never answered. */
export function isUnread(row: KnownPosting): boolean {
  return row.closedAt === null && !holdsPosting(row) && !isInCatalogue(row)
}

/** One answer said that the posting is gone; a second one is awaited. */
export function isAwaited(row: KnownPosting): boolean {
  return row.closedAt !== null && isInCatalogue(row)
}

/** A page that a sitemap names for the first time, or one that does not answer as it should. */
export function newPage(externalId: string, fingerprint: string, now: Date): KnownPosting {
  return {
    externalId,
    fingerprint,
    contentHash: null,
    countries: null,
    unlistedSince: null,
    waitingFingerprint: null,
    reference: null,
    closedAt: null,
    dueAt: now,
    skipped: null,
    skippedDetail: null,
    otherBoard: null,
    otherAddress: null,
  }
}

/** When a page with a posting is read again: at its end, if that is earlier. */
export function dueWithPosting(row: KnownPosting, now: Date, validThrough: Date | undefined): Date {
  const due = after(now, isInCatalogue(row) ? POSTING_MS : SKIPPED_MS)
  return validThrough !== undefined && validThrough < due ? validThrough : due
}

/** The page says that its posting is gone. `removed`: it leaves the catalogue. `isMass`: most pages say so. */
export function afterGone(
  row: KnownPosting,
  now: Date,
  isMass: boolean,
): { row: KnownPosting; removed: boolean } {
  const closedAt = row.closedAt ?? now
  if (!isInCatalogue(row)) return { row: afterEmpty(row, now), removed: false }
  const waitMs = isMass ? MASS_CONFIRMATION_MS : CONFIRMATION_MS
  if (row.closedAt === null || now.getTime() - closedAt.getTime() < waitMs) {
    return { row: { ...row, closedAt, dueAt: confirmationAt(now) }, removed: false }
  }
  const { externalId, fingerprint, unlistedSince } = row
  const left = { ...newPage(externalId, fingerprint, now), unlistedSince, closedAt }
  return { row: { ...left, dueAt: after(now, CLOSED_MS) }, removed: true }
}

/** When a page that said that its posting is gone is asked again. */
export function confirmationAt(now: Date): Date {
  return after(now, CONFIRMATION_MS)
}

/** The page has no posting, and never had one in the catalogue. */
export function afterEmpty(row: KnownPosting, now: Date): KnownPosting {
  const { externalId, fingerprint, unlistedSince } = row
  const closedAt = row.closedAt ?? now
  const dueAt = after(now, row.closedAt === null ? FIRST_EMPTY_MS : EMPTY_MS)
  return { ...newPage(externalId, fingerprint, now), unlistedSince, closedAt, dueAt }
}

/** The page cannot be read, or has no posting although the sitemaps name it: its job stays as it is. */
export function afterUnreadable(row: KnownPosting, now: Date, reason: string): KnownPosting {
  const dueAt = after(now, POSTING_MS)
  return { ...row, skipped: 'unreadable', skippedDetail: reason, closedAt: null, dueAt }
}

/** robots.txt forbids the page: its state stays as it is. */
export function afterForbidden(row: KnownPosting, now: Date, reason: string): KnownPosting {
  const dueAt = after(now, FORBIDDEN_MS)
  return { ...row, skipped: 'forbidden', skippedDetail: reason, dueAt }
}

/** The page did not answer: its state stays as it is. */
export function afterFailure(row: KnownPosting, now: Date): KnownPosting {
  return { ...row, dueAt: after(now, FAILED_MS) }
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
