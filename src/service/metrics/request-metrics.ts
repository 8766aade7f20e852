import { Counter, Histogram, Registry } from 'prom-client'
import { QueryTimeout } from '../../values/errors'
import type { RequestEntry } from '../http/request-log'

/** Upper bounds of the histogram in seconds, from cached answers to the default time limit. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

interface RequestMetrics {
  registry: Registry
  count(entry: RequestEntry): void
}

/** Counts the responses of this process. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const requests = counter(
    'job_catalogue_requests_total',
    'Requests by path and status.',
    'path',
    'status',
  )
  const durations = new Histogram({
    name: 'job_catalogue_request_duration_seconds',
    help: 'Time from a request to its response, by path.',
    labelNames: ['path'],
    buckets: BUCKETS,
    registers,
  })
  const jobs = counter(
    'job_catalogue_jobs_returned_total',
    'Job objects returned, by path.',
    'path',
  )
  const bytes = counter('job_catalogue_response_bytes_total', 'Bytes of bodies, by path.', 'path')
  const limited = counter(
    'job_catalogue_rate_limited_total',
    'Requests beyond a rate or an allowance (429), by path.',
    'path',
  )
  const timeouts = counter(
    'job_catalogue_query_timeouts_total',
    'Requests whose query ran out of time, by path.',
    'path',
  )
  return {
    registry,
    count({ route, status, durationMs, error, ...entry }) {
      // All unknown paths share a label, so that clients cannot create series.
      const path = route ?? 'unknown'
      requests.inc({ path, status: String(status) })
      durations.observe({ path }, durationMs / 1000)
      jobs.inc({ path }, entry.jobs)
      bytes.inc({ path }, entry.bytes)
      limited.inc({ path }, status === 429 ? 1 : 0)
      timeouts.inc({ path }, error instanceof QueryTimeout ? 1 : 0)
    },
  }
}
