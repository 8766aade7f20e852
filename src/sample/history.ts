import { DAY_MS, HOUR_MS } from '../values/instant'
import { at, Random, STREAMS } from './random'

/** A period in which the catalogue lists a posting. The posting is generated from `index` when it is needed. */
export interface Appearance {
  index: number
  /** 0, then 1 when the posting reappears after its removal. */
  number: number
  createdAt: number
}

/** A change of a posting. `edits` counts the edits of the appearance up to it. */
export interface Event {
  at: number
  kind: 'created' | 'updated' | 'expired' | 'excluded'
  appearance: Appearance
  edits: number
}

/** The least time between two events of a posting. `sampleLines` depends on it for its order. */
const MINIMUM_GAP_MS = HOUR_MS

const EXCLUDED_SHARE = 0.03
/** The share of postings that stay open all year. */
const EVERGREEN_SHARE = 0.32
const MEAN_LISTED_DAYS = 66
const CLOSING_SHARE = 0.22
const UPDATED_SHARE = 0.16
const REAPPEARING_SHARE = 0.04

/** The events of an appearance after its creation and before `until`, in order. */
export function planEvents(
  appearance: Appearance,
  seed: number,
  until: number,
  lastEvent?: LastEvent,
): Event[] {
  const random = new Random(seed, STREAMS.history + appearance.number, appearance.index)
  const end = lastEvent ?? planEnd(appearance, seed, random)
  const planned = [...planUpdates(appearance, random, Math.min(end.at, until)), end]
  const events: Event[] = []
  let last = appearance.createdAt
  let edits = 0
  for (const { kind, at } of planned) {
    const time = Math.max(Math.floor(at), last + MINIMUM_GAP_MS)
    if (time >= until) break
    if (kind === 'updated') edits += 1
    events.push({ at: time, kind, appearance, edits })
    last = time
  }
  if (events.at(-1)?.kind === 'expired' && random.chance(REAPPEARING_SHARE)) {
    const back = toWorkingHour(last + (2 + random.wait(9)) * DAY_MS, random)
    const next = { index: appearance.index, number: appearance.number + 1, createdAt: back }
    if (back < until) events.push({ at: back, kind: 'created', appearance: next, edits: 0 })
  }
  return events
}

function planEnd(
  appearance: Appearance,
  seed: number,
  random: Random,
): { kind: Event['kind']; at: number } {
  if (random.chance(EXCLUDED_SHARE)) {
    return { kind: 'excluded', at: appearance.createdAt + (2 + random.wait(60)) * HOUR_MS }
  }
  const closing = closingDate(appearance, seed)
  if (closing === undefined && random.chance(EVERGREEN_SHARE))
    return { kind: 'expired', at: Number.POSITIVE_INFINITY }
  const filled = Math.floor(appearance.createdAt + (0.1 + random.wait(MEAN_LISTED_DAYS)) * DAY_MS)
  if (closing !== undefined && closing < filled) {
    return { kind: 'expired', at: closing + random.integer(1, 5 * HOUR_MS) }
  }
  return { kind: 'expired', at: random.chance(0.7) ? toWorkingHour(filled, random) : filled }
}

/** The closing date in the posting, at the end of a UTC day; most postings have none. */
export function closingDate(appearance: Appearance, seed: number): number | undefined {
  const random = new Random(seed, STREAMS.closing + 1000 * appearance.number, appearance.index)
  if (!random.chance(CLOSING_SHARE)) return undefined
  return Math.ceil(appearance.createdAt / DAY_MS + random.integer(14, 75)) * DAY_MS
}

function planUpdates(
  appearance: Appearance,
  random: Random,
  end: number,
): { kind: 'updated'; at: number }[] {
  if (!random.chance(UPDATED_SHARE)) return []
  const count = random.chance(0.7) ? 1 : random.integer(2, 4)
  const instants = Array.from({ length: count }, () => {
    const at = Math.floor(appearance.createdAt + random.next() * (end - appearance.createdAt))
    return toWorkingHour(at, random)
  })
  return instants
    .filter((at) => at < end - MINIMUM_GAP_MS)
    .sort((one, other) => one - other)
    .map((at) => ({ kind: 'updated', at }))
}

/** A fixed last event of an appearance. */
export interface LastEvent {
  kind: 'updated' | 'expired'
  at: number
}

/** The number of fixed last events of each kind, and the hours before the end of the sample they cover. */
const LAST_EVENTS = 60
const LAST_EVENT_HOURS = 49

/**
 * Fixed last events by index of the posting: changes and removals in the last hours, with shorter intervals
 * towards the end, so that the modified and expired feeds of a new catalogue are not empty at any time of day.
 * These postings were created days before.
 */
export function planLastEvents(jobs: number, until: number): Map<number, LastEvent> {
  const events = new Map<number, LastEvent>()
  const each = Math.min(LAST_EVENTS, Math.floor(jobs / 16))
  for (let number = 0; number < each; number += 1) {
    const hoursBefore = LAST_EVENT_HOURS * ((number + 0.5) / each) ** 2
    const at = Math.floor(until - hoursBefore * HOUR_MS)
    const index = Math.floor(jobs * (0.4 + (0.5 * number) / each))
    events.set(index, { kind: 'updated', at })
    events.set(index + 1, { kind: 'expired', at: at - 1 })
  }
  return events
}

/** The length of the sample's history. */
export const SPAN_HOURS = 183 * 24

/** Relative numbers of postings per hour UTC: offices from Halifax to Vancouver open from 12 to 17 UTC. */
const HOUR_WEIGHTS = [
  1.1, 0.8, 0.55, 0.4, 0.3, 0.25, 0.2, 0.2, 0.2, 0.25, 0.35, 0.6, 1.1, 1.7, 2.2, 2.4, 2.3, 2.2, 2.3,
  2.4, 2.3, 2.1, 1.8, 1.4,
]

/** Relative numbers of postings per day, Sunday to Saturday. */
const DAY_WEIGHTS = [0.3, 1.1, 1.25, 1.2, 1.15, 0.95, 0.35]

/** The newest hours, which get a posting each at every time of day, and the last of them, which get three. */
const RECENT_HOURS = 48
const NEWEST_HOURS = 3

/**
 * The numbers of postings created in each hour before `until`, oldest first; the sum is `jobs`. A sample of
 * sufficient size has postings in every recent hour, so that the feeds of a new catalogue are not empty.
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

/** Moves an instant to another hour of the same UTC day, drawn with `HOUR_WEIGHTS`. */
function toWorkingHour(instant: number, random: Random): number {
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
