import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

async function readiness(): Promise<number> {
  return (await app.handle(new Request('http://localhost/readyz'))).status
}

test('a service is ready with its migrations and with later ones, and not without', async () => {
  expect(await readiness()).toBe(200)
  await app.database.run(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now()}::bigint)`)
  expect(await readiness()).toBe(200)
  await app.database.run(sql`truncate drizzle.__drizzle_migrations`)
  expect(await readiness()).toBe(503)
})
