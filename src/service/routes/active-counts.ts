import { isWithin, MAX_CHANGES } from '../../catalogue/database/conditions/log-state'
import {
  BYTES_PER_JOB,
  listActiveJobs,
  listJobsAfter,
  listSources,
} from '../../catalogue/database/queries/list-active-jobs'
import type { JobFilter } from '../../catalogue/job-filter'
import { Backoff } from '../../values/backoff'
import { COUNTRIES } from '../../values/country'
import { HOUR_MS, MINUTE_MS } from '../../values/instant'
import { freshSingleFlight } from '../../values/single-flight'
import { KeptJobs } from './kept-jobs'
import type { Services } from './services'

const LIMITS = {
  /** Counts of fewer jobs are fast without the list. */
  leastJobs: 20_000,
  /** The longest list that is kept; it takes 18 bytes a job. */
  keptJobs: 2_000_000,
  changes: MAX_CHANGES,
}

/** The filters that the list answers. */
const COUNTED: ReadonlySet<string> = new Set<keyof JobFilter>([
  ...(['countries', 'created', 'sources', 'excludedSources', 'hasSalary', 'isRemote'] as const),
  ...(['hasLocation', 'employmentTypes'] as const),
])

/**
 * Counts active jobs of a large catalogue by plain filters without a text. A process keeps the values of all active jobs that
 * these filters read, and brings them up to date from the change log before each count.
 */
export function createActiveCounts({ reads, now, onFailure, limits = LIMITS }: CountsOptions) {
  const backoff = new Backoff(now)
  let kept: KeptJobs | undefined
  let nextLoadAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    const sources = await listSources(reads)
    const { packed, state } = await listActiveJobs(reads, sources)
    const length = packed.length / BYTES_PER_JOB
    const isShort = length <= limits.keptJobs
    nextLoadAt = now().getTime() + (isShort ? MINUTE_MS : HOUR_MS)
    const list = new KeptJobs(sources, state)
    if (isShort && list.apply(packed, state)) kept = list
  }

  const bringUpToDate = freshSingleFlight(async () => {
    const list = kept
    if (list === undefined) return
    const asked = { state: list.state, limit: limits.changes }
    const { packed, state } = await listJobsAfter(reads, list.sources, asked)
    const isNear =
      state.steps === list.state.steps &&
      isWithin(list.state, state, { countries: COUNTRIES, limit: limits.changes })
    if (!isNear || !list.apply(packed, state)) kept = undefined
  })

  return {
    /** Undefined when the list cannot answer. */
    async count(filter: JobFilter): Promise<bigint | undefined> {
      const asked = Object.entries(filter).filter(([, value]) => value !== undefined)
      if (kept === undefined || asked.some(([name]) => !COUNTED.has(name))) return undefined
      await bringUpToDate()
      return kept?.count(filter)
    },
    /** Told of a count without the list; reads the list in the background when the catalogue is large. */
    noteCount(count: bigint): void {
      if (count < limits.leastJobs || kept !== undefined) return
      if (loading !== undefined || now().getTime() < nextLoadAt) return
      loading = backoff
        .attempt('the active jobs could not be listed', onFailure, load)
        .finally(() => {
          loading = undefined
        })
    },
    /** For tests. */
    loaded: () => loading,
  }
}

interface CountsOptions extends Pick<Services, 'reads' | 'now' | 'onFailure'> {
  limits?: typeof LIMITS
}
