import { MINUTE_MS } from '../../../src/values/instant'

/** A Wednesday afternoon, so that the last full hour is a busy one; the same for all catalogues, so that they compare. */
export const SAMPLE_UNTIL = new Date('2026-11-18T18:00:00Z')

export const SAMPLE_RANDOM = 1

/** Servers of the benchmark live in the hour that begins where the sample's history ends. */
const LATE_MS = 5 * MINUTE_MS

/** A clock that moves as real time does, from a few minutes after the end of the sample. */
export function createSampleClock(): () => Date {
  const offset = SAMPLE_UNTIL.getTime() + LATE_MS - Date.now()
  return () => new Date(Date.now() + offset)
}
