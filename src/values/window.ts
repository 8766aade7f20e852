import { DAY_MS } from './instant'

/** From when a job came it is counted for so long, also when it has left. */
export const MONTH_MS = 31 * DAY_MS

/** A half-open span of time, `[from, to)`. */
export interface Window {
  from: Date
  to: Date
}

/** A window that may be open on either side. */
export interface OpenWindow {
  from: Date | undefined
  to: Date | undefined
}
