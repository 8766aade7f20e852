import { parseInstant } from '../values/instant'
import type { BatchLine, Departure, LineChange, PostingHistory } from './batch'
import type { Posting } from './posting'
import { postingIdentity } from './posting-key'
import { type PreparedView, preparePosting } from './prepare-posting'
import type { Line } from './read-line'

/** Seed of every line's hash: raise it when the same line gives another document, so that imports renew it. */
const DOCUMENT_VERSION = 2n

/** A line that was read, with what the writer needs to know of it. */
export function toBatchLine(number: number, text: string, line: Line): BatchLine {
  const identity = postingIdentity(line.kind === 'posting' ? line.posting : line.removal)
  const hash = Bun.hash.xxHash3(text, DOCUMENT_VERSION).toString(36)
  return { number, text, ...identity, hash, change: lineChange(line) }
}

function lineChange(line: Line): LineChange {
  if (line.kind === 'removal') {
    const removedAt = toDate(line.removal.history?.date_removed)
    return { kind: 'removal', event: line.removal.status, ...(removedAt && { removedAt }) }
  }
  const { posting } = line
  let views: PreparedView[] | undefined
  return {
    kind: 'posting',
    views: () => (views ??= preparePosting(posting)),
    ...(posting.history && { history: toHistory(posting.history) }),
  }
}

function toHistory(history: NonNullable<Posting['history']>): PostingHistory {
  const dateCreated = toDate(history.date_created)
  const dateModified = toDate(history.date_modified)
  const removedAt = toDate(history.date_removed)
  return {
    ...(dateCreated && { dateCreated }),
    ...(dateModified && { dateModified }),
    ...(removedAt && { removed: { event: departure(history.status), removedAt } }),
  }
}

function departure(status: string | null | undefined): Departure {
  return status === 'excluded' ? 'excluded' : 'expired'
}

function toDate(text: string | null | undefined): Date | undefined {
  return text ? parseInstant(text) : undefined
}
