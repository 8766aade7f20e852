import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { connect } from '../../../src/catalogue/database/client/connection'
import { createReadiness } from '../../../src/service/routes/health'
import { NotReady } from '../../../src/values/errors'
import { createTestApp, type TestApp } from '../../support/test-app'
import { createTestDatabase } from '../../support/test-database'
import { until } from '../../support/until'

let app: TestApp
let asked = 0
beforeAll(async () => {
  const on = await createTestDatabase()
  const run = <Row extends object>(statement: SQL, signal?: AbortSignal) => {
    asked += 1
    return on.database.run<Row>(statement, signal)
  }
  app = await createTestApp({ on: { ...on, database: { ...on.database, run } } })
})
afterAll(() => app.stop())

async function probe(): Promise<{ status: number; text: string }> {
  const response = await app.handle(new Request('http://localhost/readyz'))
  return { status: response.status, text: await response.text() }
}

test('a service is ready with its migrations and with later ones, and not without', async () => {
  expect(await probe()).toEqual({ status: 200, text: 'ready' })
  await app.database.run(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now()}::bigint)`)
  expect(await probe()).toEqual({ status: 200, text: 'ready' })
  await app.database.run(sql`truncate drizzle.__drizzle_migrations`)
  const { status, text } = await probe()
  expect([status, JSON.parse(text).detail]).toEqual([
    503,
    'the migrations of the database are behind; run: bun run migrate',
  ])
})

test('probes at the same time ask the database once', async () => {
  const before = asked
  await probe()
  const atOnce = asked - before
  await Promise.all(Array.from({ length: 50 }, probe))
  expect(asked - before).toBe(2 * atOnce)
})

test('a service whose table of jobs is locked is not ready, and says so', async () => {
  const { database, drop } = await createTestDatabase()
  const figures = () => ({ unwrittenRequests: 0, unwritableSeconds: 0 })
  const isReady = createReadiness(database, figures, { jobsLimitMs: 200 })
  await database.transaction(async ({ run }) => {
    await run(sql`lock table jobs in access exclusive mode`)
    await expect(isReady()).rejects.toEqual(
      new NotReady(
        'a query of the jobs gets no answer: the table is locked, or the database is busy',
      ),
    )
  })
  await until(() =>
    isReady().then(
      ({ length }) => length === 0,
      () => false,
    ),
  )
  await drop()
})

test('a service on a read-only database is ready, and says what fails', async () => {
  const { url, drop } = await createTestDatabase()
  const database = connect({ url: `${url}?default_transaction_read_only=on`, poolSize: 4 })
  const isReady = createReadiness(database, () => ({ unwrittenRequests: 7, unwritableSeconds: 3 }))
  expect(await isReady()).toEqual([
    'the database is read-only: imports fail',
    'usage cannot be written: 7 requests are counted in memory only',
  ])
  await database.close()
  await drop()
})
