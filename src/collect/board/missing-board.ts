import type { Collected, Removed } from '../read/collected'
import { removalLine } from '../read/import-line'
import type { Board } from '../system'
import type { BoardRow, KnownPosting } from './board-state'

/** Answers that there is no such board, or that its host is gone, a day apart, after which it is dead and its postings have left. */
export const ANSWERS_TO_DEATH = 5

/** What an answer means that there is no such board. */
export function missing(
  row: BoardRow,
  board: Board,
  known: readonly KnownPosting[],
  reason: string,
  now: Date,
): Collected {
  // A collection before the board is due, which an operator asked for, does not count.
  const isCounted = row.missingAnswers === 0 || row.nextDue <= now
  const answers = row.missingAnswers + (isCounted ? 1 : 0)
  return {
    kind: 'missing',
    reason,
    answers,
    removed: answers >= ANSWERS_TO_DEATH ? removals(board, known) : [],
  }
}

export function removals(board: Board, removed: readonly KnownPosting[]): Removed[] {
  return removed.map(({ externalId }) => ({
    externalId,
    line: removalLine(board, externalId, 'expired'),
  }))
}
