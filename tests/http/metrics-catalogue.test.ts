import { afterAll, beforeAll, expect, test } from 'bun:test'
import { printMetrics } from '../../src/http/metrics'
import { createCatalogueMetrics } from '../../src/http/metrics-catalogue'
import { serveMetrics } from '../../src/http/metrics-server'
import { noCounts } from '../../src/ingest/import-postings'
import { recordImport } from '../../src/ingest/record-import'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

test('jobs, changes and imports are measured at most once a minute', async () => {
  const read = createCatalogueMetrics(app.database, app.clock.now)
  await app.write(posting())
  await recordImport(app.database, { ...noCounts(), read: 2, created: 1, rejected: 1 })
  const first = printMetrics(await read())
  expect(first).toContain('job_catalogue_jobs{country="CA",status="active"} 1\n')
  expect(first).toContain('job_catalogue_changes_total{country="CA"} 1\n')
  expect(first).toContain('job_catalogue_imports_total 1\n')
  expect(first).toContain('job_catalogue_import_lines_total{outcome="rejected"} 1\n')
  await app.write(posting())
  expect(printMetrics(await read())).toBe(first)
  app.clock.advance(60_000)
  expect(printMetrics(await read())).toContain('job_catalogue_changes_total{country="CA"} 2\n')
})

test('the port of the metrics serves nothing else', async () => {
  const { url, stop } = serveMetrics({ host: '127.0.0.1', port: 0 }, async () => [])
  const response = await fetch(`${url}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect((await fetch(`${url}/v1/jobs`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
  await stop()
})

test('the port of the metrics is shared with nobody, not even with workers who share theirs', async () => {
  const place = { hostname: '127.0.0.1', port: 0 }
  const workers = Bun.serve({ ...place, reusePort: true, fetch: () => new Response() })
  const metrics = serveMetrics({ host: place.hostname, port: 0 }, async () => [])
  for (const { port } of [workers.url, new URL(metrics.url)]) {
    expect(() =>
      serveMetrics({ host: place.hostname, port: Number(port) }, async () => []),
    ).toThrow('in use')
  }
  await Promise.all([workers.stop(true), metrics.stop()])
})
