import { DAY_MS, formatInstant } from '../../values/instant'
import { saysMoved, saysNoNetwork } from '../failures'
import { type BoardRow, boardState, boardTitle, hasNoPostings } from './board-state'
import { ANSWERS_TO_DEATH } from './missing-board'

/** Failures in a row that last for two days: the waits between them grow to a day. */
const LASTING_FAILURES = 8

/** The issues that a board can have; first the issues that an operator has to solve. */
export const ISSUES = [
  'no network',
  'moved',
  'dead',
  'failing for days',
  'new owner',
  'no postings',
  'missing',
  'failing',
  'quarantined',
  'not complete',
] as const
export type BoardIssue = (typeof ISSUES)[number]

/** Undefined: the board has no issue, or the operator paused it. */
export function issueOf(row: BoardRow): BoardIssue | undefined {
  const state = boardState(row)
  switch (state) {
    case 'dead':
    case 'missing':
      return saysMoved(row.lastError) ? 'moved' : state
    case 'failing':
      if (saysNoNetwork(row.lastError)) return 'no network'
      return row.failures < LASTING_FAILURES ? state : 'failing for days'
    case 'quarantined':
      return row.isForNewOwner ? 'new owner' : state
    case 'ok':
      if (hasNoPostings(row)) return 'no postings'
      return row.incompleteReason === null ? undefined : 'not complete'
    case 'new':
    case 'paused':
    case 'removed':
      return undefined
  }
}

const SUSPICIOUS: readonly (BoardIssue | undefined)[] = [
  'moved',
  'dead',
  'missing',
  'failing for days',
]

/** Whether a board may have moved: its system does not know it, or it fails for days. */
export function isSuspicious(row: BoardRow): boolean {
  return SUSPICIOUS.includes(issueOf(row))
}

const JUNK_AFTER_MS = 30 * DAY_MS

/** Whether a board never answered and is dead for a month: its name was wrong, or its employer left before it was added. */
export function isJunk({ state, lastSuccessAt, nextDue }: BoardRow, now: Date): boolean {
  // A dead board is due a day after its last answer, and not asked then.
  const answeredAt = nextDue.getTime() - DAY_MS
  return state === 'dead' && lastSuccessAt === null && answeredAt + JUNK_AFTER_MS <= now.getTime()
}

/** The issue of a board as a sentence, with the way out if an operator has to act. Empty without an issue. */
export function complaintOf(row: BoardRow): string {
  const { quarantineReason, lastError, incompleteReason } = row
  const state = boardState(row)
  if (state === 'missing' || state === 'dead') return missingComplaint(row)
  const found = incompleteReason === null ? '' : `not complete: ${incompleteReason}`
  const complaint = quarantineReason ?? lastError ?? (hasNoPostings(row) ? restOf(row) : found)
  if (issueOf(row) !== 'failing for days') return complaint
  const since = row.lastSuccessAt === null ? 'always' : `since ${formatInstant(row.lastSuccessAt)}`
  return `${complaint}; it fails ${since}: look for it with bun run boards check ${boardTitle(row)}`
}

function missingComplaint(row: BoardRow): string {
  const { state, lastError, missingAnswers } = row
  const next =
    state === 'dead'
      ? 'it is no longer asked, and its jobs have left'
      : `with ${ANSWERS_TO_DEATH} such answers, a day apart, its jobs leave (so far ${missingAnswers})`
  return `${lastError}; ${next}: look for it with bun run boards check ${boardTitle(row)}`
}

function restOf({ listsWithoutPosting }: BoardRow): string {
  return `no posting in Canada or the United States in ${listsWithoutPosting} lists: asked once a week, later once a month`
}
