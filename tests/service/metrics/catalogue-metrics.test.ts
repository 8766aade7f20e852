import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { noCounts, recordImport } from '../../../src/catalogue/import/import-postings'
import { createCatalogueMetrics } from '../../../src/service/metrics/catalogue-metrics'
import { serveMetrics } from '../../../src/service/metrics/metrics-server'
import { DatabaseUnavailable, QueryTimeout } from '../../../src/values/errors'
import { posting } from '../../support/posting-builder'
import { timeLimit, until } from '../../support/until'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()

/** More than a measurement takes on a busy machine. */
const LONG_MS = timeLimit(15_000)

test('jobs, changes and imports are measured at most once a minute', async () => {
  const read = createCatalogueMetrics(app.database, app.clock.now, LONG_MS)
  await app.write(posting())
  await recordImport(app.database, { ...noCounts(), read: 2, created: 1, rejected: 1 })
  const first = await (await read()).metrics()
  expect(first).toContain('job_catalogue_jobs{country="CA",status="active"} 1\n')
  expect(first).toContain('job_catalogue_changes_total{country="CA"} 1\n')
  expect(first).toContain('job_catalogue_imports_total 1\n')
  expect(first).toContain('job_catalogue_import_lines_total{outcome="rejected"} 1\n')
  await app.write(posting())
  expect(await (await read()).metrics()).toBe(first)
  app.clock.advance(60_000)
  expect(await (await read()).metrics()).toContain('job_catalogue_changes_total{country="CA"} 2\n')
})

/** The database, which answers when `before` lets it. */
function databaseThat(before: () => Promise<void>) {
  return createQueries(async (statement) => {
    await before()
    return await app.database.send(statement)
  })
}

test('who reads at the same time shares one measurement', async () => {
  let asked = 0
  const counting = databaseThat(async () => {
    asked += 1
  })
  await createCatalogueMetrics(counting, app.clock.now, LONG_MS)()
  const atOnce = asked
  const read = createCatalogueMetrics(counting, app.clock.now, LONG_MS)
  await Promise.all([read(), read(), read()])
  expect(asked).toBe(2 * atOnce)
})

test('figures that cannot be renewed stay, and only a database that is unreachable is said to be', async () => {
  let failure: Error | undefined
  const failing = databaseThat(async () => {
    if (failure !== undefined) throw failure
  })
  const read = createCatalogueMetrics(failing, app.clock.now, LONG_MS)
  const figures = async () =>
    Object.fromEntries(
      (await (await read()).getMetricsAsJSON()).map(({ name, values }) => [name, values]),
    )
  const first = await figures()
  app.clock.advance(60_000)
  for (const [met, isUp, age] of [
    [new QueryTimeout(15), 1, 60],
    [new DatabaseUnavailable('away'), 0, 60],
    [undefined, 1, 0],
  ] as const) {
    failure = met
    expect(await figures()).toEqual({
      ...first,
      job_catalogue_database_up: [{ labels: {}, value: isUp }],
      job_catalogue_figures_age_seconds: [{ labels: {}, value: age }],
      job_catalogue_last_import_age_seconds: expect.anything(),
      // PostgreSQL may have cleaned up since.
      ...(met === undefined && { job_catalogue_database_bytes: expect.anything() }),
    })
  }
})

test('a measurement that takes long keeps nobody waiting for it', async () => {
  const release = Promise.withResolvers<void>()
  const read = createCatalogueMetrics(
    databaseThat(() => release.promise),
    app.clock.now,
    50,
  )
  const names = async () => (await read()).getMetricsAsArray().map(({ name }) => name)
  expect(await names()).toEqual(['job_catalogue_database_up'])
  release.resolve()
  await until(async () => (await names()).includes('job_catalogue_jobs'))
})

test('the port of the metrics serves nothing else', async () => {
  const { url, stop } = serveMetrics({ host: '127.0.0.1', port: 0 }, async () => '')
  const response = await fetch(`${url}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect((await fetch(`${url}/v1/jobs`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
  await stop()
})

test.each([
  ['HTTP/1.0 without Host', ['GET /metrics?a HTTP/1.0']],
  ['a Host that is none', ['GET /metrics HTTP/1.1', 'Host: a b', 'Connection: close']],
])('%s is answered', async (_, lines) => {
  const { url, stop } = serveMetrics({ host: '127.0.0.1', port: 0 }, async () => '')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write([...lines, '', ''].join('\r\n'))
  expect(await text(socket)).toStartWith('HTTP/1.1 200 OK\r\n')
  await stop()
})

test('the port of the metrics is shared with nobody, not even with workers who share theirs', async () => {
  const place = { hostname: '127.0.0.1', port: 0 }
  const workers = Bun.serve({ ...place, reusePort: true, fetch: () => new Response() })
  const metrics = serveMetrics({ host: place.hostname, port: 0 }, async () => '')
  for (const { port } of [workers.url, new URL(metrics.url)]) {
    expect(() =>
      serveMetrics({ host: place.hostname, port: Number(port) }, async () => ''),
    ).toThrow('in use')
  }
  await Promise.all([workers.stop(true), metrics.stop()])
})
