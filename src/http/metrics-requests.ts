import { QueryTimeout } from '../values/errors'
import type { Metric, Sample } from './metrics'
import type { RequestEntry } from './request-log'

/** Upper bounds in seconds: from an answer out of memory to the usual time limit. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** Counts what requests were answered. */
export interface RequestMetrics {
  count(entry: RequestEntry): void
  read(): Metric[]
}

export function createRequestMetrics(): RequestMetrics {
  const requests = createCounter('job_catalogue_requests_total', 'Requests by path and status.')
  const jobs = createCounter('job_catalogue_jobs_returned_total', 'Job objects returned, by path.')
  const bytes = createCounter('job_catalogue_response_bytes_total', 'Bytes of bodies, by path.')
  const limited = createCounter(
    'job_catalogue_rate_limited_total',
    'Requests beyond a rate or an allowance (429), by path.',
  )
  const timeouts = createCounter(
    'job_catalogue_query_timeouts_total',
    'Requests whose query ran out of time, by path.',
  )
  const durations = createHistogram(
    'job_catalogue_request_duration_seconds',
    'Time from a request to its response, by path.',
  )
  return {
    count({ route, status, durationMs, error, ...entry }) {
      // Paths that nobody serves are one, so that strangers cannot make series.
      const path = route ?? 'unknown'
      requests.add({ path, status: String(status) }, 1)
      jobs.add({ path }, entry.jobs)
      bytes.add({ path }, entry.bytes)
      limited.add({ path }, status === 429 ? 1 : 0)
      timeouts.add({ path }, error instanceof QueryTimeout ? 1 : 0)
      durations.add(path, durationMs / 1000)
    },
    read: () => [requests, durations, jobs, bytes, limited, timeouts].map(({ read }) => read()),
  }
}

function createCounter(name: string, help: string) {
  const samples = new Map<string, Sample>()
  return {
    add(labels: Sample['labels'], value: number): void {
      const key = Object.values(labels).join(' ')
      const known = samples.get(key)
      if (known === undefined) samples.set(key, { labels, value })
      else known.value += value
    },
    read: (): Metric => ({
      name,
      help,
      type: 'counter',
      samples: [...samples.values()].map((sample) => ({ ...sample })),
    }),
  }
}

function createHistogram(name: string, help: string) {
  const series = new Map<string, { counts: number[]; sum: number }>()
  return {
    add(path: string, value: number): void {
      const known = series.get(path) ?? { counts: Array(BOUNDS.length + 1).fill(0), sum: 0 }
      series.set(path, known)
      const bucket = BOUNDS.findIndex((bound) => value <= bound)
      const index = bucket === -1 ? BOUNDS.length : bucket
      known.counts[index] = (known.counts[index] ?? 0) + 1
      known.sum += value
    },
    read: (): Metric => ({
      name,
      help,
      type: 'histogram',
      samples: [...series].flatMap(([path, { counts, sum }]) =>
        histogramSamples(path, counts, sum),
      ),
    }),
  }
}

/** Buckets hold what is at most their bound, so each contains those before it. */
function histogramSamples(path: string, counts: readonly number[], sum: number): Sample[] {
  let total = 0
  const buckets = counts.map((count, index): Sample => {
    total += count
    const labels = { path, le: String(BOUNDS[index] ?? '+Inf') }
    return { suffix: '_bucket', labels, value: total }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels: { path }, value: sum },
    { suffix: '_count', labels: { path }, value: total },
  ]
}
