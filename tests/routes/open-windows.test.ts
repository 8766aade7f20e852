import { afterAll, beforeAll, expect, test } from 'bun:test'
import { takeLock } from '../../src/database/client/locks'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

const endOf = async (target: string) => (await app.request(target)).headers.get('x-window-to') ?? ''

test.each([
  '/v1/modified-ats?date_modified_gte=2026-01-15T00:00:00Z',
  '/v1/active-ats?time_frame=7d',
  '/v1/active-ats-count?time_frame=1m',
  '/v1/expired-ats?time_frame=1h',
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
}, 60_000)
