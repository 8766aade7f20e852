import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { reply } from '../../../src/service/http/reply'
import type { RequestContext } from '../../../src/service/http/request-context'
import type { Caller } from '../../../src/service/keys/meter'
import { context } from '../../../src/service/plugins/request-context'
import { unlimitedCaller } from '../../support/interface'
import { until } from '../../support/until'
import { createPluginApp, documents504, KEY } from './plugin-app'

const TIMEOUT_MS = 20

/** A route that answers when it is told to, and the requests that reached it. */
function slowRoute() {
  const answered = Promise.withResolvers<void>()
  const asked: RequestContext[] = []
  const routes = documents504().get('/v1/slow', async ({ context }) => {
    asked.push(context)
    await answered.promise
    return reply(context, { body: '{}', jobs: 1 })
  })
  return { routes, asked, answer: answered.resolve }
}

/** The status of a request, and whether it was aborted; its route answers afterwards unless it does at once. */
async function ask(timeoutMs: number, { isQuick }: { isQuick: boolean }) {
  const { routes, asked, answer } = slowRoute()
  const { send } = createPluginApp({ routes, timeoutMs })
  if (isQuick) answer()
  const { status } = await send('/v1/slow')
  const aborted = asked.map(({ abortController }) => abortController.signal.aborted)
  answer()
  return { status, aborted }
}

test('a request that was told that it takes too long asks nothing more', async () => {
  expect(await ask(TIMEOUT_MS, { isQuick: false })).toEqual({ status: 504, aborted: [true] })
})

test('a request that is answered in time is not aborted', async () => {
  expect(await ask(10_000, { isQuick: true })).toEqual({ status: 200, aborted: [false] })
})

test('a client that goes while its answer is compressed is not billed', async () => {
  const finished: number[] = []
  const client = new AbortController()
  const large = new Elysia().use(context).get('/v1/large', ({ context }) =>
    reply(context, {
      body: 'x'.repeat(2_000),
      jobs: 7,
      compress: async () => {
        client.abort()
        return new Uint8Array(9)
      },
    }),
  )
  const caller = { ...unlimitedCaller('demo'), finish: (jobs: number) => void finished.push(jobs) }
  const { handle } = createPluginApp({ routes: large, findCaller: async () => caller })
  const headers = { authorization: `Bearer ${KEY}`, 'accept-encoding': 'gzip' }
  const request = new Request('http://localhost/v1/large', { headers, signal: client.signal })
  expect((await handle(request)).status).toBe(499)
  expect(finished).toEqual([0])
})

test('a client that has gone is answered with a status for the log', async () => {
  const { routes, answer } = slowRoute()
  const { handle, entries } = createPluginApp({ routes })
  const client = new AbortController()
  const response = handle(
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
  const { routes, asked } = slowRoute()
  const admitted = Promise.withResolvers<void>()
  const finished: number[] = []
  const caller: Caller = {
    name: 'demo',
    isFeedOnly: false,
    admit: () => admitted.promise,
    finish(jobs) {
      finished.push(jobs)
    },
    headers: () => ({}),
  }
  const { send } = createPluginApp({
    routes,
    timeoutMs: TIMEOUT_MS,
    findCaller: async () => caller,
  })
  expect((await send('/v1/slow')).status).toBe(504)
  expect(finished).toEqual([])
  admitted.resolve()
  await until(() => finished.length > 0)
  expect(finished).toEqual([0])
  expect(asked).toEqual([])
})
