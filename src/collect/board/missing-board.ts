import type { Collected, Removed } from '../read/collected'
import { removalLine } from '../read/import-line'
import type { Board } from '../system'
import type { BoardRow, KnownPosting } from './board-state'

/** Answers that there is no such board, or that its host is gone, a day apart, after which it is dead and its postings have left. */
export const ANSWERS_TO_DEATH = 5

interface MissingContext {
  board: Board
  now: () => Date
  isSuspect?: boolean | undefined
}

/** The meaning of an answer that there is no such board. */
export function missing(
  row: BoardRow,
  known: readonly KnownPosting[],
  reason: string,
  { board, now, isSuspect = false }: MissingContext,
): Collected {
  // Neither a collection before the board is due, which an operator asked for, nor one of a suspect system counts.
  const isCounted = row.missingAnswers === 0 || (row.nextDue <= now() && !isSuspect)
  const answers = row.missingAnswers + (isCounted ? 1 : 0)
  return {
    kind: 'missing',
    reason,
    answers,
    removed: answers >= ANSWERS_TO_DEATH && !isSuspect ? removals(board, known) : [],
  }
}

export function removals(board: Board, removed: readonly KnownPosting[]): Removed[] {
  return removed.map(({ externalId }) => ({
    externalId,
    line: removalLine(board, externalId, 'expired'),
  }))
}
