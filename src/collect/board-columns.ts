import type { collectorBoards } from '../database/schema/collector'
import type { BoardRow } from './board-state'
import { ANSWERS_TO_DEATH } from './collect-board'
import type { Collected, Unfinished } from './collected'
import { isChanged, nextDue } from './next-due'

/** The columns of a board after a collection. */
export function boardState(
  row: BoardRow,
  collected: Collected,
  now: Date,
): Partial<typeof collectorBoards.$inferInsert> {
  const due = nextDue(row, collected, now)
  const schedule = {
    nextDue: due.at,
    listDue: due.listAt ?? null,
    intervalSeconds: Math.round(due.intervalMs / 1000),
  }
  switch (collected.kind) {
    case 'failed': {
      const { error, blockedUntil, isStopped } = collected
      if (isStopped) return {}
      return { ...schedule, lastError: error, failures: row.failures + (blockedUntil ? 0 : 1) }
    }
    case 'missing': {
      const { answers, reason } = collected
      const isDead = answers >= ANSWERS_TO_DEATH
      return {
        ...schedule,
        missingAnswers: answers,
        lastError: `there is no such board: ${reason}`,
        ...(isDead && { state: 'dead', validators: null, listHash: null, lastCount: 0 }),
      }
    }
    case 'held': {
      const { since, answers, hash, reason, isForOwner } = collected.hold
      return {
        ...schedule,
        heldSince: since,
        heldAnswers: answers,
        heldHash: hash,
        heldReason: reason,
        isHeldForOwner: isForOwner,
        failures: 0,
        missingAnswers: 0,
        lastError: null,
      }
    }
    case 'details': {
      const isChanged = collected.changes.some(({ line }) => line !== undefined)
      return {
        ...schedule,
        ...failureState(row, collected.unfinished),
        ...alive(row),
        lastSuccessAt: collected.isUnderstood ? now : row.lastSuccessAt,
        lastChangeAt: isChanged ? now : row.lastChangeAt,
      }
    }
    case 'read':
      return { ...schedule, ...readState(row, collected, now) }
  }
}

/** The columns of a board that is not held. */
export const NO_HOLD = {
  heldSince: null,
  heldAnswers: 0,
  heldHash: null,
  heldReason: null,
  isHeldForOwner: false,
}

function readState(
  row: BoardRow,
  collected: Extract<Collected, { kind: 'read' }>,
  now: Date,
): Partial<typeof collectorBoards.$inferInsert> {
  const { unfinished, doubt, remembered, boardName, count } = collected
  return {
    // A list in doubt says nothing of what a held list lacked.
    ...(doubt === undefined && NO_HOLD),
    validators: remembered?.validators ?? null,
    listHash: remembered?.listHash || null,
    boardName: boardName ?? row.boardName,
    lastSuccessAt: collected.isUnderstood ? now : row.lastSuccessAt,
    lastChangeAt: isChanged(collected) ? now : row.lastChangeAt,
    lastCount: count ?? row.lastCount,
    doubt: doubt ?? null,
    ...failureState(row, unfinished),
    ...alive(row),
    missingAnswers: 0,
  }
}

/** A dead board that an operator had collected answers again. */
function alive({ state }: BoardRow): { state?: string } {
  return state === 'dead' ? { state: 'active' } : {}
}

/** Failed details count only when they ended the collection. */
function failureState(
  { failures }: BoardRow,
  unfinished: Unfinished | undefined,
): Pick<BoardRow, 'failures' | 'lastError'> {
  const { error = null, isPastLimit = false, blockedUntil } = unfinished ?? {}
  const isFailing = error !== null && !isPastLimit && blockedUntil === undefined
  return { failures: isFailing ? failures + 1 : 0, lastError: error }
}
