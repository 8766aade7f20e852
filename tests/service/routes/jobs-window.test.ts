import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '../../../src/values/instant'
import { posting } from '../../support/posting-builder'
import { startLimitedApp } from '../../support/test-app'
import { useTestApp } from '../../support/use-test-app'

const NOW = '2026-07-15T10:30:00Z'
const app = useTestApp({}, async (app) => {
  for (const [title, ageMs] of AGES) {
    app.clock.set(new Date(Date.parse(NOW) - ageMs).toISOString())
    await app.write(posting({ title, date_posted: null }))
  }
  app.clock.set(NOW)
})

/** At the first instant of each window, and just before it. */
const AGES: [string, number][] = [
  ['183d+', 183 * DAY_MS + 1],
  ['183d', 183 * DAY_MS],
  ['30d+', 30 * DAY_MS + 1],
  ['30d', 30 * DAY_MS],
  ['7d+', 7 * DAY_MS + 1],
  ['7d', 7 * DAY_MS],
  ['24h+', DAY_MS + 1],
  ['24h', DAY_MS],
  ['1h+', HOUR_MS + 1],
  ['1h', HOUR_MS],
]

interface Page {
  jobs: { title: string }[]
  next_cursor: string | null
}

test.each([
  ['1h', 1, '2026-07-15T09:30:00Z'],
  ['24h', 3, '2026-07-14T10:30:00Z'],
  ['7d', 5, '2026-07-08T10:30:00Z'],
  ['30d', 7, '2026-06-15T10:30:00Z'],
  ['6m', 9, '2026-01-13T10:30:00Z'],
])('window=%s rolls back from now, and the headers say it', async (frame, count, from) => {
  const response = await app.request(`/v1/jobs?window=${frame}`)
  const { jobs } = (await response.json()) as Page
  expect(jobs.map(({ title }) => title)).toEqual(
    AGES.toReversed()
      .slice(0, count)
      .map(([title]) => title),
  )
  expect(response.headers.get('x-window-from')).toBe(from)
  expect(response.headers.get('x-window-to')).toBe(NOW)
})

test('without a window jobs of every age are found, and no header says one', async () => {
  const response = await app.request('/v1/jobs')
  expect(((await response.json()) as Page).jobs).toHaveLength(AGES.length)
  expect(response.headers.has('x-window-from')).toBe(false)
})

test('a window stays where it was on the first page', async () => {
  const first = await app.get<Page>('/v1/jobs?window=1h&limit=1')
  expect(first.next_cursor).toBeNull()
  const day = await app.get<Page>('/v1/jobs?window=24h&limit=2')
  app.clock.advance(HOUR_MS)
  const response = await app.request(`/v1/jobs?window=24h&limit=2&cursor=${day.next_cursor}`)
  app.clock.set(NOW)
  const { jobs } = (await response.json()) as Page
  expect(jobs.map(({ title }) => title)).toEqual(['24h'])
  expect(response.headers.get('x-window-to')).toBe(NOW)
})

test('503 with Retry-After when the query runs out of time', async () => {
  const limited = await startLimitedApp(app, 300)
  const response = await whileLocked(() => limited.request('/v1/jobs'))
  await limited.stop()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('30')
  expect(await response.json()).toMatchObject({
    detail:
      'the query ran longer than 0.3 s; narrow it by province, state, city or a shorter window, or try again',
  })
})

/** Runs `work` while nobody can read jobs. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  return await app.database.transaction(async (queries) => {
    await queries.run(sql`lock table jobs in access exclusive mode`)
    return await work()
  })
}
