import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { connect, type Database } from '../../../src/catalogue/database/client/connection'
import { samples } from '../../../src/catalogue/database/schema/single-rows'
import type { Organization } from '../../../src/catalogue/resources/organization'
import {
  createOrganizationList,
  type OrganizationList,
} from '../../../src/service/routes/organization-list'
import { QueryTimeout } from '../../../src/values/errors'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/values/instant'
import { BackgroundFailure } from '../../../src/values/waiting/backoff'
import { emptyCatalogue } from '../../support/empty-catalogue'
import { posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'
import { createTestDatabase, GRACE_MS } from '../../support/test-database'
import { timeLimit, until } from '../../support/until'

const QUERY_LIMIT_MS = timeLimit(300)

let app: TestApp
let limited: Database
/** Builds have the time limit. */
let isLimited = false
let failures: unknown[]
beforeAll(async () => {
  const on = await createTestDatabase()
  limited = connect({ url: on.url, poolSize: 1, timeoutMs: QUERY_LIMIT_MS, graceMs: GRACE_MS })
  const transaction: Database['transaction'] = (work) =>
    (isLimited ? limited : on.database).transaction(work)
  app = await createTestApp({ on: { ...on, database: { ...on.database, transaction } } })
  await app.database.run(sql`create table builds (built_at timestamptz)`)
  await app.database.run(sql`create function note_build() returns trigger language plpgsql
    as $$ begin insert into builds values (new.built_at); return null; end $$`)
  await app.database.run(sql`create trigger note_build after insert or update on organization_lists
    for each row execute function note_build()`)
})
beforeEach(async () => {
  failures = []
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
  await app.database.run(sql`delete from organization_lists`)
  await app.database.run(sql`delete from builds`)
  await app.write(posting({ organization: 'First' }))
})
afterAll(async () => {
  await limited.close()
  await app.stop()
})

/** The list as another process keeps it. */
const createList = () =>
  createOrganizationList({
    database: app.database,
    now: app.clock.now,
    onFailure: (error) => failures.push(error),
  }).find

async function names(list: OrganizationList): Promise<string[]> {
  const { body } = await list('json', ['CA', 'US'])
  const rows: Organization[] = JSON.parse(Buffer.from(body).toString())
  return rows.map(({ organization }) => organization)
}

async function countBuilds(): Promise<number> {
  const rows = await app.database.run(sql`select from builds`)
  return rows.length
}

/** Asks until the answer is another than before; the renewal is not waited for by those who ask. */
async function namesAfterRenewal(list: OrganizationList, before: string[]): Promise<string[]> {
  let found = before
  await until(async () => {
    found = await names(list)
    return !Bun.deepEquals(found, before)
  })
  return found
}

test('the first who ask wait for one build, in however many processes', async () => {
  const lists = [createList(), createList(), createList(), createList()]
  const found = await Promise.all([...lists, ...lists].map(names))
  expect(found).toEqual(found.map(() => ['First']))
  expect(await countBuilds()).toBe(1)
})

test('for an hour the list stays, in processes that start later too', async () => {
  const list = createList()
  await names(list)
  await app.write(posting({ organization: 'Second' }))
  app.clock.advance(HOUR_MS - 1)
  expect(await names(list)).toEqual(['First'])
  expect(await names(createList())).toEqual(['First'])
  expect(await countBuilds()).toBe(1)
})

test('after an hour it is renewed once, while requests get the old one', async () => {
  const lists = [createList(), createList(), createList()]
  await Promise.all(lists.map(names))
  await app.write(posting({ organization: 'Second' }))
  app.clock.advance(HOUR_MS)
  expect(await Promise.all(lists.map(names))).toEqual(lists.map(() => ['First']))
  const renewed = await Promise.all(lists.map((list) => namesAfterRenewal(list, ['First'])))
  expect(renewed).toEqual(lists.map(() => ['First', 'Second']))
  expect(await countBuilds()).toBe(2)
})

test('a process that starts serves an old list at once, and renews it', async () => {
  await names(createList())
  await app.write(posting({ organization: 'Second' }))
  app.clock.advance(DAY_MS)
  const list = createList()
  expect(await names(list)).toEqual(['First'])
  expect(await namesAfterRenewal(list, ['First'])).toEqual(['First', 'Second'])
})

test('a renewal that fails is told of and tried again later, and the old list stays', async () => {
  const list = createList()
  await names(list)
  await app.write(posting({ organization: 'Second' }))
  app.clock.advance(HOUR_MS)
  await whileLocked(async () => {
    expect(await names(list)).toEqual(['First'])
    await until(() => failures.length > 0)
  })
  const issue = 'the organization list could not be renewed, next attempt in 1 minute'
  const cause = new QueryTimeout(QUERY_LIMIT_MS / 1000)
  expect(failures).toEqual([new BackgroundFailure(issue, { cause })])
  app.clock.advance(MINUTE_MS - 1)
  expect(await names(list)).toEqual(['First'])
  expect(await countBuilds()).toBe(1)
  app.clock.advance(1)
  expect(await namesAfterRenewal(list, ['First'])).toEqual(['First', 'Second'])
})

test('504 when there is no list and the build runs out of time', async () => {
  await whileLocked(async () => {
    // A renewal of the test before may have stored a list since; none can end while jobs are locked.
    await app.database.run(sql`delete from organization_lists`)
    const response = await app.request('/v1/ats-organizations')
    expect(await response.json()).toMatchObject({ status: 504 })
  })
})

/** Runs `work` while nobody can read jobs, and with the time limit. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const blocker = postgres(app.url, { max: 1 })
  try {
    await blocker.begin(async (transaction) => {
      await transaction`lock table jobs in access exclusive mode`
      isLimited = true
      await work()
    })
  } finally {
    isLimited = false
    await blocker.end()
  }
}

test('while a sample is being written, the list is built again after a minute', async () => {
  const end = new Date('2026-01-15T10:00:00Z')
  await app.database.db.insert(samples).values({ jobs: 1, random: 1, until: end })
  const list = createList()
  expect(await names(list)).toEqual(['First'])
  await app.write(posting({ organization: 'Second' }))
  app.clock.advance(MINUTE_MS)
  expect(await namesAfterRenewal(list, ['First'])).toEqual(['First', 'Second'])
})

test('the list of an empty catalogue is built again after a minute', async () => {
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
  const list = createList()
  expect(await names(list)).toEqual([])
  await app.write(posting({ organization: 'First' }))
  app.clock.advance(MINUTE_MS)
  expect(await namesAfterRenewal(list, [])).toEqual(['First'])
})
