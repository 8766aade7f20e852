import type { Posting } from '../../../src/catalogue/import/posting'
import { sampleLines } from '../../../src/sample/sample-lines'
import { MINUTE_MS } from '../../../src/values/instant'

/** A Wednesday afternoon, so that the last full hour is a busy one; the same for all catalogues, so that they compare. */
export const SAMPLE_UNTIL = new Date('2026-11-18T18:00:00Z')

export const SAMPLE_RANDOM = 1

/** Postings as an employer's board has them today: the first ones of the sample, without a history. */
export function* currentPostings(count: number): Generator<Posting> {
  let left = count
  for (const line of sampleLines({ jobs: count, random: SAMPLE_RANDOM, until: SAMPLE_UNTIL })) {
    if ('status' in line || !line.history || !('date_created' in line.history)) continue
    const { history, ...posting } = line
    yield posting
    left -= 1
    if (left === 0) return
  }
}

/** Servers of the benchmark live in the hour that begins where the sample's history ends. */
const LATE_MS = 5 * MINUTE_MS

/** A clock that moves as real time does, from a few minutes after the end of the sample. */
export function createSampleClock(): () => Date {
  const offset = SAMPLE_UNTIL.getTime() + LATE_MS - Date.now()
  return () => new Date(Date.now() + offset)
}
