import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import {
  chooseCoding,
  compressOnce,
  MIN_COMPRESSED_LENGTH,
} from '../../../src/service/http/compression'
import { reply } from '../../../src/service/http/reply'
import { integer } from '../../../src/service/parameters/parameter-types'
import { parameters } from '../../../src/service/plugins/operation'
import { createPluginApp } from '../plugins/plugin-app'

describe('Accept-Encoding', () => {
  test.each([
    [null, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['deflate, br', undefined],
    ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
    ['gzip;q=0.5, zstd;q=0.5', 'zstd'],
    ['gzip ; q = 0.5 , identity ; q = 0.1', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000, zstd', 'zstd'],
    ['zstd;q=0, gzip', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0, *', undefined],
    ['zstd, *;q=0.5', 'zstd'],
    ['*;q=0.5, zstd;q=0.1', 'gzip'],
    ['*;q=0', undefined],
    ['zstd;q=0, *', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=1', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['gzip;q=2', undefined],
    ['gzip;q=high, zstd;q=0.1', 'zstd'],
    [',,;q=1,', undefined],
  ])('%p is answered with %p', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding as ReturnType<typeof chooseCoding>)
  })
})

/** As many characters as asked for. */
const routes = new Elysia()
  .use(parameters({ length: integer({ description: 'How many.', minimum: 1, default: 2000 }) }))
  .get('/v1/lines', ({ context, parameters: { length } }) =>
    reply(context, { body: 'x'.repeat(length), etag: `x${length}` }),
  )
const { handle, send, entries } = createPluginApp({ routes })

/** The response and its decoded text. */
async function fetchLines(query: string, accept: string, more: Record<string, string> = {}) {
  const headers = { 'accept-encoding': accept, ...more }
  const response = await send(`/v1/lines?${query}`, { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { response, bytes, coding: response.headers.get('content-encoding') }
}

describe('bodies', () => {
  test.each([
    ['zstd', Bun.zstdDecompressSync],
    ['gzip', Bun.gunzipSync],
  ])('long ones are sent in %s, of either side of the pool', async (accept, decompress) => {
    for (const length of [MIN_COMPRESSED_LENGTH, 32 * 1024, 32 * 1024 + 1, 1_000_000]) {
      const { response, bytes, coding } = await fetchLines(`length=${length}`, accept)
      expect([coding, response.headers.get('vary')]).toEqual([accept, 'Accept-Encoding'])
      expect(Buffer.from(decompress(bytes)).toString()).toBe('x'.repeat(length))
      expect(entries.at(-1)?.bytes).toBe(bytes.byteLength)
    }
  })

  test('short ones are sent plain, and do not vary', async () => {
    const { response, bytes } = await fetchLines(`length=${MIN_COMPRESSED_LENGTH - 1}`, 'zstd')
    expect(bytes).toHaveLength(MIN_COMPRESSED_LENGTH - 1)
    expect([...response.headers.keys()]).not.toContain('content-encoding')
    expect(response.headers.has('vary')).toBe(false)
  })

  test('long ones that are sent plain vary too', async () => {
    const { response, coding } = await fetchLines('', 'br')
    expect([coding, response.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
  })

  test('HEAD has the length and coding of the body that GET sends', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const head = await send('/v1/lines', { method: 'HEAD', headers })
    const { bytes } = await fetchLines('', 'gzip')
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-encoding')).toBe('gzip')
    expect(head.headers.get('content-length')).toBe(String(bytes.byteLength))
  })

  test('a 304 is for every coding, and varies as the body would', async () => {
    const { response, bytes, coding } = await fetchLines('', 'zstd', {
      'if-none-match': 'W/"x2000"',
    })
    expect([response.status, bytes.byteLength, coding]).toEqual([304, 0, null])
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('problems are sent plain', async () => {
    const { response, coding } = await fetchLines('length=0', 'zstd')
    expect([response.status, coding]).toEqual([400, null])
  })

  test('the origin and the coding are both named in Vary', async () => {
    const cors = createPluginApp({ routes, corsOrigins: ['https://a.example'] })
    const headers = { 'accept-encoding': 'gzip', origin: 'https://a.example' }
    const response = await cors.send('/v1/lines', { headers })
    expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding')
  })

  test('a client that decodes by itself reads them', async () => {
    const server = Bun.serve({ port: 0, fetch: handle })
    try {
      const headers = { authorization: 'Bearer jc_test_key' }
      const response = await fetch(`${server.url.origin}/v1/lines?length=100000`, { headers })
      expect(await response.text()).toBe('x'.repeat(100_000))
    } finally {
      await server.stop(true)
    }
  })
})

test('a kept body is compressed once in each coding', async () => {
  const compress = compressOnce(Buffer.from('x'.repeat(100_000)))
  const [first, second] = await Promise.all([compress('zstd'), compress('zstd')])
  expect(second).toBe(first)
  expect(await compress('zstd')).toBe(first)
  const gzipped = new Response(await compress('gzip'))
  expect(Bun.gunzipSync(await gzipped.arrayBuffer())).toHaveLength(100_000)
})
