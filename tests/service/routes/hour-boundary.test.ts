import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { createHourWatermark } from '../../../src/catalogue/database/history/hour-watermark'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()

type Jobs = { id: number; title: string }[]

test('a job of the last millisecond of an hour is in that feed and in no other', async () => {
  app.clock.set('2026-01-15T10:59:59.999Z')
  await app.write(posting({ title: 'Last' }))
  app.clock.set('2026-01-15T11:00:00.000Z')
  await app.write(posting({ title: 'First' }))
  const titles = async (): Promise<string[]> =>
    (await app.get<Jobs>('/v1/active-ats?time_frame=1h')).map(({ title }) => title)
  expect(await titles()).toEqual(['Last'])
  app.clock.set('2026-01-15T11:59:59.999Z')
  expect(await titles()).toEqual(['Last'])
  app.clock.set('2026-01-15T12:00:00.000Z')
  expect(await titles()).toEqual(['First'])
  app.clock.set('2026-01-15T13:00:00.000Z')
  expect(await titles()).toEqual([])
})

const known = posting({ external_id: 'known', title: 'Known' })
const removal = {
  source: 'greenhouse',
  source_slug: 'acme',
  external_id: 'known',
  status: 'expired' as const,
}

test.each([
  ['a new job', '2026-01-16', '/v1/active-ats?time_frame=1h', posting({ title: 'Slow' })],
  ['a change', '2026-01-18', '/v1/modified-ats', { ...known, title: 'Changed' }],
  ['a removal', '2026-01-20', '/v1/expired-ats', removal],
])('no hour is served before the writer of %s in it has committed', async (_, day, feed, line) => {
  app.clock.set(`${day}T12:00:00.000Z`)
  await app.write(known)
  app.clock.set(`${day}T23:59:59.999Z`)
  // The writer has read its clock when it comes to the counters, and waits there.
  const blocker = postgres(app.url, { max: 1 })
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const blocking = blocker.begin(async (transaction) => {
    await transaction`select from change_counters for update`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const writing = app.write(line)
  await untilWaiting(1)
  app.clock.advance(11)
  let isServed = false
  const serving = app.get<unknown[]>(feed).then((jobs) => {
    isServed = true
    return jobs
  })
  await untilWaiting(2)
  expect(isServed).toBe(false)
  release.resolve()
  await Promise.all([blocking, writing])
  expect((await serving).length).toBe(1)
  app.clock.advance(24 * 3_600_000)
  expect(await app.get<unknown[]>(feed)).toEqual([])
  await blocker.end()
})

test('an hour is sealed when it has ended by the clock of the database too', async () => {
  const end = new Date(Date.now() + 200)
  await createHourWatermark(app.database)(end)
  const [row] = await app.database.run(sql`
    select clock_timestamp() >= ${end.toISOString()}::timestamptz as "hasEnded"`)
  expect(row).toEqual({ hasEnded: true })
})

test('a sealed hour is served without asking again', async () => {
  app.clock.set('2026-01-22T18:20:00.000Z')
  await app.get('/v1/active-ats-count?time_frame=24h')
  const blocker = postgres(app.url, { max: 1 })
  await blocker.begin(async (transaction) => {
    // A writer of the next hour holds this lock; readers of past hours do not care.
    await transaction`select pg_advisory_xact_lock(5301001::bigint)`
    expect(await app.get<Jobs>('/v1/active-ats?time_frame=1h')).toEqual([])
  })
  await blocker.end()
})

/** Waits until that many statements of the database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const observer = postgres(app.url, { max: 1 })
  for (let waiting = 0; waiting < count; ) {
    const [row] = await observer`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    waiting = row?.waiting ?? 0
  }
  await observer.end()
}
