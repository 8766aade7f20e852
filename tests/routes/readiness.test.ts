import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { createTestApp, type TestApp } from '../support/test-app'
import { createTestDatabase } from '../support/test-database'

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
