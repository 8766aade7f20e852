import type { Posting, Removal } from '../catalogue/import/posting'
import { formatInstant, HOUR_MS } from '../values/instant'
import { draftPosting } from './draft'
import { applyEdits } from './edits'
import { type Employer, makeEmployers } from './employers'
import { type Event, planEvents, planLastEvents, postingsByHour, SPAN_HOURS } from './history'
import { writePosting } from './posting'
import { Random, STREAMS } from './random'
import { identify } from './source-systems'

export interface SampleOptions {
  /** The number of postings; one that reappears counts once. */
  jobs: number
  /** The seed: equal options give equal lines. */
  random: number
  until: Date
}

/**
 * The lines of an import file with `jobs` invented postings and the 183 days of their history before `until`,
 * in the order of events. Memory holds the employers and the coming events; the text of a posting is
 * generated for each of its events.
 */
export function* sampleLines(options: SampleOptions): Generator<Posting | Removal> {
  const { jobs, random: seed } = options
  const until = options.until.getTime()
  const employers = makeEmployers(seed, jobs)
  const lastEvents = planLastEvents(jobs, until)
  const start = until - SPAN_HOURS * HOUR_MS
  const pending = new Map<number, Event[]>()
  let index = 0
  for (const [hour, count] of postingsByHour(jobs, until).entries()) {
    const creations = planCreations(seed, index, count, start + hour * HOUR_MS)
    index += count
    // Later events of a posting are at least an hour apart, so nothing is added to the hour in progress.
    const events = creations.concat(pending.get(hour) ?? []).sort(inOrder)
    pending.delete(hour)
    for (const event of events) {
      yield writeLine(event, seed, employers)
      if (event.kind !== 'created') continue
      const { appearance } = event
      const lastEvent = appearance.number === 0 ? lastEvents.get(appearance.index) : undefined
      for (const next of planEvents(appearance, seed, until, lastEvent)) {
        const nextHour = Math.floor((next.at - start) / HOUR_MS)
        pending.getOrInsertComputed(nextHour, () => []).push(next)
      }
    }
  }
}

/** The creations within an hour, one in each of `count` equal parts of it. */
function planCreations(seed: number, first: number, count: number, hourStart: number): Event[] {
  return Array.from({ length: count }, (_, number) => {
    const index = first + number
    const part = (number + new Random(seed, STREAMS.instants, index).next()) / count
    const at = hourStart + Math.floor(part * HOUR_MS)
    return { at, kind: 'created', appearance: { index, number: 0, createdAt: at }, edits: 0 }
  })
}

function inOrder(one: Event, other: Event): number {
  return one.at - other.at || one.appearance.index - other.appearance.index
}

function writeLine(event: Event, seed: number, employers: readonly Employer[]): Posting | Removal {
  const { kind, appearance, edits } = event
  const instant = formatInstant(new Date(event.at))
  const draft = draftPosting(seed, appearance.index, employers)
  if (kind === 'expired' || kind === 'excluded') {
    return {
      ...identify(draft.board, appearance.index, seed),
      status: kind,
      history: { date_removed: instant },
    }
  }
  applyEdits(draft, appearance, edits, seed)
  const posting = writePosting(draft, appearance, seed)
  posting.history = kind === 'created' ? { date_created: instant } : { date_modified: instant }
  return posting
}
