/** A half-open span of time, `[from, to)`. */
export interface Window {
  from: Date
  to: Date
}
