import { afterEach, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { catalogueClient } from '../../src/mirror/catalogue-client'

const servers: Server<undefined>[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true)
})

function serve(fetch: (request: Request) => Response): string {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  servers.push(server)
  return server.url.origin
}

const STATS = {
  country: 'CA',
  active_jobs: 5,
  boards: 0,
  sources: [],
  regions: [],
  generated_at: '2026-01-15T10:30:00Z',
}

/** What the client says of the address, and what it reported. */
async function ask(address: string, limitMs = 60_000) {
  const reports: string[] = []
  const client = catalogueClient({
    address,
    key: 'jc_secret',
    description: 'none',
    signal: new AbortController().signal,
    limitMs,
    unreachableMs: 0,
    pauseMs: 1,
    report: (line) => void reports.push(line),
  })
  const answer = await client.stats('CA').catch((error: Error) => error.message)
  return { answer, reports }
}

test('a redirect to another host is an error, and gets neither a request nor the key', async () => {
  const requests: Request[] = []
  const other = serve((request) => {
    requests.push(request)
    return Response.json(STATS)
  })
  for (const location of [other, 'https://elsewhere.example/', '//elsewhere.example', 'http://[']) {
    const address = serve(() => new Response(null, { status: 302, headers: { location } }))
    const { answer } = await ask(address)
    expect(answer).toMatch(
      /^\/v1\/stats: the answer is not as documented: it redirects to another host, \S+(?: address)?; nothing of it was stored$/,
    )
  }
  expect(requests).toEqual([])
})

test('a redirect on the same host is followed, but not for ever', async () => {
  const moved = serve((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/new') return Response.json(STATS)
    return new Response(null, { status: 308, headers: { location: '/new' } })
  })
  expect((await ask(moved)).answer).toMatchObject({ active_jobs: 5 })
  const endless = serve(() => new Response(null, { status: 307, headers: { location: '/again' } }))
  expect((await ask(endless)).answer).toMatch(/it redirects more than 5 times/)
})

test.each([
  ['', undefined],
  ['of zipped zeros', Bun.gzipSync(new Uint8Array(200_000_000))],
])('an answer without an end %s is cut off at the limit of a page', async (_, zipped) => {
  const megabyte = new Uint8Array(1_000_000).fill(0x20)
  let sent = 0
  const address = serve(() => {
    if (zipped) return new Response(zipped, { headers: { 'content-encoding': 'gzip' } })
    const body = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(megabyte)
      },
    })
    return new Response(body)
  })
  const { answer } = await ask(address)
  expect(answer).toBe(
    '/v1/stats: the answer is not as documented: it has more than 64000000 bytes; nothing of it was stored',
  )
  expect(sent).toBeLessThan(200)
})

test('an error without an end is an error', async () => {
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(0x41)),
    })
  const address = serve(() => new Response(body(), { status: 403 }))
  expect((await ask(address)).answer).toBe('the catalogue answered 403: ')
})

test('a text of the catalogue cannot write on the terminal, and is short', async () => {
  const detail = `\u001b[2J\r\n${'x'.repeat(5000)}`
  const refused = serve(() => new Response(detail, { status: 403 }))
  const { answer } = await ask(refused)
  expect(answer).toMatch(/^the catalogue answered 403: \ufffd\[2J\ufffd\ufffdx{194}$/)
  const notices = JSON.stringify([{ parameter: 'q', detail: 'a\u0007b' }])
  const broken = serve(() => new Response('\u0007{}'))
  expect((await ask(broken)).answer).toMatch(
    /^no whole answer from http:\S+: JSON Parse error: Unrecognized token '\ufffd'$/,
  )
  const noticed = serve(() => Response.json(STATS, { headers: { 'X-Notices': notices } }))
  expect((await ask(noticed)).reports).toEqual(['q: a\ufffdb'])
})

test.each(['-5', '0', 'soon', '1e99', '0.0000001'])(
  'Retry-After: %s makes no tight loop',
  async (value) => {
    let requests = 0
    const headers = { 'Retry-After': value }
    const address = serve(() => {
      requests += 1
      return new Response('busy', { status: 503, headers })
    })
    const { answer } = await ask(address, 20)
    expect(answer).toBe('the catalogue answered 503: busy')
    expect(requests).toBeLessThan(25)
  },
)

test('passwords in the address of a catalogue are not shown', async () => {
  const { answer } = await ask('http://user:hunter2@127.0.0.1:9')
  expect(answer).toBe(
    'no whole answer from http://user@127.0.0.1:9: ECONNREFUSED: Unable to connect',
  )
})
