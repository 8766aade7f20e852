import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import type { NoticesMs } from '../../../src/service/notices/notices'
import type { Notice } from '../../../src/values/notice'
import { place, posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'
import { timeLimit } from '../../support/until'
import { useTestApp } from '../../support/use-test-app'

const TORONTO = [place('Toronto', 'ON', 'CA')]
const app = useTestApp({ start: '2026-01-15T08:30:00Z' }, async (app) => {
  const titles = ['Nurse', 'Nurses', 'Registered Nurse', 'Cook', 'Welder']
  const lines = titles.flatMap((title) =>
    Array.from({ length: 12 }, (_, index) =>
      posting({
        title,
        url: `https://jobs.example/${title}/${index}`,
        locations: TORONTO,
        description_text: 'cooks and welder',
      }),
    ),
  )
  await app.write(...lines)
  app.clock.set('2026-01-15T10:30:00Z')
  await app.prepare()
})

/** Another process of the service, whose statements for notices are counted, and sent after `wait`. */
async function watched(options: {
  wait?: (sent: number) => Promise<unknown>
  noticesMs?: NoticesMs
}) {
  const sent: string[] = []
  const reads = createQueries(async (statement, signal) => {
    if (!statement.text.includes('::integer as at')) return app.database.send(statement, signal)
    sent.push(statement.text)
    await options.wait?.(sent.length)
    return await app.database.send(statement, signal)
  })
  const other = await createTestApp({
    start: app.clock.now().toISOString(),
    on: { url: app.url, database: app.database, drop: async () => undefined },
    reads,
    name: crypto.randomUUID(),
    ...(options.noticesMs !== undefined && { noticesMs: options.noticesMs }),
  })
  await other.prepare()
  return { other, sent }
}

async function noticesOf(other: TestApp, search: Record<string, string>): Promise<Notice[]> {
  const query = new URLSearchParams({ time_frame: '24h', ...search })
  const response = await other.request(`/v1/active-ats?${query}`)
  expect(response.status).toBe(200)
  return JSON.parse(response.headers.get('X-Notices') ?? '[]')
}

describe('the statements of the notices', () => {
  let watch: Awaited<ReturnType<typeof watched>>
  beforeAll(async () => {
    watch = await watched({})
  })
  afterAll(() => watch.other.stop())

  test.each<[Record<string, string>, number, number]>([
    // Nothing to tell, or a reading.
    [{ title: 'cook' }, 0, 0],
    [{ title: 'cook NOT night' }, 1, 0],
    [{ title: 'nurses', location: 'Toronto, ON' }, 2, 1],
    // Ten jobs or more: all other searches in one.
    [{ title: 'nurses' }, 1, 1],
    [{ title: 'cook jobs in Toronto' }, 4, 1],
    // A full page: only forms of a word that titles have.
    [{ description: 'cooks', limit: '10' }, 0, 0],
    [{ description: 'nurses', limit: '10' }, 1, 1],
    // Absent values and other searches in one, then their corrections.
    [{ title: 'xqzw' }, 1, 1],
    [{ title: 'xqzw nurses' }, 1, 2],
    [{ title: 'weldr', location: 'Tornto' }, 2, 2],
  ])('of %j', async (search, told, statements) => {
    watch.sent.length = 0
    expect(await noticesOf(watch.other, search)).toHaveLength(told)
    expect(watch.sent).toHaveLength(statements)
  })
})

test('readings come in time while the database does not answer', async () => {
  const noticesMs = { withJobs: 50, empty: 50 }
  const { other } = await watched({ wait: () => new Promise(() => undefined), noticesMs })
  const found = await Promise.all(
    [
      { title: 'nurses NOT night', location: 'KC, MO' },
      { title: 'welder remote', description: 'nurse' },
      { description: 'welder $30 an hour in Texas' },
      { title: 'nruse' },
    ].map((search) => noticesOf(other, search)),
  )
  expect(found.map((told) => told.map(({ detail }) => detail))).toEqual([
    ['read as nurses -night', 'read as Kansas City, Missouri'],
    [],
    [
      "'$30 an hour' is read as words; pay cannot be searched here",
      "'Texas' is read as words; for a place send 'location=Texas'",
    ],
    [],
  ])
  await other.stop()
})

test('an answer without jobs waits longer for its notices', async () => {
  const noticesMs = { withJobs: 50, empty: 60_000 }
  const { other } = await watched({ wait: () => Bun.sleep(500), noticesMs })
  expect(await noticesOf(other, { title: 'nruse' })).toHaveLength(1)
  expect(await noticesOf(other, { title: 'nurses' })).toEqual([])
  await other.stop()
})

test('what is known is told when a part of the text is not found in time', async () => {
  const noticesMs = { withJobs: 50, empty: timeLimit(500) }
  const wait = (sent: number) => (sent < 3 ? Promise.resolve() : new Promise(() => undefined))
  const { other, sent } = await watched({ wait, noticesMs })
  const told = await noticesOf(other, { title: 'xqzw nurse cook' })
  expect(told.map(({ detail }) => detail)).toEqual(["no job has 'xqzw'"])
  expect(sent).toHaveLength(3)
  await other.stop()
})
