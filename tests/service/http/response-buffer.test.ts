import { afterEach, beforeEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Elysia } from 'elysia'
import { reply } from '../../../src/service/http/reply'
import { ResponseBuffer } from '../../../src/service/http/response-buffer'
import { integer } from '../../../src/service/parameters/parameter-types'
import { parameters } from '../../../src/service/plugins/operation'
import { until } from '../../support/until'
import { createPluginApp, KEY } from '../plugins/plugin-app'

const MB = 1_000_000
/** More than the buffers of a connection take. */
const LARGE = 12

/** As many megabytes as asked for, in two pieces. */
const routes = new Elysia()
  .use(parameters({ mb: integer({ description: 'How many.', minimum: 0, default: 0 }) }))
  .get('/v1/large', async ({ context, parameters: { mb } }) => {
    await Bun.sleep(1)
    const half = Buffer.alloc((mb * MB) / 2, 'a')
    return reply(context, { body: [half, half], jobs: 7 })
  })

let responseBuffer: ResponseBuffer
let app: ReturnType<typeof createPluginApp>
let server: ReturnType<typeof Bun.serve>
beforeEach(() => {
  responseBuffer = new ResponseBuffer(16 * MB)
  app = createPluginApp({ routes, responseBuffer })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.handle })
})
afterEach(() => server.stop(true))

/** A client that asks and reads nothing but the begin of the answer. */
async function askOnly(mb: number): Promise<{ socket: Socket; status: number }> {
  const socket = connect(Number(server.port), '127.0.0.1')
  socket.write(`GET /v1/large?mb=${mb} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n\r\n`)
  const [chunk] = await once(socket, 'data')
  socket.pause()
  return { socket, status: Number(chunk.toString('latin1').slice(9, 12)) }
}

const ask = (mb: number) =>
  fetch(`${server.url.origin}/v1/large?mb=${mb}`, {
    headers: { authorization: `Bearer ${KEY}`, 'accept-encoding': 'identity' },
  })

test('a long answer that finds no room is 503 with Retry-After, and is not billed; short ones are sent', async () => {
  const slow = await askOnly(LARGE)
  expect(slow.status).toBe(200)
  expect(responseBuffer.bytes).toBe(LARGE * MB)
  const refused = await ask(LARGE)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(refused.headers.get('x-jobs-this-request')).toBe('0')
  expect(await refused.json()).toMatchObject({
    type: 'https://jobs.example/problems/over-capacity',
    detail: 'the service is over capacity; try again',
  })
  expect([(await ask(0)).status, (await ask(2)).status]).toEqual([200, 200])
  slow.socket.destroy()
  await until(() => responseBuffer.bytes === 0)
  const answer = await ask(LARGE)
  expect([answer.status, (await answer.bytes()).length]).toEqual([200, LARGE * MB])
})

test('an answer leaves the buffer once it is read, and one above the bound is sent alone', async () => {
  const slow = await askOnly(20)
  expect([slow.status, responseBuffer.bytes]).toEqual([200, 20 * MB])
  expect((await ask(1)).status).toBe(503)
  slow.socket.resume()
  await until(() => responseBuffer.bytes === 0)
  slow.socket.destroy()
  expect((await ask(1)).status).toBe(200)
})

test('a request with HEAD needs no room', async () => {
  const slow = await askOnly(20)
  const { status, headers } = await app.send(`/v1/large?mb=${LARGE}`, { method: 'HEAD' })
  expect([status, headers.get('content-length')]).toEqual([200, String(LARGE * MB)])
  slow.socket.destroy()
})
