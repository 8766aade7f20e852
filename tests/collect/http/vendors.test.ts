import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { VendorBlocked } from '../../../src/collect/failures'
import { liftBlocks, listBlocked } from '../../../src/collect/health/blocked'
import { HttpClient } from '../../../src/collect/http/client'
import { limitScope, MAX_HOSTS, Vendors } from '../../../src/collect/http/vendors'
import type { System } from '../../../src/collect/system'
import { jibe } from '../../../src/collect/systems/jibe'
import { createTestDatabase, type TestDatabase } from '../../support/test-database'
import { fake } from '../support/fake-system'

let database: TestDatabase
let server: Bun.Server<undefined>
let answer: (host: string) => Response
let now: Date
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.database.run(sql`truncate collector_vendors`)
  now = new Date('2026-03-02T08:00:00Z')
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => answer(new URL(url).pathname.split('/')[1] ?? ''),
  })
})
afterEach(async () => {
  await server.stop(true)
})
afterAll(() => database.drop())

/** Asks a host as a board of the system would; a message when it fails. */
function asking(system: System) {
  const time = { now: () => now, wait: async () => undefined }
  const client = new HttpClient({
    vendors: new Vendors(database.database, time, false),
    time,
    userAgent: 'test',
    replayUrl: server.url.origin,
  })
  return async (host: string): Promise<string> => {
    const { fetch } = client.session(system, { board: { slug: host } })
    return await fetch({ url: `https://${host}/api/jobs` }).then(
      ({ text }) => text,
      (error: Error) => error.message,
    )
  }
}

const blocked = async () =>
  (await listBlocked(database.database, now)).map(({ key, until, reason }) => [
    key,
    until.toISOString(),
    reason,
  ])

test('the host of one employer blocks no other, and Retry-After counts up to a day', async () => {
  answer = (host) =>
    host === 'jobs.evil.example'
      ? new Response('', { status: 429, headers: { 'retry-after': '999999999' } })
      : new Response('jobs')
  const ask = asking(jibe)
  const reason = 'jobs.evil.example answered 429 with Retry-After 999999999; a day is enough'
  expect(await ask('jobs.evil.example')).toBe(reason)
  expect(await ask('jobs.evil.example')).toBe(reason)
  expect(await ask('jobs.acme.example')).toBe('jobs')
  expect(await ask('acme.jibeapply.com')).toBe('jobs')
  expect(await blocked()).toEqual([['jibe/jobs.evil.example', '2026-03-03T08:00:00.000Z', reason]])
})

test('refusals of tenants do not open the breaker of their vendor, and those of a site open its own', async () => {
  answer = () => new Response('', { status: 403 })
  const vendor = asking(fake)
  for (let tenant = 0; tenant < 9; tenant += 1) await vendor(`t${tenant}.fake.example`)
  expect(await blocked()).toEqual([])
  const site = asking(jibe)
  for (let request = 0; request < 5; request += 1) await site('jobs.acme.example')
  expect((await blocked()).map(([key]) => key)).toEqual(['jibe/jobs.acme.example'])
})

test('server errors open the breaker of a vendor', async () => {
  answer = () => new Response('', { status: 500 })
  const ask = asking(fake)
  for (let request = 0; request < 5; request += 1) await ask('api.fake.example')
  expect(await blocked()).toEqual([
    [
      'fake',
      '2026-03-02T08:15:00.000Z',
      '5 failures in a row, the last: api.fake.example answered 500',
    ],
  ])
})

test('a block that is lifted ends in all collectors within a minute', async () => {
  answer = () => new Response('', { status: 429, headers: { 'retry-after': '3600' } })
  const asks = [asking(fake), asking(fake)]
  for (const ask of asks) expect(await ask('api.fake.example')).toMatch('answered 429')
  answer = () => new Response('jobs')
  expect(await liftBlocks(database.database, 'fake', now)).toBe(1)
  now = new Date(now.getTime() + 60_000)
  for (const ask of asks) expect(await ask('api.fake.example')).toBe('jobs')
  expect(await liftBlocks(database.database, 'fake', now)).toBe(0)
})

test('of more hosts than are kept, the failures of the one that was not asked for longest are forgotten', async () => {
  const vendors = new Vendors(database.database, { now: () => now, wait: async () => undefined })
  const scopeOf = (number: number) =>
    limitScope({ ...fake, source: `fake${number}` }, 'api.fake.example')
  const fail = async (number: number, times = 1) => {
    for (let time = 0; time < times; time += 1) await vendors.failed(scopeOf(number), 'no answer')
  }
  await fail(1, 4)
  await fail(2, 4)
  for (let number = 3; number <= MAX_HOSTS + 1; number += 1) await fail(number)
  await fail(2)
  await fail(1)
  expect(await vendors.enter(scopeOf(1))).toBeFunction()
  await expect(vendors.enter(scopeOf(2))).rejects.toBeInstanceOf(VendorBlocked)
})

test('of robots.txt files that take much memory, the one that was not asked for longest is read from the database again', async () => {
  const rules = `User-agent: *\nAllow: /\n${'#'.repeat(490 * 1024)}`
  answer = () => new Response(rules)
  const ask = asking({
    ...fake,
    isHost: (host, board) => host === board?.slug,
    obeysRobots: true,
    limits: { ...fake.limits, isPerHost: true },
  })
  for (let host = 0; host < 34; host += 1) await ask(`jobs${host}.example`)
  const forbidden = 'User-agent: *\nDisallow: /'
  await database.database.run(sql`update collector_vendors set robots = ${forbidden}`)
  expect(await ask('jobs33.example')).toBe(rules)
  expect(await ask('jobs0.example')).toBe('robots.txt of jobs0.example forbids /api/jobs')
})
