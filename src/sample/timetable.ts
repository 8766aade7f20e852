import { DAY_MS, HOUR_MS } from '../values/instant'
import { at, type Random } from './random'

/** How far before its end the sample begins. */
export const SPAN_DAYS = 183
export const SPAN_HOURS = SPAN_DAYS * 24

/** Postings a UTC hour brings relative to others: offices from Halifax to Vancouver open at 12 to 17 UTC. */
const HOUR_WEIGHTS = [
  1.1, 0.8, 0.55, 0.4, 0.3, 0.25, 0.2, 0.2, 0.2, 0.25, 0.35, 0.6, 1.1, 1.7, 2.2, 2.4, 2.3, 2.2, 2.3,
  2.4, 2.3, 2.1, 1.8, 1.4,
]

/** Sunday to Saturday. */
const DAY_WEIGHTS = [0.3, 1.1, 1.25, 1.2, 1.15, 0.95, 0.35]

/** So many of the newest hours get postings whatever the time of day, and the newest few get three. */
const RECENT_HOURS = 48
const NEWEST_HOURS = 3

/**
 * How many postings appear in each of the hours before `until`, oldest first; they add up to `jobs`.
 * Every recent hour gets some when there are enough, so that the feeds of a fresh catalogue are not empty.
 */
export function postingsByHour(jobs: number, until: number): number[] {
  const counts = recentMinimum(jobs)
  const weights = counts.map((_, hour) => hourWeight(until - (SPAN_HOURS - hour - 0.5) * HOUR_MS))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const left = jobs - counts.reduce((sum, count) => sum + count, 0)
  let weightSoFar = 0
  let given = 0
  return counts.map((count, hour) => {
    weightSoFar += at(weights, hour)
    const due = hour === SPAN_HOURS - 1 ? left : Math.floor((left * weightSoFar) / total)
    const more = due - given
    given = due
    return count + more
  })
}

/** Moves an instant to an hour of the same UTC day at which people work, drawn like the hours of postings. */
export function toWorkingHour(instant: number, random: Random): number {
  let hour = random.integer(0, 23)
  while (!random.chance(at(HOUR_WEIGHTS, hour) / 2.4)) hour = random.integer(0, 23)
  return Math.floor(instant / DAY_MS) * DAY_MS + hour * HOUR_MS + (instant % HOUR_MS)
}

function recentMinimum(jobs: number): number[] {
  const counts = new Array<number>(SPAN_HOURS).fill(0)
  if (jobs < 20 * RECENT_HOURS) return counts
  return counts.map((_, hour) => {
    const age = SPAN_HOURS - hour
    if (age <= NEWEST_HOURS) return 3
    return age <= RECENT_HOURS ? 1 : 0
  })
}

function hourWeight(middle: number): number {
  const instant = new Date(middle)
  return at(HOUR_WEIGHTS, instant.getUTCHours()) * at(DAY_WEIGHTS, instant.getUTCDay())
}
