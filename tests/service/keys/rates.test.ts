import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { revokeKey } from '../../../src/service/keys/api-keys'
import { CHEAP, createMeteredDatabase, limitHeaders, type MeteredDatabase } from './metered-service'

let shared: MeteredDatabase
beforeAll(async () => {
  shared = await createMeteredDatabase()
})
afterAll(() => shared.drop())

const newKey = (limits = {}) => shared.createKey(crypto.randomUUID(), limits)
const times = (count: number, status: number): number[] => Array(count).fill(status)

describe('429', () => {
  test('follows the last permitted request, and names the limit', async () => {
    const service = shared.startService()
    const key = await newKey({ requestsPerMinute: 5 })
    expect(await service.statuses(5, key)).toEqual(times(5, 404))
    const response = await service.send(key)
    expect(response.status).toBe(429)
    expect(await response.json()).toEqual({
      type: 'https://jobs.example/problems/rate-limited',
      title: 'Rate limited',
      status: 429,
      detail: 'the limit of 5 requests a minute is reached; try again in 12 s',
      instance: CHEAP,
    })
    expect(limitHeaders(response)).toEqual({
      'ratelimit-policy': '"requests";q=5;w=60',
      ratelimit: '"requests";r=0;t=12',
      'retry-after': '12',
      'x-jobs-this-request': '0',
    })
  })

  test.each([1, 7, 60, 100, 600])(
    '%d a minute: a request after Retry-After succeeds',
    async (rate) => {
      const service = shared.startService()
      const key = await newKey({ requestsPerMinute: rate })
      await Promise.all(Array.from({ length: rate }, () => service.send(key)))
      for (let round = 0; round < 3; round += 1) {
        let refused = await service.send(key)
        while (refused.status !== 429) refused = await service.send(key)
        const seconds = Number(refused.headers.get('retry-after'))
        shared.clock.advance(seconds * 1000 - 1)
        if (rate <= 60 && 60 % rate === 0) expect((await service.send(key)).status).toBe(429)
        shared.clock.advance(1)
        const count = Math.max(1, Math.floor(rate / 60))
        expect(await service.statuses(count, key)).toEqual(times(count, 404))
      }
    },
  )

  test('is checked before 404, 405 and 400, and after 401', async () => {
    const service = shared.startService()
    const key = await newKey({ requestsPerMinute: 1 })
    await service.send(key)
    const statuses = [
      await service.send(key, '/v1/nothing'),
      await service.send(key, '/v1/active-ats', { method: 'POST' }),
      await service.send(key, '/v1/active-ats?limit=0'),
      await service.send(key, '/v1/active-ats', { method: 'HEAD' }),
      await service.send('wrong', '/v1/active-ats'),
      await service.send(key, '/healthz'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([429, 429, 429, 429, 401, 200])
  })

  test('applies to one key only', async () => {
    const service = shared.startService()
    const [first, second] = [
      await newKey({ requestsPerMinute: 1 }),
      await newKey({ requestsPerMinute: 1 }),
    ]
    expect([...(await service.statuses(2, first)), ...(await service.statuses(2, second))]).toEqual(
      [404, 429, 404, 429],
    )
  })
})

test('every request with a valid key counts, with any status', async () => {
  const service = shared.startService()
  const key = await newKey({ requestsPerMinute: 6 })
  const responses = [
    await service.send(key, '/v1/active-ats'),
    await service.send(key, '/v1/active-ats', { method: 'HEAD' }),
    await service.send(key, '/v1/active-ats?limit=0'),
    await service.send(key, '/v1/nothing'),
    await service.send(key, '/v1/active-ats', { method: 'POST' }),
    await service.send(key, '/v1/active-ats-count'),
    await service.send(key),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 404, 405, 200, 429])
})

test('rejected requests do not delay the next admitted request', async () => {
  const service = shared.startService()
  const key = await newKey({ requestsPerMinute: 60 })
  await service.statuses(60, key)
  expect(await service.statuses(30, key)).toEqual(times(30, 429))
  shared.clock.advance(1000)
  expect(await service.statuses(2, key)).toEqual([404, 429])
})

test('the bucket refills over a minute, up to the rate', async () => {
  const service = shared.startService()
  const key = await newKey({ requestsPerMinute: 12 })
  await service.statuses(12, key)
  shared.clock.advance(15_000)
  expect(await service.statuses(4, key)).toEqual([404, 404, 404, 429])
  shared.clock.advance(600_000)
  expect(await service.statuses(13, key)).toEqual([...times(12, 404), 429])
})

test('setting the clock back removes no tokens', async () => {
  const service = shared.startService()
  const key = await newKey({ requestsPerMinute: 12 })
  await service.statuses(6, key)
  shared.clock.advance(-600_000)
  expect(await service.statuses(7, key)).toEqual([...times(6, 404), 429])
})

test('a request that waits for a token gets 401 if the key was revoked', async () => {
  const service = shared.startService()
  const name = crypto.randomUUID()
  const key = await shared.createKey(name, { requestsPerMinute: 12 })
  await service.send(key)
  await revokeKey(shared.database, name)
  expect(await service.statuses(1, key)).toEqual([401])
})

test('the rate of a key overrides the default', async () => {
  const service = shared.startService({ requestsPerMinute: 2 })
  expect(await service.statuses(3, await newKey())).toEqual([404, 404, 429])
  expect(await service.statuses(4, await newKey({ requestsPerMinute: 3 }))).toEqual([
    404, 404, 404, 429,
  ])
})

test('the headers have the remaining requests and the time until the bucket is full', async () => {
  const service = shared.startService()
  const key = await newKey({ requestsPerMinute: 100 })
  const told: (string | null)[] = []
  for (let index = 0; index < 12; index += 1) {
    told.push((await service.send(key)).headers.get('ratelimit'))
  }
  expect(told).toEqual(
    Array.from({ length: 12 }, (_, index) => {
      return `"requests";r=${99 - index};t=${Math.ceil((index + 1) * 0.6)}`
    }),
  )
  shared.clock.advance(3_000)
  expect((await service.send(key)).headers.get('ratelimit')).toBe('"requests";r=92;t=5')
})

test('without a rate, or without a key, there are no rate headers', async () => {
  const service = shared.startService()
  expect(limitHeaders(await service.send(await newKey()))).toEqual({ 'x-jobs-this-request': '0' })
  expect(limitHeaders(await service.send('wrong'))).toEqual({ 'x-jobs-this-request': '0' })
})
