import type { Board } from '../system'
import type { BoardRow, KnownPosting } from './board-state'
import type { Collected, Removed } from './collected'
import { removalLine } from './line-to-import'

/** A board is dead, and its postings leave, after this many answers a day apart that it, or its host, does not exist. */
export const ANSWERS_TO_DEATH = 5

interface MissingContext {
  board: Board
  now: () => Date
  isSuspect?: boolean | undefined
}

/** The result of an answer that there is no such board. */
export function missing(
  row: BoardRow,
  known: readonly KnownPosting[],
  reason: string,
  { board, now, isSuspect = false }: MissingContext,
): Collected {
  // A collection that an operator asked for before the board was due does not count, nor does one of a suspect system.
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
