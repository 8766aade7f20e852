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
