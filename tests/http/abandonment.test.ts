import { expect, test } from 'bun:test'
import { Type } from 'typebox'
import { endpointFor } from '../../src/http/endpoint'
import type { Meter } from '../../src/keys/meter'
import { createTestApp, KEY } from './test-exchange'

const TIMEOUT_MS = 20

type Services = { failure: unknown }

/** An endpoint that answers when it is told to, and how often it was asked. */
function slowEndpoint() {
  const answered = Promise.withResolvers<void>()
  const asked: string[] = []
  const endpoint = endpointFor<Services>()({
    path: '/v1/slow',
    summary: 'Slow',
    description: 'Takes its time.',
    tag: 'Search',
    parameters: {},
    responses: { 200: Type.Unknown() },
    timeoutStatus: 504,
    async handle({ caller }) {
      asked.push(caller.name)
      await answered.promise
      return { body: '{}', jobs: 1 }
    },
  })
  return { endpoint, asked, answer: answered.resolve }
}

/** The status of a request, and whether it was abandoned; its endpoint answers afterwards unless it does at once. */
async function ask(timeoutMs: number, { isQuick }: { isQuick: boolean }) {
  const { endpoint, answer } = slowEndpoint()
  const signals: AbortSignal[] = []
  const { send } = createTestApp({
    endpoints: [endpoint],
    timeoutMs,
    servicesFor(abandoned) {
      signals.push(abandoned)
      return { failure: undefined }
    },
  })
  if (isQuick) answer()
  const { status } = await send('/v1/slow')
  const abandoned = signals.map(({ aborted }) => aborted)
  answer()
  return { status, abandoned }
}

test('a request that was told that it takes too long asks nothing more', async () => {
  expect(await ask(TIMEOUT_MS, { isQuick: false })).toEqual({ status: 504, abandoned: [true] })
})

test('a request that is answered in time is not abandoned', async () => {
  expect(await ask(10_000, { isQuick: true })).toEqual({ status: 200, abandoned: [false] })
})

test('a client that has gone is answered with a status for the log', async () => {
  const { endpoint, answer } = slowEndpoint()
  const { app, entries } = createTestApp({ endpoints: [endpoint] })
  const client = new AbortController()
  const response = app.handle(
    new Request('http://localhost/v1/slow', {
      headers: { authorization: `Bearer ${KEY}` },
      signal: client.signal,
    }),
  )
  await Bun.sleep(0)
  client.abort()
  answer()
  expect((await response).status).toBe(499)
  expect(entries.map(({ status, jobs }) => ({ status, jobs }))).toEqual([{ status: 499, jobs: 0 }])
})

test('a request that is let in after it was told so is counted once, and asks nothing', async () => {
  const { endpoint, asked } = slowEndpoint()
  const admitted = Promise.withResolvers<void>()
  const finished: number[] = []
  const meter: Meter = {
    admit: () => admitted.promise,
    async finish(jobs) {
      finished.push(jobs)
    },
    headers: () => ({}),
  }
  const { send } = createTestApp({
    endpoints: [endpoint],
    timeoutMs: TIMEOUT_MS,
    findCaller: async () => ({ id: 1, name: 'demo', meter }),
  })
  expect((await send('/v1/slow')).status).toBe(504)
  expect(finished).toEqual([])
  admitted.resolve()
  await Bun.sleep(10)
  expect(finished).toEqual([0])
  expect(asked).toEqual([])
})
