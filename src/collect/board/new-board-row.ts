import type { BoardRow } from './board-state'
import type { NewBoard } from './boards'

/** A board as it is when it was just added. */
export function newBoardRow(
  { source, slug, settings = {}, organization }: NewBoard,
  now: Date,
): BoardRow {
  return {
    id: 0,
    source,
    slug,
    settings: { ...settings },
    organization: organization ?? null,
    country: null,
    state: 'active',
    addedAt: now,
    askedAt: null,
    nextDue: now,
    listDue: null,
    intervalSeconds: 0,
    leaseOwner: null,
    leaseUntil: null,
    validators: null,
    listHash: null,
    boardName: null,
    foundSettings: null,
    prefers: null,
    lastSuccessAt: null,
    lastChangeAt: null,
    lastCount: null,
    incompleteReason: null,
    listsWithoutPosting: 0,
    failures: 0,
    lastError: null,
    missingAnswers: 0,
    quarantinedSince: null,
    quarantineAnswers: 0,
    quarantineHash: null,
    quarantineReason: null,
    isForNewOwner: false,
  }
}
