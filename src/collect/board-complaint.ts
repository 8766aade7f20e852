import { formatInstant } from '../values/instant'
import { type BoardRow, boardTitle, hasNoPostings } from './board-state'

/** Failures in a row that last for two days: the waits between them grow to a day. */
const LASTING_FAILURES = 8

/** What is wrong with a board, and what an operator has to do if it does not pass by itself. Empty: nothing is. */
export function complaintOf(row: BoardRow): string {
  const { quarantineReason, lastError, doubt, failures } = row
  const found = doubt === null ? '' : `not complete: ${doubt}`
  const complaint = quarantineReason ?? lastError ?? (hasNoPostings(row) ? restOf(row) : found)
  if (quarantineReason !== null || failures < LASTING_FAILURES) return complaint
  const since = row.lastSuccessAt === null ? 'always' : `since ${formatInstant(row.lastSuccessAt)}`
  return `${complaint}; it fails ${since}: if it is gone, run: bun run boards remove ${boardTitle(row)}`
}

function restOf({ listsWithoutPosting }: BoardRow): string {
  return `no posting in Canada or the United States in ${listsWithoutPosting} lists: asked once a week, later once a month`
}
