import { parseInstant } from '../values/instant'
import { type JobView, jobViews } from './job-view'
import { type Posting, postingIdentity } from './posting'
import { type Line, type LineRules, readLine } from './read-line'

/** A valid line of an import file. */
export interface BatchLine {
  /** In the file, from 1. */
  number: number
  text: string
  key: string
  board: string
  /** Of the text: a line with the hash of the stored one changes nothing. */
  hash: string
  change: LineChange
}

type LineChange =
  | {
      kind: 'posting'
      /** Memoized and lazy: most lines of a daily import are unchanged and never need it. */
      views: () => JobView[]
      history: PostingHistory | undefined
    }
  | { kind: 'removal'; event: RemovalEvent; removedAt: Date | undefined }

/** The past of a posting that an archive restores. */
export interface PostingHistory {
  dateCreated?: Date | undefined
  dateModified?: Date | undefined
  removed?: JobRemoval | undefined
}

export interface JobRemoval {
  event: RemovalEvent
  removedAt: Date
}

/** Also the status of the job from then on. */
export type RemovalEvent = 'expired' | 'excluded'

/** Seed of the line hashes. Raise it when the same line gives another document, so that imports rewrite it. */
const DOCUMENT_VERSION = 3n

/** Reads one line of an import file. Throws `LineError`. */
export function readBatchLine(number: number, text: string, rules: LineRules): BatchLine {
  const line = readLine(text, rules)
  const identity = postingIdentity(line.kind === 'posting' ? line.posting : line.removal)
  const hash = Bun.hash.xxHash3(text, DOCUMENT_VERSION).toString(36)
  return { number, text, ...identity, hash, change: lineChange(line) }
}

function lineChange(line: Line): LineChange {
  if (line.kind === 'removal') {
    const { status, history } = line.removal
    return { kind: 'removal', event: status, removedAt: toDate(history?.date_removed) }
  }
  const { posting } = line
  let views: JobView[] | undefined
  return {
    kind: 'posting',
    views: () => (views ??= jobViews(posting)),
    history: posting.history && toHistory(posting.history),
  }
}

function toHistory(history: NonNullable<Posting['history']>): PostingHistory {
  const removedAt = toDate(history.date_removed)
  const event = history.status === 'excluded' ? 'excluded' : 'expired'
  return {
    dateCreated: toDate(history.date_created),
    dateModified: toDate(history.date_modified),
    removed: removedAt && { event, removedAt },
  }
}

function toDate(text: string | null | undefined): Date | undefined {
  return text ? parseInstant(text) : undefined
}
