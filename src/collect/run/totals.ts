import { type Counts, noCounts } from '../../catalogue/import/import-postings'
import type { Collected } from '../board/collected'

/** The counts of a collector. */
export interface CollectorTotals {
  boards: number
  quarantined: number
  /** Boards that their systems do not know. */
  missing: number
  failed: number
  counts: Counts
}

export function noTotals(): CollectorTotals {
  return { boards: 0, quarantined: 0, missing: 0, failed: 0, counts: noCounts() }
}

export function countBoard(totals: CollectorTotals, { kind }: Collected): void {
  totals.boards += 1
  if (kind === 'quarantined' || kind === 'missing' || kind === 'failed') totals[kind] += 1
}
