import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { Elysia } from 'elysia'
import { reply } from '../../../src/service/http/reply'
import { integer } from '../../../src/service/parameters/parameter-types'
import { parameters } from '../../../src/service/plugins/operation'
import { jsonArray } from '../../../src/values/json-text'
import { createPluginApp } from '../plugins/plugin-app'

const DOCUMENT = '{"title":"Élève 😀"}'

/** As many as asked for. */
const routes = new Elysia()
  .use(parameters({ count: integer({ description: 'How many.', minimum: 0, default: 1 }) }))
  .get('/v1/documents', async ({ context, parameters: { count } }) => {
    await Bun.sleep(1)
    const bytes = Buffer.from(DOCUMENT)
    return reply(context, { body: jsonArray(Array.from({ length: count }, () => bytes)) })
  })

const { handle, send, entries } = createPluginApp({ routes })
let server: ReturnType<typeof Bun.serve>
beforeAll(() => {
  server = Bun.serve({ port: 0, fetch: handle })
})
afterAll(() => server.stop(true))

const KEY = { authorization: 'Bearer jc_test_key' }
const COUNTS = [0, 1, 600, 800, 100_000]

function textOf(count: number): string {
  return `[${Array(count).fill(DOCUMENT).join(',')}]`
}

describe('documents, at either side of where Bun would send the head in pieces', () => {
  test.each(COUNTS)('%p arrive as they are, with their length', async (count) => {
    const response = await fetch(`${server.url.origin}/v1/documents?count=${count}`, {
      headers: { ...KEY, 'accept-encoding': 'identity' },
    })
    const length = Buffer.byteLength(textOf(count))
    expect(response.headers.get('content-length')).toBe(String(length))
    expect(response.headers.get('transfer-encoding')).toBe(null)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect((await response.text()) === textOf(count)).toBe(true)
    expect(entries.at(-1)?.bytes).toBe(length)
  })

  test.each(COUNTS)('%p, compressed', async (count) => {
    for (const coding of ['gzip', 'zstd']) {
      const response = await fetch(`${server.url.origin}/v1/documents?count=${count}`, {
        headers: { ...KEY, 'accept-encoding': coding },
      })
      expect((await response.text()) === textOf(count)).toBe(true)
      expect(response.headers.get('content-length')).toBe(String(entries.at(-1)?.bytes))
    }
  })

  test.each(COUNTS)('%p, asked with HEAD', async (count) => {
    const headers = { 'accept-encoding': 'identity' }
    const response = await send(`/v1/documents?count=${count}`, { method: 'HEAD', headers })
    const length = Buffer.byteLength(textOf(count))
    expect(response.headers.get('content-length')).toBe(String(length))
  })
})

describe('long answers', () => {
  const head = `GET /v1/documents?count=300000 HTTP/1.1\r\nHost: x\r\nAuthorization: ${KEY.authorization}\r\nConnection: close\r\n\r\n`

  /** Reads at most so much, with pauses, and returns how much came. */
  function read(atMost: number, pauseMs: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let bytes = 0
      const socket = connect(Number(server.url.port), server.url.hostname, () => socket.write(head))
      socket.on('data', (chunk) => {
        bytes += chunk.length
        if (bytes > atMost) socket.destroy()
        else if (pauseMs > 0) {
          socket.pause()
          setTimeout(() => socket.resume(), pauseMs)
        }
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(bytes))
    })
  }

  test('are whole for clients that read slowly, and are let go by those that leave', async () => {
    const length = Buffer.byteLength(textOf(300_000))
    const leaving = Array.from({ length: 20 }, (_, number) => read(number * 200_000, 0))
    const [slow] = await Promise.all([read(Number.POSITIVE_INFINITY, 2), ...leaving])
    expect(slow).toBeGreaterThan(length)
    expect(slow).toBeLessThan(length + 1_000)
    while (server.pendingRequests > 0) await Bun.sleep(5)
  })
})
