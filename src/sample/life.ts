import { DAY_MS, HOUR_MS } from '../values/instant'
import type { Finale } from './finales'
import { Random } from './random'
import { STREAMS } from './streams'
import { toWorkingHour } from './timetable'

/** One stay of a posting in the catalogue. The posting itself is made again from `index` when it is needed. */
export interface Life {
  index: number
  /** 0, then 1 when the posting is seen again after it left. */
  stay: number
  createdAt: number
}

/** Something that happens to a posting. `edition` counts the edits that the posting has seen by then. */
export interface Event {
  at: number
  kind: 'created' | 'updated' | 'expired' | 'excluded'
  life: Life
  edition: number
}

/** Events of one posting lie at least this far apart. The order of lines depends on it. */
export const MINIMUM_GAP_MS = HOUR_MS

const EXCLUDED_SHARE = 0.03
/** Postings that employers leave open all year. */
const EVERGREEN_SHARE = 0.32
const MEAN_STAY_DAYS = 66
const CLOSING_SHARE = 0.22
const UPDATED_SHARE = 0.16
const REAPPEARING_SHARE = 0.04

/** What happens to a posting after it was created, in order and before `until`. */
export function planLife(life: Life, seed: number, until: number, finale?: Finale): Event[] {
  const random = new Random(seed, STREAMS.life + life.stay, life.index)
  const end = finale === undefined ? planEnd(life, seed, random) : finale
  const planned = [...planUpdates(life, random, Math.min(end.at, until)), end]
  const events: Event[] = []
  let last = life.createdAt
  let edition = 0
  for (const { kind, at } of planned) {
    const time = Math.max(Math.floor(at), last + MINIMUM_GAP_MS)
    if (time >= until) break
    if (kind === 'updated') edition += 1
    events.push({ at: time, kind, life, edition })
    last = time
  }
  if (events.at(-1)?.kind === 'expired' && random.chance(REAPPEARING_SHARE)) {
    const back = toWorkingHour(last + (2 + random.wait(9)) * DAY_MS, random)
    const next = { index: life.index, stay: life.stay + 1, createdAt: back }
    if (back < until) events.push({ at: back, kind: 'created', life: next, edition: 0 })
  }
  return events
}

function planEnd(life: Life, seed: number, random: Random): { kind: Event['kind']; at: number } {
  if (random.chance(EXCLUDED_SHARE)) {
    return { kind: 'excluded', at: life.createdAt + (2 + random.wait(60)) * HOUR_MS }
  }
  const closing = closingAt(life, seed)
  if (closing === undefined && random.chance(EVERGREEN_SHARE))
    return { kind: 'expired', at: Number.POSITIVE_INFINITY }
  const filled = Math.floor(life.createdAt + (0.1 + random.wait(MEAN_STAY_DAYS)) * DAY_MS)
  if (closing !== undefined && closing < filled) {
    return { kind: 'expired', at: closing + random.integer(1, 5 * HOUR_MS) }
  }
  return { kind: 'expired', at: random.chance(0.7) ? toWorkingHour(filled, random) : filled }
}

/** The closing date that a posting states, at the end of a UTC day; most state none. */
export function closingAt(life: Life, seed: number): number | undefined {
  const random = new Random(seed, STREAMS.closing + 1000 * life.stay, life.index)
  if (!random.chance(CLOSING_SHARE)) return undefined
  return Math.ceil(life.createdAt / DAY_MS + random.integer(14, 75)) * DAY_MS
}

function planUpdates(life: Life, random: Random, end: number): { kind: 'updated'; at: number }[] {
  if (!random.chance(UPDATED_SHARE)) return []
  const count = random.chance(0.7) ? 1 : random.integer(2, 4)
  const instants = Array.from({ length: count }, () => {
    const at = Math.floor(life.createdAt + random.next() * (end - life.createdAt))
    return toWorkingHour(at, random)
  })
  return instants
    .filter((at) => at < end - MINIMUM_GAP_MS)
    .sort((one, other) => one - other)
    .map((at) => ({ kind: 'updated', at }))
}
