import { describe, expect, test } from 'bun:test'
import type { Registry } from 'prom-client'
import type { RequestEntry } from '../../../src/service/http/request-log'
import { catalogueMetrics } from '../../../src/service/metrics/catalogue-metrics'
import { readMetrics } from '../../../src/service/metrics/process-metrics'
import { aggregate, Snapshot, valuesOf } from '../../../src/service/metrics/registries'
import { createRequestMetrics } from '../../../src/service/metrics/request-metrics'
import { QueryTimeout } from '../../../src/values/errors'

const entry: RequestEntry = {
  time: new Date('2026-11-20T13:00:00Z'),
  id: 'b2a6',
  method: 'GET',
  path: '/v1/jobs/7',
  route: '/v1/jobs/{id}',
  status: 200,
  durationMs: 12,
  caller: 'demo',
  jobs: 1,
  bytes: 1200,
  error: undefined,
}

function counted(...entries: RequestEntry[]): Registry {
  const metrics = createRequestMetrics()
  for (const each of entries) metrics.count(each)
  return metrics.registry
}

/** The metrics of several processes together. */
async function sum(...processes: Registry[]): Promise<Registry> {
  return aggregate(await Promise.all(processes.map((each) => valuesOf(each))))
}

/** The lines of a metric without its comments. */
async function lines(metrics: Registry, name: string): Promise<string[]> {
  return (await metrics.metrics()).split('\n').filter((line) => line.startsWith(name))
}

describe('requests', () => {
  test('are counted by path and status, and unknown paths as one', async () => {
    const metrics = counted(entry, entry, { ...entry, status: 404 }, { ...entry, route: undefined })
    expect(await lines(metrics, 'job_catalogue_requests_total')).toEqual([
      'job_catalogue_requests_total{path="/v1/jobs/{id}",status="200"} 2',
      'job_catalogue_requests_total{path="/v1/jobs/{id}",status="404"} 1',
      'job_catalogue_requests_total{path="unknown",status="200"} 1',
    ])
  })

  test('have a histogram of durations', async () => {
    const metrics = counted(entry, { ...entry, durationMs: 20_000 })
    const name = 'job_catalogue_request_duration_seconds'
    expect(await lines(metrics, name)).toEqual([
      ...['0.001', '0.0025', '0.005', '0.01'].map((le) => bucket(le, 0)),
      ...['0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '10', '15'].map((le) =>
        bucket(le, 1),
      ),
      bucket('+Inf', 2),
      `${name}_sum{path="/v1/jobs/{id}"} 20.012`,
      `${name}_count{path="/v1/jobs/{id}"} 2`,
    ])
    function bucket(le: string, value: number): string {
      return `${name}_bucket{le="${le}",path="/v1/jobs/{id}"} ${value}`
    }
  })

  test('say how many jobs were returned, were too many, and took too long', async () => {
    const metrics = counted(
      { ...entry, jobs: 100 },
      { ...entry, jobs: 0, status: 429 },
      { ...entry, jobs: 0, status: 503, error: new QueryTimeout(15) },
    )
    const path = '{path="/v1/jobs/{id}"}'
    expect(await lines(metrics, 'job_catalogue_jobs_returned_total')).toEqual([
      `job_catalogue_jobs_returned_total${path} 100`,
    ])
    expect(await lines(metrics, 'job_catalogue_rate_limited_total')).toEqual([
      `job_catalogue_rate_limited_total${path} 1`,
    ])
    expect(await lines(metrics, 'job_catalogue_query_timeouts_total')).toEqual([
      `job_catalogue_query_timeouts_total${path} 1`,
    ])
  })
})

test('what several processes counted is added up', async () => {
  const total = await sum(
    counted(entry),
    counted(entry, { ...entry, status: 401 }),
    new Snapshot().registry,
  )
  expect(await lines(total, 'job_catalogue_requests_total')).toEqual([
    'job_catalogue_requests_total{path="/v1/jobs/{id}",status="200"} 2',
    'job_catalogue_requests_total{path="/v1/jobs/{id}",status="401"} 1',
  ])
  expect((await lines(total, 'job_catalogue_request_duration_seconds')).at(-1)).toBe(
    'job_catalogue_request_duration_seconds_count{path="/v1/jobs/{id}"} 3',
  )
})

test('of what several processes measured on the same server the highest counts', async () => {
  const figures = (reads: number, seconds: number) =>
    readMetrics({
      primaryReads: 1,
      replicas: [{ name: 'b:5432', reads, isUsed: true, lag: { bytes: seconds * 10, seconds } }],
    })
  const total = await sum(
    figures(5, 2),
    figures(6, 3),
    readMetrics({ primaryReads: 0, replicas: [] }),
  )
  const names = total.getMetricsAsArray().map(({ name }) => name)
  const printed = await Promise.all(names.map((name) => lines(total, name)))
  expect(printed.flat()).toEqual([
    'job_catalogue_reads_total{server="primary"} 2',
    'job_catalogue_reads_total{server="b:5432"} 11',
    'job_catalogue_replica_in_use{replica="b:5432"} 2',
    'job_catalogue_replica_lag_bytes{replica="b:5432"} 30',
    'job_catalogue_replica_lag_seconds{replica="b:5432"} 3',
  ])
})

describe('the catalogue', () => {
  const figures = {
    jobs: [{ country: 'CA' as const, status: 'active' as const, count: 12 }],
    changes: [{ country: 'CA' as const, count: 40 }],
    imports: {
      count: 3,
      lastFinished: 1_000,
      created: 9,
      updated: 1,
      unchanged: 7,
      expired: 2,
      excluded: 0,
      rejected: 1,
    },
    databaseBytes: 8192,
  }
  const now = new Date(1_090_000)
  const at = new Date(1_060_000)

  test('is measured', async () => {
    expect(await printed(catalogueMetrics(true, { figures, at }, now))).toMatchSnapshot()
  })

  test('has no age before the first import', async () => {
    const imports = { ...figures.imports, count: 0, lastFinished: null }
    const metrics = catalogueMetrics(true, { figures: { ...figures, imports }, at }, now)
    expect(await lines(metrics, 'job_catalogue_last_import_age_seconds')).toEqual([])
  })

  test('that was never measured is only said to be unreachable', async () => {
    expect(await printed(catalogueMetrics(false, undefined, now))).toBe(
      '# HELP job_catalogue_database_up Whether the database answers.\n# TYPE job_catalogue_database_up gauge\njob_catalogue_database_up 0\n',
    )
  })
})

test('values of labels are escaped', async () => {
  const snapshot = new Snapshot()
  snapshot.gauge('x', 'X.', [{ path: 'a"b\\c\n', value: 1 }])
  expect(await printed(snapshot.registry)).toBe(
    '# HELP x X.\n# TYPE x gauge\nx{path="a\\"b\\\\c\\n"} 1\n',
  )
})

/** The text without the empty lines between metrics. */
async function printed(metrics: Registry): Promise<string> {
  return (await metrics.metrics()).replaceAll('\n\n', '\n')
}
