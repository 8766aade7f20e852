import type { BoardRow } from './board-state'
import { type NewBoard, revived } from './boards'

/** A board as it is when it was just added. */
export function newBoardRow(
  { source, slug, settings = {}, organization }: NewBoard,
  now: Date,
): BoardRow {
  return {
    ...revived(now),
    id: 0,
    source,
    slug,
    settings: { ...settings },
    organization: organization ?? null,
    country: null,
    addedAt: now,
    askedAt: null,
    intervalSeconds: 0,
    foundSettings: null,
    preferredBoard: null,
    lastSuccessAt: null,
    lastChangeAt: null,
    lastCount: null,
    incompleteReason: null,
  }
}
