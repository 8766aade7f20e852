import { expect, test } from 'bun:test'
import { takeLock } from '../../../src/catalogue/database/client/locks'
import { posting } from '../../support/posting-builder'
import { createTestApp } from '../../support/test-app'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()

const endOf = async (target: string) => (await app.request(target)).headers.get('x-window-to') ?? ''

test.each([
  '/v1/modified-ats?date_modified_gte=2026-01-15T00:00:00Z',
  '/v1/active-ats?time_frame=7d',
  '/v1/active-ats-count?time_frame=1m',
  '/v1/modified-ats?date_modified_gte=2026-01-15T00:00:00Z&date_modified_lt=2026-01-20',
  '/v1/active-ats?time_frame=6m&date_created_lt=2026-02-01',
  '/v1/expired-ats?time_frame=1h',
  '/v1/jobs?window=24h',
])('%s ends before the changes of a writer that has not committed', async (target) => {
  // The hour is sealed, and a writer has written in it.
  await endOf(target)
  app.clock.advance(60_000)
  await app.write(posting({}))
  const before = app.clock.now()
  await endOf(target)
  app.clock.advance(60_000)
  const end = await app.database.transaction(async (queries) => {
    await takeLock(queries, 'writer')
    app.clock.advance(60_000)
    return new Date(await endOf(target))
  })
  expect(end).toEqual(before)
  expect(await endOf(target)).toBe(app.clock.now().toISOString().replace('.000Z', 'Z'))
})

test.each([
  ['/v1/modified-ats?', 'date_modified'],
  ['/v1/active-ats?time_frame=7d&', 'date_created'],
  ['/v1/active-ats-count?time_frame=1m&', 'date_created'],
])(
  '%s up to an instant of this hour waits for the writer that may write before it',
  async (path, field) => {
    await endOf(`${path}${field}_gte=2026-01-15`)
    app.clock.advance(60_000)
    const until = app.clock.now().toISOString()
    app.clock.advance(60_000)
    let isServed = false
    const serving = await app.database.transaction(async (queries) => {
      await takeLock(queries, 'writer')
      const asked = endOf(`${path}${field}_gte=2026-01-15&${field}_lt=${until}`).then((end) => {
        isServed = true
        return end
      })
      await Bun.sleep(50)
      expect(isServed).toBe(false)
      return { asked }
    })
    expect(new Date(await serving.asked).toISOString()).toBe(until)
  },
)

test.each(['cursor', 'offset'])(
  'the pages of a window by %s keep its end while a writer runs, at every process of the service',
  async (place) => {
    const feed = '/v1/modified-ats?date_modified_gte=2026-01-15T00:00:00Z&limit=1'
    app.clock.advance(60_000)
    const end = await endOf(`${feed}&${place}=0`)
    const other = await createTestApp({
      // Its clock is behind.
      start: new Date(app.clock.now().getTime() - 800).toISOString(),
      on: { url: app.url, database: app.database, drop: async () => undefined },
      name: place,
    })
    await app.database.transaction(async (queries) => {
      await takeLock(queries, 'writer')
      app.clock.advance(60_000)
      for (const service of [app, other]) {
        const page = await service.request(`${feed}&${place}=1&date_modified_lt=${end}`)
        expect(page.headers.get('x-window-to')).toBe(end)
        const next = await service.request(`/v1/modified-ats?date_modified_gte=${end}`)
        expect(next.headers.get('x-window-from')).toBe(end)
      }
    })
    await other.stop()
  },
)

test('the pages of a search keep the end of its window', async () => {
  await app.write(posting({}), posting({}))
  app.clock.advance(1_000)
  const first = await app.request('/v1/jobs?window=24h&limit=1')
  const { next_cursor: cursor } = (await first.json()) as { next_cursor: string }
  app.clock.advance(60_000)
  const second = await app.request(`/v1/jobs?window=24h&limit=1&cursor=${cursor}`)
  expect(second.headers.get('x-window-to')).toBe(first.headers.get('x-window-to'))
})

test('clients that chain windows while writers commit see each change in exactly one of them', async () => {
  const service = await createTestApp({ start: '2026-01-15T10:30:00Z' })
  try {
    const seen: string[] = []
    const { clock } = service
    await service.write(
      ...Array.from({ length: 20 }, (_, index) => posting({ external_id: `chained-${index}` })),
    )
    let from = clock.now().toISOString()
    let isOver = false
    const writing = (async () => {
      for (let round = 0; round < 12; round += 1) {
        clock.advance(400)
        await service.write(posting({ external_id: `chained-${round}`, title: `Changed ${round}` }))
      }
      isOver = true
    })()
    const follow = async () => {
      const response = await service.request(
        `/v1/modified-ats?limit=1000&date_modified_gte=${from}`,
      )
      const jobs = (await response.json()) as { title: string }[]
      seen.push(...jobs.map(({ title }) => title))
      from = response.headers.get('x-window-to') ?? from
    }
    while (!isOver) await follow()
    await writing
    clock.advance(2_000)
    await follow()
    expect(seen.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, round) => `Changed ${round}`).toSorted(),
    )
  } finally {
    await service.stop()
  }
})

test.each(['1h', '24h', '7d', '6m'])(
  'a start in the future gives an empty window of %s, and nothing is waited for',
  async (frame) => {
    const service = await createTestApp()
    const start = new Date(Date.now() + 86_400_000).toISOString()
    for (const end of ['', '&date_created_lt=2026-01-01']) {
      const response = await service.request(
        `/v1/active-ats?time_frame=${frame}&date_created_gte=${start}${end}`,
      )
      expect([response.status, await response.json()]).toEqual([200, []])
    }
    await service.stop()
  },
)
