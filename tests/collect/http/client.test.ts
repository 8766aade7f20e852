import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { NotChanged, VendorBlocked } from '../../../src/collect/failures'
import { checkUrl, publicAddress } from '../../../src/collect/http/checked-address'
import { HttpClient, type SentRequest } from '../../../src/collect/http/client'
import { limitScope, Vendors } from '../../../src/collect/http/vendors'
import type { System } from '../../../src/collect/system'
import { createTestDatabase, type TestDatabase } from '../../support/test-database'
import { fake } from '../support/fake-system'

type Handler = (request: Request) => Response | Promise<Response>

let database: TestDatabase
let server: Bun.Server<undefined>
let handle: Handler
let sent: SentRequest[]
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.database.run(sql`truncate collector_vendors`)
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => handle(request) })
  sent = []
})
afterEach(async () => {
  await server.stop(true)
})
afterAll(() => database.drop())

const waits: number[] = []
const time = {
  now: () => new Date('2026-03-02T08:00:00Z'),
  wait: async (ms: number) => void waits.push(ms),
}

function client(
  limits: Partial<Record<'headersMs' | 'wholeMs' | 'bytes', number>> = {},
  isPaced = false,
) {
  return new HttpClient({
    vendors: new Vendors(database.database, time, isPaced),
    time,
    userAgent: 'job-catalogue/test',
    replayUrl: server.url.origin,
    onRequest: (request) => sent.push(request),
    limits,
  })
}

const URL_ = 'https://api.fake.example/boards/acme?a=1'

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'no failure',
    (error: Error) => error.message,
  )
}

describe('a request', () => {
  test('goes to the replay server with its host, path, query, method, headers and body', async () => {
    handle = async (request) =>
      Response.json([
        new URL(request.url).pathname + new URL(request.url).search,
        request.method,
        request.headers.get('user-agent'),
        request.headers.get('x-a'),
        await request.json(),
      ])
    const { fetch } = client().session(fake)
    const { text } = await fetch({
      url: URL_,
      method: 'POST',
      headers: { 'x-a': 'b' },
      body: { q: 1 },
    })
    expect(JSON.parse(text)).toEqual([
      '/api.fake.example/boards/acme?a=1',
      'POST',
      'job-catalogue/test',
      'b',
      { q: 1 },
    ])
    const request = { source: 'fake', host: 'api.fake.example', status: 200 }
    expect(sent).toEqual([{ ...request, ms: expect.any(Number) }])
  })

  test('is conditional with the validators of the last answer', async () => {
    handle = ({ headers }) =>
      headers.get('if-none-match') === '"1"'
        ? new Response(null, { status: 304 })
        : new Response('list', { headers: { etag: '"1"' } })
    const first = client().session(fake)
    await first.fetch({ url: URL_, isConditional: true })
    expect(first.validators).toEqual({ [URL_]: { etag: '"1"' } })
    const second = client().session(fake, { stored: first.validators })
    await expect(second.fetch({ url: URL_, isConditional: true })).rejects.toBeInstanceOf(
      NotChanged,
    )
  })

  test('goes to a host that the operator named for the board, and to that of no other board', async () => {
    handle = () => new Response('here')
    const named: System = { ...fake, isHost: (host, board) => host === board?.slug }
    const sessionOf = (slug: string) => client().session(named, { board: { slug } })
    const url = 'https://jobs.acme.example/'
    expect((await sessionOf('jobs.acme.example').fetch({ url })).text).toBe('here')
    expect(await messageOf(sessionOf('jobs.beta.example').fetch({ url }))).toBe(
      'jobs.acme.example: refused: not a host of the board; if the board moved there, add it again by its new address',
    )
  })

  test('follows three redirects on hosts of the system, and none elsewhere', async () => {
    const redirect = (url: string) =>
      new Response(null, { status: 302, headers: { location: url } })
    handle = ({ url }) =>
      url.endsWith('/boards/acme?a=1')
        ? redirect('https://eu.fake.example/x')
        : new Response('here')
    const { fetch } = client().session(fake)
    expect((await fetch({ url: URL_ })).text).toBe('here')
    handle = () => redirect('https://evil.example/')
    // The vendor answers others: this board moved.
    const moved = await fetch({ url: URL_ }).catch((error) => error)
    expect([moved.name, moved.message]).toEqual([
      'HostMoved',
      'api.fake.example moved to evil.example',
    ])
    expect(await messageOf(client().session(fake).fetch({ url: URL_ }))).toBe(
      'evil.example: refused: not a host of the board; if the board moved there, add it again by its new address',
    )
    handle = () => redirect(URL_)
    expect(await messageOf(fetch({ url: URL_ }))).toBe('api.fake.example: more than 3 redirects')
    expect((await fetch({ url: URL_, accept: [302] })).status).toBe(302)
  })

  test('has limits of bytes, decompressed, and of time', async () => {
    handle = () =>
      new Response(Bun.gzipSync(Buffer.alloc(5_000_000)), {
        headers: { 'content-encoding': 'gzip' },
      })
    expect(await messageOf(client({ bytes: 1_000_000 }).session(fake).fetch({ url: URL_ }))).toBe(
      'api.fake.example: the answer is longer than 1000000 bytes',
    )
    const { fetch: lenient } = client({ bytes: 1_000_000 }).session(fake)
    expect((await lenient({ url: URL_, maxBytes: 5_000_000 })).text).toHaveLength(5_000_000)
    handle = () => new Response('page')
    expect(await messageOf(client().session(fake).fetch({ url: URL_, maxBytes: 3 }))).toBe(
      'api.fake.example: the answer is longer than 3 bytes',
    )
    handle = () => Bun.sleep(2_000).then(() => new Response('late'))
    expect(await messageOf(client({ headersMs: 50 }).session(fake).fetch({ url: URL_ }))).toBe(
      'api.fake.example: no answer within 0.05 s',
    )
    handle = () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(new Uint8Array(1))
            await Bun.sleep(20)
          },
        }),
      )
    expect(await messageOf(client({ wholeMs: 100 }).session(fake).fetch({ url: URL_ }))).toBe(
      'api.fake.example: no whole answer within 0.1 s',
    )
  })

  test('waits for its turn: the minimal interval holds over collectors', async () => {
    handle = () => new Response('ok')
    waits.length = 0
    const sessions = [client({}, true), client({}, true)].map((one) => one.session(fake))
    // Each collector reserves the next two starts.
    for (let round = 0; round < 3; round += 1) {
      for (const { fetch } of sessions) await fetch({ url: URL_ })
    }
    expect(waits.toSorted((a, b) => a - b)).toEqual([100, 200, 300, 400, 600])
  })

  test('is sent once, and each redirect waits for its own turn, so that no vendor gets more than its limits', async () => {
    let requests = 0
    handle = ({ url }) => {
      requests += 1
      const next = url.endsWith('a=1') ? 'a=2' : 'a=3'
      return url.endsWith('a=3')
        ? new Response('busy', { status: 500 })
        : new Response(null, { status: 302, headers: { location: `?${next}` } })
    }
    waits.length = 0
    const { fetch } = client({}, true).session(fake)
    expect(await messageOf(fetch({ url: URL_ }))).toBe('api.fake.example answered 500')
    expect([requests, sent.length]).toEqual([3, 3])
    expect(waits).toEqual([100, 200])
  })

  test('is refused as soon as the breaker opens, before the database has it', async () => {
    const vendors = new Vendors(database.database, time)
    const scope = limitScope(fake, 'api.fake.example')
    const failures = Array.from({ length: 5 }, () => vendors.failed(scope, 'no answer'))
    const entered = vendors.enter(scope).catch((error: unknown) => error)
    const answer = await Promise.race([entered, Bun.sleep(0)])
    await Promise.all([...failures, entered])
    expect(answer).toBeInstanceOf(VendorBlocked)
  })
})

describe('addresses', () => {
  test.each([
    ['http://api.fake.example/', 'refused: expected https'],
    ['https://u:p@api.fake.example/', 'refused: user information in the address'],
    ['https://api.fake.example:8443/', 'refused: expected port 443, got 8443'],
    [
      'https://fake.example.evil/',
      'refused: not a host of the board; if the board moved there, add it again by its new address',
    ],
  ])('%s is refused', (url, issue) => {
    expect(() => checkUrl(new URL(url), fake.isHost)).toThrow(issue)
  })

  test.each([
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('a host with the address %s is refused', async (address) => {
    const lookup = async () => ['93.184.216.34', address]
    expect(await messageOf(publicAddress('a.example', lookup))).toBe(
      `a.example: refused: ${address} is not a public address`,
    )
  })

  test('the address that was checked is used; IPv4 first', async () => {
    const lookup = async () => ['2606:2800:220:1::1', '93.184.216.34']
    expect(await publicAddress('a.example', lookup)).toBe('93.184.216.34')
    expect(await messageOf(publicAddress('93.184.216.34', lookup))).toMatch(
      'instead of a host name',
    )
    expect(await messageOf(publicAddress('a.example', async () => []))).toMatch('does not resolve')
  })

  const lookupOf = (answers: Record<string, string>) => async (host: string) => {
    const code = answers[host]
    if (code !== undefined) throw Object.assign(new Error('getaddrinfo'), { code })
    return ['93.184.216.34']
  }
  test.each([
    [{ 'a.example': 'DNS_ENOTFOUND' }, ['www.example', 'b.example'], 'HostNotFound'],
    // The network is cut off, and says so of every name.
    [
      { 'a.example': 'DNS_ENOTFOUND', 'www.example': 'DNS_ENOTFOUND' },
      ['b.example', 'www.example'],
      'FetchFailure',
    ],
    [{ 'a.example': 'DNS_ENOTFOUND' }, [], 'FetchFailure'],
    [{ 'a.example': 'DNS_ESERVFAIL' }, ['www.example'], 'FetchFailure'],
    [{ 'a.example': 'DNS_ETIMEOUT' }, ['www.example'], 'FetchFailure'],
    [{ 'a.example': 'DNS_ESERVFAIL', 'www.iana.org': 'DNS_ESERVFAIL' }, [], 'NoNetwork'],
    [
      { 'a.example': 'DNS_ENOTFOUND', 'www.iana.org': 'DNS_ENOTFOUND' },
      ['www.iana.org'],
      'NoNetwork',
    ],
  ])('a name that does not exist: %j beside %j is a %s', async (answers, witnesses, name) => {
    const error = await publicAddress('a.example', lookupOf(answers), witnesses).catch((e) => e)
    expect(error.name).toBe(name)
  })

  test('the code of a name that does not exist is that of Bun', async () => {
    // A name of Tor, which no name server is asked for.
    const error = await Bun.dns.lookup('nothing.onion').catch((e) => e)
    expect(error.code).toBe('DNS_ENOTFOUND')
  })
})
