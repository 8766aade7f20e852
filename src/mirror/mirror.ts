import type { Country } from '../values/country'
import { plural } from '../values/plural'
import { type ChangeEvent, type Job, UnexpectedAnswer } from './answers'
import { type CatalogueClient, RefillNeeded } from './catalogue-client'
import { type Checkpoint, DamagedCopy, type Filling, type History, type Origin } from './checkpoint'

/** The copy of a country. Each method is one transaction: killed in the middle, it has done nothing. */
export interface Copy {
  /** Throws `DamagedCopy`. */
  read(): Promise<Checkpoint>
  /** Adds jobs to a new copy, which begins when `filling` has no jobs and replaces the one in use without `filling`. */
  fill(jobs: readonly Job[], checkpoint: Checkpoint): Promise<void>
  apply(events: readonly ChangeEvent[], checkpoint: Checkpoint): Promise<void>
  /** Keeps the jobs of earlier events that have left. */
  recall(events: readonly ChangeEvent[], checkpoint: Checkpoint): Promise<void>
}

/** The copy of one country, its source, and where progress is reported. */
export interface Mirror {
  country: Country
  catalogue: CatalogueClient
  copy: Copy
  /** Whether the copy has the jobs that left, also before it was begun. */
  hasHistory: boolean
  report(line: string): void
  /** How far a filling is. */
  filled(jobs: number, total: number): void
}

/** Of one `synchronise`; a restore costs one, and one that is made while the copy is filled costs another. */
const MAX_REFILLS = 5

/** How many more jobs the catalogue may get, beyond twice as many, while a copy is filled. */
const MAX_NEW_JOBS = 1_000_000

/** Brings the copy in step. Ends when it has everything that the catalogue has. */
export async function synchronise(mirror: Mirror): Promise<void> {
  const { catalogue, copy, report } = mirror
  let refills = 0
  for (;;) {
    const { filling, ...beside } = await copy.read()
    const { inUse, history } = beside
    try {
      const { description } = filling ?? inUse ?? catalogue
      if (description !== catalogue.description) {
        throw new RefillNeeded(`the copy has the descriptions '${description}'`)
      }
      if (filling !== undefined) await fill(mirror, { ...beside, filling })
      else if (inUse === undefined) await begin(mirror)
      else if (mirror.hasHistory && history === undefined) {
        await copy.recall([], { inUse, history: { since: 0, until: inUse.since } })
      } else if (history !== undefined && history.since < history.until) {
        await recall(mirror, inUse, history)
      } else return await follow(mirror, inUse, history)
    } catch (error) {
      if (!(error instanceof RefillNeeded)) throw error
      refills += 1
      if (refills > MAX_REFILLS) {
        throw new Error(`${error.message}; the copy was begun again ${MAX_REFILLS} times`)
      }
      report(`${error.message}; filling the copy again`)
      await begin(mirror, beside)
    }
  }
}

/** Begins to fill the copy again, beside the one in use unless that is damaged. */
export async function refill(mirror: Mirror): Promise<void> {
  const { filling: _, ...beside } = await mirror.copy.read().catch((error: unknown): Checkpoint => {
    if (error instanceof DamagedCopy) return {}
    throw error
  })
  await begin(mirror, beside)
}

/** Reads the change log from the checkpoint to its end. */
async function follow(
  { country, catalogue, copy, report }: Mirror,
  inUse: Origin,
  history: History | undefined,
): Promise<void> {
  for (let origin = inUse; ; ) {
    const page = await catalogue.changes(country, origin.since)
    const { generation, next_since: since, more, events } = page
    // An event shows the job as it is now. A copy that was behind may have content that the catalogue lost.
    if (generation !== origin.generation && !origin.isLevel) {
      throw new RefillNeeded('the catalogue was restored while the copy was behind it')
    }
    origin = { ...origin, since, generation, isLevel: !more }
    await copy.apply(events, { inUse: origin, ...(history && { history }) })
    if (events.length > 0) report(`${events.length} events`)
    if (!more) return
  }
}

/** Reads the change log from its beginning to the copy. An event has the job as it is now, with the date on which it left. */
async function recall(
  { country, catalogue, copy, report }: Mirror,
  inUse: Origin,
  { since: first, until }: History,
): Promise<void> {
  let jobs = 0
  for (let since = first; since < until; ) {
    const page = await catalogue.changes(country, since)
    if (page.generation !== inUse.generation && !inUse.isLevel) {
      throw new RefillNeeded('the catalogue was restored')
    }
    const events = page.events.filter(({ seq }) => seq <= until)
    since = page.more ? Math.min(page.next_since, until) : until
    await copy.recall(events, { inUse, history: { since, until } })
    jobs += leftJobs(events).length
  }
  report(`${plural(jobs, 'job')} that left before`)
}

/** The jobs of creations that have left. */
export function leftJobs(events: readonly ChangeEvent[]): Job[] {
  return events.flatMap(({ event, job }) =>
    event === 'created' && job !== null && job.status !== 'active' ? [job] : [],
  )
}

/** Notes the end of the change log: what changes while the jobs are read is read from there afterwards. */
async function begin(
  { country, catalogue, copy }: Mirror,
  beside: Pick<Checkpoint, 'inUse' | 'history'> = {},
): Promise<void> {
  const { latest_seq: since, generation } = await catalogue.changes(country, 0, 1)
  const origin = { since, generation, description: catalogue.description, isLevel: false }
  const filling = { ...origin, cursor: null, jobs: 0 }
  await copy.fill([], { ...beside, filling })
}

/** Reads all active jobs, from the first page or the one at which it was stopped. */
async function fill(
  mirror: Mirror,
  { filling: start, ...beside }: Checkpoint & { filling: Filling },
): Promise<void> {
  const { country, catalogue, copy, report, filled } = mirror
  const { active_jobs: total } = await catalogue.stats(country)
  let { cursor, jobs, ...origin } = start
  const history = beside.history && { history: { since: 0, until: start.since } }
  const cursors = new Set<string | null>([cursor])
  do {
    const page = await catalogue.jobs(country, cursor)
    if (page.generation !== origin.generation) throw new RefillNeeded('the catalogue was restored')
    cursor = page.next_cursor
    jobs += page.jobs.length
    if (cursor !== null && cursors.has(cursor)) {
      throw new UnexpectedAnswer('/v1/jobs', 'next_cursor: it came before')
    }
    cursors.add(cursor)
    if (jobs > 2 * total + MAX_NEW_JOBS) {
      throw new UnexpectedAnswer('/v1/jobs', `jobs: ${jobs} so far, of ${total} in the catalogue`)
    }
    const filling = { ...origin, cursor, jobs }
    await copy.fill(
      page.jobs,
      cursor === null ? { inUse: origin, ...history } : { ...beside, filling },
    )
    filled(jobs, total)
  } while (cursor !== null)
  report(plural(jobs, 'job'))
}
