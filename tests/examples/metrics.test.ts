import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { collectorVendors } from '../../src/catalogue/database/schema/collector'
import { catalogueMetrics } from '../../src/service/metrics/catalogue-metrics'
import { createCollectMetrics } from '../../src/service/metrics/collect-metrics'
import {
  processMetrics,
  readMetrics,
  usageMetrics,
} from '../../src/service/metrics/process-metrics'
import { aggregate, valuesOf } from '../../src/service/metrics/registries'
import { createRequestMetrics } from '../../src/service/metrics/request-metrics'
import { startRehearsal } from '../collect/support/rehearsal'
import { startOnce } from '../support/start-once'

const EXAMPLES = join(import.meta.dir, '../../examples')
const NOW = new Date('2026-11-20T13:00:00Z')

/** The labels of each metric that the service and the collector expose; `le` is of histograms. */
const exposed = new Map<string, string[]>()
const rehearsal = startOnce(startRehearsal, ({ close }) => close())
beforeAll(async () => {
  for (const line of [...(await serviceLines()), ...(await collectorLines())]) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name !== '')
      exposed.set(
        name,
        [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      )
  }
})

async function serviceLines(): Promise<string[]> {
  const requests = createRequestMetrics()
  requests.count({
    time: NOW,
    id: 'b2a6',
    method: 'GET',
    path: '/v1/jobs',
    route: '/v1/jobs',
    status: 200,
    durationMs: 12,
    caller: 'demo',
    jobs: 1,
    bytes: 1200,
    error: undefined,
  })
  const imports = { created: 1, updated: 1, unchanged: 1, expired: 1, excluded: 1, rejected: 1 }
  const figures = {
    jobs: [{ country: 'CA' as const, status: 'active' as const, count: 1 }],
    changes: [{ country: 'CA' as const, count: 1 }],
    imports: { count: 1, lastFinished: 1, ...imports },
    databaseBytes: 1,
  }
  const replica = { name: 'b:5432', reads: 1, isUsed: true, lag: { bytes: 1, seconds: 1 } }
  const registries = [
    requests.registry,
    processMetrics({ size: 1, inUse: 1, waiting: 1 }),
    readMetrics({ primaryReads: 1, replicas: [replica] }),
    usageMetrics({ unwrittenRequests: 1, unwritableSeconds: 1 }),
    catalogueMetrics(true, { figures, at: NOW }, NOW),
  ]
  return (await aggregate([await valuesOf(...registries)]).metrics()).split('\n')
}

async function collectorLines(): Promise<string[]> {
  const metrics = createCollectMetrics(rehearsal.database, rehearsal.clock.now)
  await rehearsal.add('acme', { jobs: [{ id: '1', title: 'Welder', place: 'Windsor, ON' }] })
  await rehearsal.run()
  metrics.count({ source: 'fake', host: 'api.fake.example', status: 200, ms: 120 })
  const now = rehearsal.clock.now()
  const blockedUntil = new Date(now.getTime() + 60_000)
  await rehearsal.database.db
    .insert(collectorVendors)
    .values({ source: 'other', nextAt: now, blockedUntil })
  return (await metrics.read()).split('\n')
}

test('these are all metrics that the source names', async () => {
  const folder = join(import.meta.dir, '../../src/service/metrics')
  const named = new Set<string>()
  for await (const file of new Bun.Glob('*.ts').scan(folder)) {
    const text = await Bun.file(join(folder, file)).text()
    for (const [name] of text.matchAll(/(?<=')(?:job_catalogue|process)_\w+(?=')/g)) named.add(name)
  }
  expect(named.size).toBeGreaterThan(25)
  // A histogram is exposed as its buckets.
  const unknown = [...named].filter((name) => !exposed.has(name) && !exposed.has(`${name}_bucket`))
  expect(unknown).toEqual([])
})

test('what the documents tell operators to alert on has an alert', async () => {
  const alerts = metricsIn(await read('prometheus/alerts.yml')).map(({ name }) => name)
  const documents: string[] = []
  for await (const file of new Bun.Glob('docs/*.md').scan(join(EXAMPLES, '..'))) {
    documents.push(await Bun.file(join(EXAMPLES, '..', file)).text())
  }
  const told = [...documents.join('\n').matchAll(/`(job_catalogue_\w+)` \(alert/g)]
  expect(told.length).toBeGreaterThan(0)
  expect(told.map(([, name = '']) => name).filter((name) => !alerts.includes(name))).toEqual([])
})

const read = (file: string) => Bun.file(join(EXAMPLES, file)).text()

/** Labels that Prometheus adds to what it scrapes. */
const OF_PROMETHEUS = ['instance', 'job']

const METRIC = /\b((?:job_catalogue|process)_\w+)(?:\{([^}]*)\})?/g

/** The metrics that a text names, each with the labels that it selects. */
function metricsIn(text: string): { name: string; labels: string[] }[] {
  return [...text.matchAll(METRIC)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }))
}

async function expressions(): Promise<string[]> {
  const { panels }: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    await read('grafana/dashboard.json'),
  )
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

describe.each([
  ['the dashboard', async () => (await expressions()).join('\n')],
  ['the alerts', () => read('prometheus/alerts.yml')],
  ['the tests of the alerts', () => read('prometheus/alerts.test.yml')],
])('%s', (_, text) => {
  test('selects metrics and labels that exist', async () => {
    const named = metricsIn(await text())
    expect(named.length).toBeGreaterThan(5)
    const unknown = named.flatMap(({ name, labels }) => {
      const known = exposed.get(name)
      if (known === undefined) return [name]
      return labels
        .filter((label) => ![...known, ...OF_PROMETHEUS].includes(label))
        .map((label) => `${name}{${label}}`)
    })
    expect(unknown).toEqual([])
  })
})

test('the dashboard groups by labels that a metric of the expression has', async () => {
  const grouped = (await expressions()).flatMap((expr) => {
    const labels = metricsIn(expr).flatMap(({ name }) => exposed.get(name) ?? [])
    const groups = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    return groups.filter((label) => ![...labels, ...OF_PROMETHEUS].includes(label))
  })
  expect(grouped).toEqual([])
})

test('the dashboard shows every metric', async () => {
  const shown = new Set((await expressions()).flatMap(metricsIn).map(({ name }) => name))
  // Of a histogram, its buckets are shown.
  const missing = [...exposed.keys()].filter(
    (name) => !shown.has(name) && !/_(sum|count)$/.test(name),
  )
  expect(missing).toEqual([])
})
