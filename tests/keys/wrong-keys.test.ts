import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createQueries } from '../../src/database/drizzle'
import { Accounts } from '../../src/keys/accounts'
import { createKey } from '../../src/keys/api-keys'
import { MAX_STRANGERS, STRANGER_MS, Strangers } from '../../src/keys/strangers'
import { hashKey } from '../../src/values/api-key'
import { TestClock } from '../support/test-clock'
import { createTestDatabase, type TestDatabase } from '../support/test-database'

let shared: TestDatabase
beforeAll(async () => {
  shared = await createTestDatabase()
})
afterAll(() => shared.drop())

const clock = new TestClock('2026-01-15T10:30:00Z')
const stranger = () => hashKey(crypto.randomUUID())

function openAccounts() {
  let statements = 0
  const queries = createQueries((statement) => {
    statements += 1
    return shared.database.ask(statement)
  })
  const accounts = new Accounts({
    queries,
    now: clock.now,
    defaults: { requestsPerMinute: null, jobsPerMonth: null },
    settleEveryMs: 0,
    onFailure: () => undefined,
  })
  return { accounts, statements: () => statements }
}

test('a wrong key sent again and again is looked up once in two seconds', async () => {
  const { accounts, statements } = openAccounts()
  const hash = stranger()
  for (let index = 0; index < 50; index += 1) expect(await accounts.find(hash)).toBeUndefined()
  expect(statements()).toBe(1)
  clock.advance(STRANGER_MS)
  await accounts.find(hash)
  expect(statements()).toBe(2)
})

test('thousands of wrong keys at once take a few statements, and a right one among them is found', async () => {
  const { accounts, statements } = openAccounts()
  const right = hashKey((await createKey(shared.database, 'right')) ?? '')
  const hashes = Array.from({ length: 5_000 }, (_, index) => (index === 2_500 ? right : stranger()))
  const callers = await Promise.all(hashes.map((hash) => accounts.find(hash)))
  expect(callers.filter((caller) => caller !== undefined).map(({ name }) => name)).toEqual([
    'right',
  ])
  expect(statements()).toBeLessThanOrEqual(3)
})

test('more keys than may wait are refused with 503, and known keys are served', async () => {
  const { accounts } = openAccounts()
  const known = hashKey((await createKey(shared.database, 'known')) ?? '')
  await accounts.find(known)
  const results = await Promise.allSettled(
    Array.from({ length: 25_000 }, () => accounts.find(stranger())),
  )
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(new Set(reasons.map(({ name }) => name))).toEqual(new Set(['Overloaded']))
  expect(await accounts.find(known)).toMatchObject({ name: 'known' })
})

test('a key works as soon as it is made', async () => {
  const { accounts } = openAccounts()
  await accounts.find(stranger())
  const key = (await createKey(shared.database, 'new')) ?? ''
  expect(await accounts.find(hashKey(key))).toMatchObject({ name: 'new' })
})

test('no more wrong keys are remembered than the limit, the oldest goes first', () => {
  const strangers = new Strangers()
  const hashes = Array.from({ length: MAX_STRANGERS + 1 }, stranger)
  for (const hash of hashes) strangers.add(hash, clock.now())
  expect(hashes.map((hash) => strangers.has(hash, clock.now()))).toEqual([
    false,
    ...Array(MAX_STRANGERS).fill(true),
  ])
})

test('a key that nobody uses any more costs nothing', async () => {
  const { accounts, statements } = openAccounts()
  await accounts.find(hashKey((await createKey(shared.database, 'idle')) ?? ''))
  await accounts.settle()
  const before = statements()
  for (let index = 0; index < 3; index += 1) await accounts.settle()
  expect(statements()).toBe(before)
})

test('in steady use a request asks the database nothing', async () => {
  const { accounts, statements } = openAccounts()
  const limits = { requestsPerMinute: 6_000, jobsPerMonth: 1_000_000 }
  const hash = hashKey((await createKey(shared.database, 'steady', limits)) ?? '')
  async function second(): Promise<void> {
    for (let index = 0; index < 50; index += 1) {
      const caller = await accounts.find(hash)
      await caller?.meter.admit()
      await caller?.meter.finish(100)
    }
    clock.advance(1_000)
    await accounts.settle()
  }
  await second()
  const before = statements()
  await second()
  await second()
  expect(statements() - before).toBe(2)
})
