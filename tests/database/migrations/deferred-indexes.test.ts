import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  CREATE_DEFERRED_INDEXES,
  DEFER_INDEXES,
} from '../../../src/database/migrations/deferred-indexes'
import { flushPendingLists } from '../../../src/import/write/pending-lists'
import { posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

/** The definitions of all indexes and the names of all tables. */
async function schema() {
  return await app.database.run(sql`
    select indexdef as name from pg_indexes where schemaname = 'public'
    union all select tablename from pg_tables where schemaname = 'public' order by 1`)
}

test('the indexes of an empty catalogue are dropped, and created as they were', async () => {
  const before = await schema()
  // A demo that was killed drops them once.
  await app.database.run(DEFER_INDEXES)
  await app.database.run(DEFER_INDEXES)
  const deferred = await schema()
  expect(deferred.length).toBeLessThan(before.length - 8)
  await app.write(posting({ title: 'Welder' }), posting({ title: 'Nurse' }))
  app.clock.advance(1_000)
  await flushPendingLists(app.database)
  expect(await app.get('/v1/active-ats-count?time_frame=6m&title=nurse')).toEqual({ count: 1 })
  await app.database.run(CREATE_DEFERRED_INDEXES)
  expect(await schema()).toEqual(before)
  expect(await app.get('/v1/active-ats-count?time_frame=6m&title=nurse')).toEqual({ count: 1 })
})

test('a catalogue with jobs keeps its indexes', async () => {
  const before = await schema()
  await app.database.run(DEFER_INDEXES)
  await app.database.run(CREATE_DEFERRED_INDEXES)
  expect(await schema()).toEqual(before)
})
