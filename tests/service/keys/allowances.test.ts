import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  createMeteredDatabase,
  limitHeaders,
  type MeteredDatabase,
  type MeteredService,
} from './metered-service'

let shared: MeteredDatabase
beforeAll(async () => {
  shared = await createMeteredDatabase()
})
beforeEach(() => shared.clock.set('2026-01-15T10:30:00Z'))
afterAll(() => shared.drop())

const newKey = (limits = {}) => shared.createKey(crypto.randomUUID(), limits)
const page = (limit: number) => `/v1/active-ats?time_frame=6m&limit=${limit}`

describe('429', () => {
  test('follows the page that crosses the allowance, which is complete, until the month ends', async () => {
    const service = shared.startService()
    const key = await newKey({ jobsPerMonth: 12 })
    const pages = [await service.send(key, page(10)), await service.send(key, page(10))]
    const sizes = pages.map((response) => response.headers.get('x-jobs-this-request'))
    expect(sizes).toEqual(['10', '10'])
    const response = await service.send(key, page(1))
    expect(response.status).toBe(429)
    expect(await response.json()).toEqual({
      type: 'https://jobs.example/problems/allowance-exhausted',
      title: 'Allowance exhausted',
      status: 429,
      detail:
        'the allowance of 12 jobs for 2026-01 is used up; the next begins at 2026-02-01T00:00:00Z',
      instance: '/v1/active-ats',
    })
    expect(limitHeaders(response)).toEqual({
      'retry-after': String(16.5 * 86_400 - 10.5 * 3600 + 0.5 * 86_400),
      'x-jobs-limit': '12',
      'x-jobs-remaining': '0',
      'x-jobs-reset': '2026-02-01T00:00:00Z',
      'x-jobs-this-request': '0',
    })
  })

  test('ends with the month: a request after Retry-After succeeds', async () => {
    const service = shared.startService()
    const key = await newKey({ jobsPerMonth: 5 })
    await service.send(key, page(5))
    const refused = await service.send(key, page(5))
    shared.clock.advance(Number(refused.headers.get('retry-after')) * 1000 - 1)
    expect((await service.send(key, page(5))).status).toBe(429)
    shared.clock.advance(1)
    expect(await service.statuses(2, key, page(5))).toEqual([200, 429])
  })

  test('applies to every request, also to one that returns no jobs', async () => {
    const service = shared.startService()
    const key = await newKey({ jobsPerMonth: 1 })
    await service.send(key, page(1))
    expect(await service.statuses(1, key, '/v1/active-ats-count')).toEqual([429])
  })
})

describe('jobs are billed', () => {
  test('by every endpoint that returns job objects, and the response has their number', async () => {
    const service = shared.startService()
    const key = await newKey({ jobsPerMonth: 1000 })
    const targets = [page(3), '/v1/jobs?limit=4', '/v1/jobs/1', '/v1/changes?limit=6']
    const left: [string | null, string | null][] = []
    for (const target of targets) {
      const { headers } = await service.send(key, target)
      left.push([headers.get('x-jobs-this-request'), headers.get('x-jobs-remaining')])
    }
    expect(left).toEqual([
      ['3', '997'],
      ['4', '993'],
      ['1', '992'],
      ['6', '986'],
    ])
  })

  test('not for a 304, a 4xx, a HEAD, a count, ids, employers or statistics', async () => {
    const service = shared.startService()
    const key = await newKey({ jobsPerMonth: 1000 })
    const { headers } = await service.send(key, '/v1/jobs/1')
    const etag = headers.get('etag') ?? ''
    const responses = [
      await service.send(key, '/v1/jobs/1', { headers: { 'If-None-Match': etag } }),
      await service.send(key, '/v1/jobs/999999'),
      await service.send(key, page(0)),
      await service.send(key, page(9), { method: 'HEAD' }),
      await service.send(key, page(9), { method: 'DELETE' }),
      await service.send(key, '/v1/active-ats-count'),
      await service.send(key, '/v1/expired-ats'),
      await service.send(key, '/v1/ats-organizations'),
      await service.send(key, '/v1/stats'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([
      304, 404, 400, 200, 405, 200, 200, 200, 200,
    ])
    expect(responses.map((response) => response.headers.get('x-jobs-remaining'))).toEqual(
      Array(9).fill('999'),
    )
  })

  test('not for a 5xx', async () => {
    const service = shared.startService()
    const key = await newKey({ jobsPerMonth: 1000 })
    await service.send(key, page(1))
    await shared.database.run(sql`alter table job_documents rename to away`)
    const response = await service.send(key, page(1))
    await shared.database.run(sql`alter table away rename to job_documents`)
    expect([response.status, response.headers.get('x-jobs-remaining')]).toEqual([503, '999'])
  })
})

describe('requests at once', () => {
  /** The job objects that these services return to a key when each gets as many requests at once. */
  async function returned(services: MeteredService[], key: string, target: string, each: number) {
    const requests = services.flatMap((service) =>
      Array.from({ length: each }, () => service.send(key, target)),
    )
    const answers = await Promise.all(requests)
    const jobs = answers.map(({ headers }) => Number(headers.get('x-jobs-this-request')))
    return { statuses: new Set(answers.map(({ status }) => status)), jobs: sum(jobs) }
  }
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

  test('get one page beyond the allowance together', async () => {
    const key = await newKey({ jobsPerMonth: 1 })
    const answer = await returned([shared.startService()], key, page(20), 64)
    expect(answer).toEqual({ statuses: new Set([200, 429]), jobs: 20 })
  })

  test('get one page beyond it in each process, of however many', async () => {
    const key = await newKey({ jobsPerMonth: 1_000 })
    const services = Array.from({ length: 16 }, () => shared.startService())
    const { jobs } = await returned(services, key, page(20), 8)
    expect(jobs).toBeGreaterThanOrEqual(1_000)
    expect(jobs).toBeLessThanOrEqual(1_000 + 16 * 20)
  })

  test('get one page beyond it in each process, and all that is left before', async () => {
    const key = await newKey({ jobsPerMonth: 95 })
    const services = [shared.startService(), shared.startService()]
    const { jobs } = await returned(services, key, page(10), 32)
    expect(jobs).toBeGreaterThanOrEqual(95)
    expect(jobs).toBeLessThanOrEqual(95 + 2 * 10)
  })

  test('are all answered while much is left, and those that return no jobs do not wait', async () => {
    const key = await newKey({ jobsPerMonth: 1_000_000 })
    const service = shared.startService()
    expect(await returned([service], key, page(10), 40)).toEqual({
      statuses: new Set([200]),
      jobs: 400,
    })
    const small = await newKey({ jobsPerMonth: 5 })
    const counts = await returned([service], small, '/v1/active-ats-count', 20)
    expect(counts).toEqual({ statuses: new Set([200]), jobs: 0 })
  })

  test('that are given up free what they reserved', async () => {
    const key = await newKey({ jobsPerMonth: 30 })
    const service = shared.startService()
    const client = new AbortController()
    const given = service.send(key, page(20), { signal: client.signal }).catch(() => undefined)
    client.abort()
    await given
    expect(await service.statuses(3, key, page(20))).toEqual([200, 200, 429])
  })

  test('of assistants do too', async () => {
    const key = await newKey({ jobsPerMonth: 1 })
    const service = shared.startService()
    const call = {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_jobs', arguments: { limit: 20 } },
      }),
    }
    await Promise.all(Array.from({ length: 32 }, () => service.send(key, '/mcp', call)))
    const jobs = sum(service.log.map((entry) => entry.jobs))
    expect(jobs).toBeGreaterThan(0)
    expect(jobs).toBeLessThanOrEqual(20)
  })
})

test('the allowance of a key overrides the default', async () => {
  const service = shared.startService({ jobsPerMonth: 2 })
  expect(await service.statuses(2, await newKey(), page(2))).toEqual([200, 429])
  expect(await service.statuses(3, await newKey({ jobsPerMonth: 3 }), page(2))).toEqual([
    200, 200, 429,
  ])
})

test('jobs count in the month of their response', async () => {
  const name = 'at the turn of the month'
  const key = await shared.createKey(name, { jobsPerMonth: 100 })
  const service = shared.startService()
  shared.clock.set('2026-01-31T23:59:59.999Z')
  await service.send(key, page(3))
  shared.clock.advance(1)
  await service.send(key, page(4))
  await service.close()
  expect((await shared.usage())[name]).toEqual([1, 4])
  shared.clock.set('2026-01-31T00:00:00Z')
  expect((await shared.usage())[name]).toEqual([1, 3])
})
