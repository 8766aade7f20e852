import type { Country } from '../values/country'
import type { ChangeEvent } from '../values/vocabulary'
import type { PreparedView } from './prepare-posting'

/** A line of an import file on its way into the catalogue. */
export interface BatchLine {
  /** In the file, from 1. */
  number: number
  text: string
  key: string
  board: string
  /** Equal texts have equal hashes; an equal line changes nothing. */
  hash: string
  change: LineChange
}

export type LineChange =
  | {
      kind: 'posting'
      /** Computed when first asked for: most lines of a daily import are known and need none. */
      views: () => PreparedView[]
      history?: PostingHistory
    }
  | { kind: 'removal'; event: Departure; removedAt?: Date }

export interface PostingHistory {
  dateCreated?: Date
  dateModified?: Date
  removed?: Leaving
}

/** That a job left. */
export interface Leaving {
  event: Departure
  removedAt: Date
}

/** How a job leaves; also its status from then on. */
export type Departure = 'expired' | 'excluded'

/** A job of a posting, active or gone, as the writer finds it. */
export interface KnownJob {
  key: string
  country: Country
  jobId: bigint
  lineHash: string
  isActive: boolean
  dateCreated: Date
  dateModified: Date | null
  dateRemoved: Date | null
}

/** An entry of the change log before it has its number. */
export interface Change {
  country: Country
  event: ChangeEvent
  jobId: bigint
  occurredAt: Date
  changed: string[] | null
}

/** What became of a line. */
export type LineOutcome = 'created' | 'updated' | 'unchanged' | 'expired' | 'excluded' | 'rejected'
