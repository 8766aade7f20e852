import { DAY_MS } from './instant'

/** The `1m` frame: 31 days. */
export const MONTH_MS = 31 * DAY_MS

/** The `6m` frame, the longest of all. */
export const LONGEST_FRAME_DAYS = 183

/** Jobs that left are kept at least for as long as a frame shows them. */
export const MIN_RETENTION_DAYS = LONGEST_FRAME_DAYS
export const MAX_RETENTION_DAYS = 36_500

/** A half-open time interval, `[from, to)`. */
export interface Window {
  from: Date
  to: Date
}

/** A window without a lower or an upper bound, or without both. */
export interface OpenWindow {
  from: Date | undefined
  to: Date | undefined
}
