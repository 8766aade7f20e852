import { expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import {
  Accounts,
  MAX_UNKNOWN_KEYS,
  NegativeCache,
  UNKNOWN_KEY_TTL_MS,
} from '../../../src/service/keys/accounts'
import { changeKey, createKey, listUsage } from '../../../src/service/keys/api-keys'

import { hashKey } from '../../../src/values/api-key'
import { TestClock } from '../../support/test-clock'
import { until } from '../../support/until'
import { useTestDatabase } from '../../support/use-test-database'

const shared = useTestDatabase()

const clock = new TestClock('2026-01-15T10:30:00Z')
const unknownHash = () => hashKey(crypto.randomUUID())

/** `onAnswer` is called when the database has answered a statement. */
function openAccounts(onAnswer: () => void = () => undefined) {
  let statements = 0
  const queries = createQueries(async (statement) => {
    statements += 1
    const answer = await shared.database.send(statement)
    onAnswer()
    return answer
  })
  const accounts = new Accounts({
    queries,
    now: clock.now,
    defaults: { requestsPerMinute: null, jobsPerMonth: null },
    flushEveryMs: 0,
    onFailure: () => undefined,
  })
  return { accounts, statements: () => statements }
}

test('a wrong key that is sent repeatedly is looked up once in two seconds', async () => {
  const { accounts, statements } = openAccounts()
  const hash = unknownHash()
  for (let index = 0; index < 50; index += 1)
    expect(await accounts.findAndLease(hash)).toBeUndefined()
  expect(statements()).toBe(1)
  clock.advance(UNKNOWN_KEY_TTL_MS)
  await accounts.findAndLease(hash)
  expect(statements()).toBe(2)
})

test('thousands of concurrent wrong keys cost few statements, and a valid key among them is found', async () => {
  const { accounts, statements } = openAccounts()
  const right = hashKey((await createKey(shared.database, 'right')) ?? '')
  const hashes = Array.from({ length: 5_000 }, (_, index) =>
    index === 2_500 ? right : unknownHash(),
  )
  const callers = await Promise.all(hashes.map((hash) => accounts.findAndLease(hash)))
  expect(callers.filter((caller) => caller !== undefined).map(({ name }) => name)).toEqual([
    'right',
  ])
  expect(statements()).toBeLessThanOrEqual(3)
})

test('lookups beyond the limit get 503, and known keys are served', async () => {
  const { accounts } = openAccounts()
  const known = hashKey((await createKey(shared.database, 'known')) ?? '')
  await accounts.findAndLease(known)
  const results = await Promise.allSettled(
    Array.from({ length: 25_000 }, () => accounts.findAndLease(unknownHash())),
  )
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(new Set(reasons.map(({ name }) => name))).toEqual(new Set(['Overloaded']))
  expect(await accounts.findAndLease(known)).toMatchObject({ name: 'known' })
})

test('a key works immediately after its creation', async () => {
  const { accounts } = openAccounts()
  await accounts.findAndLease(unknownHash())
  const key = (await createKey(shared.database, 'new')) ?? ''
  expect(await accounts.findAndLease(hashKey(key))).toMatchObject({ name: 'new' })
})

test('the negative cache is bounded and evicts the oldest entry', () => {
  const unknownKeys = new NegativeCache()
  const hashes = Array.from({ length: MAX_UNKNOWN_KEYS + 1 }, unknownHash)
  for (const hash of hashes) unknownKeys.add(hash, clock.now())
  expect(hashes.map((hash) => unknownKeys.has(hash, clock.now()))).toEqual([
    false,
    ...Array(MAX_UNKNOWN_KEYS).fill(true),
  ])
})

test('an idle key costs no statements', async () => {
  const { accounts, statements } = openAccounts()
  await accounts.findAndLease(hashKey((await createKey(shared.database, 'idle')) ?? ''))
  await accounts.flush()
  const before = statements()
  for (let index = 0; index < 3; index += 1) await accounts.flush()
  expect(statements()).toBe(before)
})

test('in steady use, requests cost no statements', async () => {
  const { accounts, statements } = openAccounts()
  const limits = { requestsPerMinute: 6_000, jobsPerMonth: 1_000_000 }
  const hash = hashKey((await createKey(shared.database, 'steady', limits)) ?? '')
  async function second(): Promise<void> {
    for (let index = 0; index < 50; index += 1) {
      const caller = await accounts.findAndLease(hash)
      await caller?.admit(100)
      caller?.finish(100, 100)
    }
    clock.advance(1_000)
    await accounts.flush()
  }
  await second()
  const before = statements()
  await second()
  await second()
  expect(statements() - before).toBe(2)
})

test('near the end of an allowance, a request costs one statement at most', async () => {
  const { accounts, statements } = openAccounts()
  const hash = hashKey((await createKey(shared.database, 'ending', { jobsPerMonth: 300 })) ?? '')
  await accounts.findAndLease(hash)
  const before = statements()
  const page = async (): Promise<void> => {
    const caller = await accounts.findAndLease(hash)
    await caller?.admit(10)
    await Bun.sleep(0)
    caller?.finish(10, 10)
  }
  for (let index = 0; index < 10; index += 1) await page()
  await Promise.all(Array.from({ length: 20 }, page))
  await expect(page()).rejects.toThrow('the allowance of 300 jobs')
  expect(statements() - before).toBeLessThanOrEqual(30)
  expect(statements() - before).toBeGreaterThan(20)
})

test('a request that returns no jobs does not wait for those that do', async () => {
  const { accounts } = openAccounts()
  const hash = hashKey((await createKey(shared.database, 'counting', { jobsPerMonth: 5 })) ?? '')
  const caller = await accounts.findAndLease(hash)
  await caller?.admit(1_000)
  await caller?.admit(0)
  caller?.finish(0, 0)
  caller?.finish(5, 1_000)
  await accounts.close()
  expect(await listUsage(shared.database, 'counting')).toMatchObject([{ requests: 2, jobs: 5 }])
})

test('usage is flushed at the interval, and a failure is reported once', async () => {
  const failures: unknown[] = []
  let isDown = true
  const queries = createQueries((statement) => {
    if (isDown) throw new Error('down')
    return shared.database.send(statement)
  })
  const accounts = new Accounts({
    queries,
    now: clock.now,
    defaults: { requestsPerMinute: null, jobsPerMonth: null },
    flushEveryMs: 1,
    onFailure: (error) => failures.push(error),
  })
  isDown = false
  const caller = await accounts.findAndLease(
    hashKey((await createKey(shared.database, 'often')) ?? ''),
  )
  isDown = true
  await caller?.admit(100)
  caller?.finish(5, 100)
  await until(() => failures.length > 0)
  await Bun.sleep(20)
  isDown = false
  const usage = () => listUsage(shared.database, 'often')
  await until(async () => (await usage()).length > 0)
  await accounts.close()
  expect(await usage()).toEqual([{ month: '2026-01', name: 'often', requests: 1, jobs: 5 }])
  expect(failures).toHaveLength(1)
})

test('the usage of a request that ends while the accounts are closed is written', async () => {
  let meanwhile: (() => unknown) | undefined
  const { accounts } = openAccounts(() => {
    meanwhile?.()
    meanwhile = undefined
  })
  const hash = hashKey((await createKey(shared.database, 'late')) ?? '')
  const caller = await accounts.findAndLease(hash)
  await caller?.admit(100)
  await caller?.admit(100)
  caller?.finish(5, 100)
  meanwhile = () => caller?.finish(7, 100)
  await accounts.close()
  const usage = await listUsage(shared.database, 'late')
  expect(usage).toEqual([{ month: '2026-01', name: 'late', requests: 2, jobs: 12 }])
})

test('an expired key is not valid', async () => {
  const { accounts } = openAccounts()
  const expired = await createKey(shared.database, 'short', { expiresAt: new Date('2020-01-01') })
  expect(await accounts.findAndLease(hashKey(expired ?? ''))).toBeUndefined()
})

test('a changed limit and a changed expiry hold in a process that knows the key, once its quota is old', async () => {
  const { accounts } = openAccounts()
  const hash = hashKey((await createKey(shared.database, 'changed', { jobsPerMonth: 1 })) ?? '')
  const caller = await accounts.findAndLease(hash)
  expect(caller?.headers()).toMatchObject({ 'X-Jobs-Limit': '1' })
  await changeKey(shared.database, 'changed', { jobsPerMonth: 5 })
  clock.advance(2_000)
  expect((await accounts.findAndLease(hash))?.headers()).toMatchObject({ 'X-Jobs-Limit': '5' })
  await changeKey(shared.database, 'changed', { expiresAt: new Date('2020-01-01') })
  clock.advance(2_000)
  expect(await accounts.findAndLease(hash)).toBeUndefined()
})
