import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { revokeKey } from '../../../src/service/keys/api-keys'
import { hashKey } from '../../../src/values/api-key'
import { until } from '../../support/until'
import { createMeteredDatabase, type MeteredDatabase, type MeteredService } from './metered-service'

// Two services on one database behave like two processes.

let shared: MeteredDatabase
let first: MeteredService
let second: MeteredService
beforeAll(async () => {
  shared = await createMeteredDatabase()
  first = shared.startService()
  second = shared.startService()
})
afterAll(() => shared.drop())

const newKey = (limits = {}) => shared.createKey(crypto.randomUUID(), limits)
const page = (limit: number) => `/v1/active-ats?time_frame=6m&limit=${limit}`

/** A response does not wait until its jobs are stored. */
async function untilStored(key: string, jobs: number): Promise<void> {
  await until(async () => {
    const rows = await shared.database.run<{ jobs: number }>(sql`
      select max(jobs)::integer as jobs from api_key_usage join api_keys on id = key_id
      where hash = ${hashKey(key)}`)
    return rows[0]?.jobs === jobs
  })
}

test('a rate holds across both, with alternating requests', async () => {
  const key = await newKey({ requestsPerMinute: 10 })
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    statuses.push(...(await first.statuses(1, key)), ...(await second.statuses(1, key)))
  }
  expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
})

test('a rate holds across both, with parallel requests', async () => {
  const key = await newKey({ requestsPerMinute: 60 })
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 3 === 0 ? first : second).send(key)),
  )
  const answered = responses.filter(({ status }) => status === 404).length
  expect(answered).toBeLessThanOrEqual(60)
  // A service may hold a few tokens after its last request.
  expect(answered).toBeGreaterThan(45)
})

test('unspent tokens of one return to the bucket for the other', async () => {
  const key = await newKey({ requestsPerMinute: 100 })
  await first.statuses(40, key)
  await first.close()
  first = shared.startService()
  expect((await second.statuses(61, key)).filter((status) => status === 404)).toHaveLength(60)
})

test('both share an allowance, and both reject once it is used up', async () => {
  const key = await newKey({ jobsPerMonth: 40 })
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    statuses.push(
      ...(await first.statuses(1, key, page(4))),
      ...(await second.statuses(1, key, page(4))),
    )
  }
  expect(statuses.filter((status) => status === 200).length).toBeWithin(10, 13)
  expect(statuses.slice(-1)).toEqual([429])
})

test('an allowance used up by the other is noticed within two seconds', async () => {
  const key = await newKey({ jobsPerMonth: 5 })
  await first.send(key)
  await second.send(key, page(5))
  await untilStored(key, 5)
  shared.clock.advance(2_000)
  expect(await first.statuses(1, key)).toEqual([429])
})

test('in a new month, each first reads the usage of the other', async () => {
  const key = await newKey({ jobsPerMonth: 5 })
  shared.clock.set('2026-01-31T23:59:59.999Z')
  await first.send(key)
  shared.clock.advance(1)
  await second.send(key, page(5))
  await untilStored(key, 5)
  expect(await first.statuses(1, key)).toEqual([429])
})

test('a key is revoked in both within two seconds, and its usage is kept', async () => {
  const key = await shared.createKey('revoked', {})
  expect(await first.statuses(1, key)).toEqual([404])
  expect(await second.statuses(1, key)).toEqual([404])
  await revokeKey(shared.database, 'revoked')
  shared.clock.advance(2_000)
  expect(await first.statuses(2, key)).toEqual([401, 401])
  expect(await second.statuses(2, key)).toEqual([401, 401])
  await Promise.all([first.close(), second.close()])
  expect((await shared.usage()).revoked).toEqual([2, 0])
})
