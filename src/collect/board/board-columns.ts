import type { collectorBoards } from '../../catalogue/database/schema/collector'
import type { BoardRow } from './board-state'
import type { Collected, Unfinished } from './collected'
import { ANSWERS_TO_DEATH } from './missing-board'
import { isChanged, nextDue } from './next-due'

/** The columns of a board after a collection. */
export function boardColumns(
  row: BoardRow,
  collected: Collected,
  now: Date,
): Partial<typeof collectorBoards.$inferInsert> {
  const due = nextDue(row, collected, now)
  const schedule = {
    askedAt: now,
    nextDue: due.at,
    listDue: due.listAt ?? null,
    intervalSeconds: Math.round(due.intervalMs / 1000),
  }
  switch (collected.kind) {
    case 'failed': {
      const { error, blockedUntil, isStopped } = collected
      if (isStopped) return {}
      const last = { ...schedule, lastError: error }
      if (blockedUntil !== undefined) return { ...last, askedAt: row.askedAt }
      return { ...last, failures: row.failures + 1 }
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
    case 'replaced':
      return { ...schedule, state: 'removed', failures: 0, lastError: null }
    case 'quarantined': {
      const { since, answers, hash, reason, isForNewOwner } = collected.quarantine
      return {
        ...schedule,
        quarantinedSince: since,
        quarantineAnswers: answers,
        quarantineHash: hash,
        quarantineReason: reason,
        isForNewOwner,
        failures: 0,
        missingAnswers: 0,
        lastError: null,
      }
    }
    case 'details': {
      const isChanged = collected.changes.some(({ line }) => line !== undefined)
      const hasPosting = collected.changes.some(({ posting }) => posting.countries !== null)
      return {
        ...schedule,
        ...failureState(row, collected.unfinished),
        ...alive(row),
        ...(hasPosting && { listsWithoutPosting: 0 }),
        lastSuccessAt: collected.isUnderstood ? now : row.lastSuccessAt,
        lastChangeAt: isChanged ? now : row.lastChangeAt,
      }
    }
    case 'read':
      return { ...schedule, ...readState(row, collected, now) }
  }
}

/** The columns of a board that is not in quarantine. */
export const NO_QUARANTINE = {
  quarantinedSince: null,
  quarantineAnswers: 0,
  quarantineHash: null,
  quarantineReason: null,
  isForNewOwner: false,
}

function readState(
  row: BoardRow,
  collected: Extract<Collected, { kind: 'read' }>,
  now: Date,
): Partial<typeof collectorBoards.$inferInsert> {
  const { unfinished, incompleteReason, remembered, boardName, count } = collected
  return {
    // A list that may be incomplete cannot confirm or refute what a quarantined list lacked.
    ...(incompleteReason === undefined && NO_QUARANTINE),
    validators: remembered?.validators ?? null,
    listHash: remembered?.listHash || null,
    boardName: boardName ?? row.boardName,
    foundSettings: collected.foundSettings ?? null,
    lastSuccessAt: collected.isUnderstood ? now : row.lastSuccessAt,
    lastChangeAt: isChanged(collected) ? now : row.lastChangeAt,
    lastCount: count ?? row.lastCount,
    listsWithoutPosting: collected.listsWithoutPosting,
    incompleteReason: incompleteReason ?? null,
    ...failureState(row, unfinished),
    ...alive(row),
    missingAnswers: 0,
  }
}

/** A dead board that an operator had collected answers again. */
function alive({ state }: BoardRow): { state?: 'active' } {
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
