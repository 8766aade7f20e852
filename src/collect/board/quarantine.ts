import { HOUR_MS, MINUTE_MS } from '../../values/instant'

/** A posting is removed once two complete lists at least this far apart omit it. */
export const CONFIRMATION_MS = HOUR_MS

/** The waits after the first, the second and later answers of a quarantined list. */
export const QUARANTINE_RETRIES_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const

/** A list that is not believed yet. */
export interface Quarantine {
  since: Date
  answers: number
  hash: string
  reason: string
  isForNewOwner: boolean
  /** The list has other new ids than before: it is asked for rarely until they stay. */
  isUnstable: boolean
}
