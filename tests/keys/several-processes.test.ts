import { afterAll, beforeAll, expect, test } from 'bun:test'
import { revokeKey } from '../../src/keys/api-keys'
import { createMeteredDatabase, type MeteredDatabase, type MeteredService } from './metered-service'

// Two services on one database are to each other what two processes are.

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

test('a rate holds over both, asked in turn', async () => {
  const key = await newKey({ requestsPerMinute: 10 })
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    statuses.push(...(await first.statuses(1, key)), ...(await second.statuses(1, key)))
  }
  expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
})

test('a rate holds over both, asked at once', async () => {
  const key = await newKey({ requestsPerMinute: 60 })
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 3 === 0 ? first : second).send(key)),
  )
  const answered = responses.filter(({ status }) => status === 404).length
  expect(answered).toBeLessThanOrEqual(60)
  // A few tokens may be left with one that nobody asks any more.
  expect(answered).toBeGreaterThan(45)
})

test('tokens that one holds and does not spend come back to the other', async () => {
  const key = await newKey({ requestsPerMinute: 100 })
  await first.statuses(40, key)
  await first.close()
  first = shared.startService()
  expect((await second.statuses(61, key)).filter((status) => status === 404)).toHaveLength(60)
})

test('each takes part of an allowance, and both refuse once it is crossed', async () => {
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

test('an allowance that the other used up is seen within two seconds', async () => {
  const key = await newKey({ jobsPerMonth: 5 })
  await first.send(key)
  await second.send(key, page(5))
  shared.clock.advance(2_000)
  expect(await first.statuses(1, key)).toEqual([429])
})

test('in a new month each asks first what the other used of the allowance', async () => {
  const key = await newKey({ jobsPerMonth: 5 })
  shared.clock.set('2026-01-31T23:59:59.999Z')
  await first.send(key)
  shared.clock.advance(1)
  await second.send(key, page(5))
  expect(await first.statuses(1, key)).toEqual([429])
})

test('a key is revoked in both within two seconds, and what it used is kept', async () => {
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
