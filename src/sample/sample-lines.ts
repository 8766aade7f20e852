import type { Posting, Removal } from '../import/posting'
import { formatInstant, HOUR_MS } from '../values/instant'
import { draftPosting } from './draft'
import { applyEdits } from './edits'
import { type Employer, makeEmployers } from './employers'
import { type Finale, planFinales } from './finales'
import { identify } from './identity'
import { type Event, planLife } from './life'
import { Random } from './random'
import { STREAMS } from './streams'
import { postingsByHour, SPAN_HOURS } from './timetable'
import { writePosting } from './write-posting'

export interface SampleOptions {
  /** How many postings are created; those that reappear after they left are counted once. */
  jobs: number
  /** The seed: equal options give equal lines. */
  random: number
  until: Date
}

/**
 * The lines of an import file that stand for a believable catalogue of `jobs` postings and the 183 days of
 * its history before `until`, in the order of events. Nothing is kept of a posting but its number and the
 * instants of what will still happen to it; its text is written again for each event.
 */
export function* sampleLines(options: SampleOptions): Generator<Posting | Removal> {
  const { jobs, random: seed } = options
  const until = options.until.getTime()
  const employers = makeEmployers(seed, jobs)
  const finales = planFinales(jobs, until)
  const start = until - SPAN_HOURS * HOUR_MS
  const pending = new Map<number, Event[]>()
  let index = 0
  for (const [hour, count] of postingsByHour(jobs, until).entries()) {
    const births = planBirths(seed, index, count, start + hour * HOUR_MS)
    index += count
    // What follows from an event lies an hour or more after it, so that no hour is added to once begun.
    const events = births.concat(pending.get(hour) ?? []).sort(inOrder)
    pending.delete(hour)
    for (const event of events) {
      yield writeLine(event, seed, employers)
      if (event.kind === 'created') {
        for (const next of planNext(event, seed, until, finales)) {
          const nextHour = Math.floor((next.at - start) / HOUR_MS)
          const others = pending.get(nextHour)
          if (others === undefined) pending.set(nextHour, [next])
          else others.push(next)
        }
      }
    }
  }
}

function planNext(
  { life }: Event,
  seed: number,
  until: number,
  finales: ReadonlyMap<number, Finale>,
): Event[] {
  return planLife(life, seed, until, life.stay === 0 ? finales.get(life.index) : undefined)
}

/** Postings that appear within an hour, one in each of as many equal parts of it. */
function planBirths(seed: number, first: number, count: number, hourStart: number): Event[] {
  return Array.from({ length: count }, (_, number) => {
    const index = first + number
    const part = (number + new Random(seed, STREAMS.instants, index).next()) / count
    const at = hourStart + Math.floor(part * HOUR_MS)
    return { at, kind: 'created', life: { index, stay: 0, createdAt: at }, edition: 0 }
  })
}

function inOrder(one: Event, other: Event): number {
  return one.at - other.at || one.life.index - other.life.index
}

function writeLine(event: Event, seed: number, employers: readonly Employer[]): Posting | Removal {
  const { kind, life, edition } = event
  const instant = formatInstant(new Date(event.at))
  const draft = draftPosting(seed, life.index, employers)
  if (kind === 'expired' || kind === 'excluded') {
    return { ...identify(draft, seed), status: kind, history: { date_removed: instant } }
  }
  applyEdits(draft, life, edition, seed)
  const posting = writePosting(draft, life, seed)
  posting.history = kind === 'created' ? { date_created: instant } : { date_modified: instant }
  return posting
}
