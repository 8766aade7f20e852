import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { DatabaseUnavailable } from '../../../src/values/errors'
import { createMeteredDatabase, type MeteredDatabase, type MeteredService } from './metered-service'

let shared: MeteredDatabase
let service: MeteredService
let key: string
let name: string
/** Error of the next statement, before or after its execution. */
let fault: { isCarriedOut: boolean; error: Error } | undefined

beforeAll(async () => {
  shared = await createMeteredDatabase()
})
beforeEach(async () => {
  service = shared.startService({}, faulty)
  name = crypto.randomUUID()
  key = await shared.createKey(name, { requestsPerMinute: 100, jobsPerMonth: 1000 })
  await service.statuses(4, key, '/v1/jobs?limit=5')
})
afterAll(() => shared.drop())

const faulty = createQueries(async (statement) => {
  const met = fault
  fault = undefined
  if (met === undefined || met.isCarriedOut) {
    const answer = await shared.database.send(statement)
    if (met === undefined) return answer
  }
  throw met?.error
})

function away(code?: string): DatabaseUnavailable {
  return new DatabaseUnavailable('away', { cause: Object.assign(new Error('cause'), { code }) })
}

test.each([['ECONNREFUSED'], ['57P01']])(
  'usage that could not be written (%s) is written later',
  async (code) => {
    fault = { isCarriedOut: false, error: away(code) }
    await expect(service.close()).rejects.toThrow('away')
    await service.close()
    expect((await shared.usage())[name]).toEqual([4, 20])
  },
)

test.each([['CONNECTION_CLOSED'], [undefined]])(
  'usage that may have been written (%s) is not written twice',
  async (code) => {
    fault = { isCarriedOut: true, error: away(code) }
    await expect(service.close()).rejects.toThrow('away')
    await service.close()
    expect((await shared.usage())[name]).toEqual([4, 20])
  },
)

test('a response is sent even if its usage cannot be flushed, and the usage is flushed later', async () => {
  const tight = await shared.createKey('tight', { jobsPerMonth: 20 })
  await service.send(tight)
  fault = { isCarriedOut: false, error: away('ECONNREFUSED') }
  expect(await service.statuses(1, tight, '/v1/jobs?limit=5')).toEqual([200])
  expect(fault).toBeUndefined()
  await service.close()
  expect((await shared.usage()).tight).toEqual([2, 5])
})

test('a response does not wait for its usage, so that what is billed is answered', async () => {
  const waiting = Promise.withResolvers<void>()
  let isAway = false
  const slow = createQueries(async (statement) => {
    if (isAway) await waiting.promise
    return await shared.database.send(statement)
  })
  const held = shared.startService({}, slow)
  const ending = await shared.createKey('ending', { jobsPerMonth: 20 })
  await held.send(ending)
  isAway = true
  const response = await held.send(ending, '/v1/jobs?limit=5')
  expect([response.status, response.headers.get('x-jobs-remaining')]).toEqual([200, '15'])
  waiting.resolve()
  await held.close()
  expect((await shared.usage()).ending).toEqual([2, 5])
})

test('while the database is unavailable, an unknown key gets 503 and a known key is served', async () => {
  fault = { isCarriedOut: false, error: away('ECONNREFUSED') }
  const unknown = await service.send('another key')
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5'])
  fault = { isCarriedOut: false, error: away('ECONNREFUSED') }
  expect(await service.statuses(1, key)).toEqual([404])
  fault = undefined
})
