import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { DatabaseUnavailable } from '../../../src/values/errors'
import { createMeteredDatabase, type MeteredDatabase, type MeteredService } from './metered-service'

let shared: MeteredDatabase
let service: MeteredService
let isReadOnly = false
beforeAll(async () => {
  shared = await createMeteredDatabase()
})
beforeEach(() => {
  isReadOnly = false
  service = shared.startService({}, queries)
})
afterAll(() => shared.drop())

/** As `connect` reports a statement that writes in a read-only transaction. */
const queries = createQueries(async (statement) => {
  if (isReadOnly && /\b(insert|update)\b/.test(statement.text)) {
    const cause = Object.assign(new Error('cannot execute INSERT'), { code: '25006' })
    throw new DatabaseUnavailable('the database cannot do it', { cause })
  }
  return await shared.database.send(statement)
})

test('requests of known and of new keys are answered, and their usage is written later', async () => {
  const known = await shared.createKey('known', { jobsPerMonth: 100 })
  const other = await shared.createKey('other')
  expect(await service.statuses(2, known, '/v1/jobs?limit=5')).toEqual([200, 200])
  isReadOnly = true
  shared.clock.advance(5_000)
  expect(await service.statuses(3, known, '/v1/jobs?limit=5')).toEqual([200, 200, 200])
  expect(await service.statuses(1, other, '/v1/jobs?limit=5')).toEqual([200])
  await expect(service.close()).rejects.toThrow('the database cannot be written')
  isReadOnly = false
  await service.close()
  const usage = await shared.usage()
  expect([usage.known, usage.other]).toEqual([
    [5, 25],
    [1, 5],
  ])
})

test('the rate and the allowance hold within the process', async () => {
  const rated = await shared.createKey('rated', { requestsPerMinute: 6 })
  const limited = await shared.createKey('limited', { jobsPerMonth: 12 })
  expect(await service.statuses(2, rated)).toEqual([404, 404])
  isReadOnly = true
  expect(await service.statuses(6, rated)).toEqual([404, 404, 404, 404, 429, 429])
  shared.clock.advance(10_000)
  expect(await service.statuses(2, rated)).toEqual([404, 429])
  expect(await service.statuses(4, limited, '/v1/jobs?limit=5')).toEqual([200, 200, 200, 429])
  isReadOnly = false
  await service.close()
})

test('tokens that were spent meanwhile are taken from the bucket afterwards', async () => {
  const key = await shared.createKey('owing', { requestsPerMinute: 6 })
  isReadOnly = true
  expect(await service.statuses(7, key)).toEqual([404, 404, 404, 404, 404, 404, 429])
  isReadOnly = false
  await service.close()
  const another = shared.startService({})
  expect(await another.statuses(1, key)).toEqual([429])
  await another.close()
})

test('an unknown and a revoked key are refused', async () => {
  isReadOnly = true
  expect(await service.statuses(1, 'unknown')).toEqual([401])
})
