import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWebService, listen, type RunningServer } from '../../src/service/server'
import { createTestApp, type TestApp } from '../support/test-app'
import { createTestDatabase } from '../support/test-database'

let app: TestApp
let server: RunningServer
beforeAll(async () => {
  app = await createTestApp()
  server = listen(app.handle, { host: '127.0.0.1', port: 0, queryTimeoutMs: 15_000 })
})
afterAll(async () => {
  await server.stop()
  await app.stop()
})

async function ask(ids: readonly bigint[], headers = {}): Promise<Response> {
  const url = `${server.url}/v1/active-ats?time_frame=6m&id=${ids.join()}`
  return await fetch(url, { headers: { Authorization: `Bearer ${app.key}`, ...headers } })
}

test('a request has room for a thousand of the longest ids', async () => {
  const longest = Array.from({ length: 1_000 }, (_, index) => 2n ** 63n - 1n - BigInt(index))
  expect((await ask(longest)).status).toBe(200)
})

test('a request of more than 64 KiB is refused', async () => {
  expect((await ask([1n], { 'X-Long': 'x'.repeat(60_000) })).status).toBe(200)
  expect((await ask([1n], { 'X-Long': 'x'.repeat(66_000) })).status).toBe(431)
})

test('answers while it stops close their connections', async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  const handle = (request: Request) => {
    if (!request.url.endsWith('/slow')) return Promise.resolve(new Response('fast'))
    asked.resolve()
    return answer.promise
  }
  const stopping = listen(handle, { host: '127.0.0.1', port: 0, queryTimeoutMs: 15_000 })
  expect((await fetch(`${stopping.url}/fast`)).headers.get('connection')).not.toBe('close')
  const slow = fetch(`${stopping.url}/slow`)
  await asked.promise
  const stopped = stopping.stop()
  answer.resolve(new Response('slow'))
  const response = await slow
  expect([response.headers.get('connection'), await response.text()]).toEqual(['close', 'slow'])
  await stopped
})

test.each([
  ['reports what fails in the background', false],
  ['is silent once it is closed', true],
])('a service whose database ends %s', async (_case, isClosed) => {
  const { database, drop } = await createTestDatabase()
  const failures: unknown[] = []
  const service = createWebService({
    database,
    config: { publicUrl: 'https://jobs.example', corsOrigins: [] },
    now: () => new Date(),
    onResponse: () => undefined,
    onFailure: (error) => failures.push(error),
  })
  if (isClosed) await service.close()
  await drop()
  await service.prepare()
  expect(failures.length > 0).toBe(!isClosed)
})
