import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { setBoardState } from '../../../src/collect/board/boards'
import { RequestCounts } from '../../../src/collect/health/request-counts'
import { readDays } from '../../../src/collect/health/system-days'
import { readHealth } from '../../../src/collect/health/system-health'
import { until } from '../../support/until'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const job = (id: string) => ({ id, title: `Job ${id}`, place: 'Boise, ID' })

/** The health of the system `fake`. */
async function healthOfFake() {
  const systems = await readHealth(rehearsal.database, rehearsal.clock.now())
  return systems.find(({ source }) => source === 'fake')
}

test('a system without a collection has boards, and nothing else', async () => {
  await rehearsal.add('acme', undefined)
  expect(await healthOfFake()).toEqual({
    source: 'fake',
    boards: { new: 1, ok: 0, failing: 0, missing: 0, quarantined: 0, paused: 0, dead: 0 },
    share: undefined,
    postings: 0,
    unreadable: 0,
    incomplete: [],
    requests: { statuses: {}, p50Ms: undefined, p95Ms: undefined },
    blocked: [],
  })
})

test('boards by state, the share that is understood, postings, incomplete lists and requests of the day', async () => {
  for (const slug of ['one', 'two', 'three', 'paused', 'left', 'fails'])
    await rehearsal.add(slug, { jobs: [job('1'), job('2')] })
  const other = { source: 'greenhouse' }
  await rehearsal.add('other', () => Response.json({ jobs: [] }), other)
  await rehearsal.run()
  const [paused, left] = [await rehearsal.board('paused'), await rehearsal.board('left')]
  const { database, clock } = rehearsal
  await setBoardState(database, paused.id, 'paused', clock.now())
  await setBoardState(database, left.id, 'removed', clock.now())
  rehearsal.server.boards.set('two', { jobs: [job('1'), job('3')], total: 31 })
  rehearsal.server.boards.set('three', { jobs: [job('1'), job('3')], total: 7 })
  rehearsal.server.boards.set('fails', () => new Response('', { status: 500 }))
  const requests = new RequestCounts()
  const add = (status: number | undefined, ms: number) =>
    requests.add({ source: 'fake', host: '', status, ms })
  for (let index = 0; index < 99; index += 1) add(200, 120)
  add(500, 5_000)
  add(undefined, 60_000)
  clock.advance(24 * 3_600_000)
  await rehearsal.run({ requests })
  await database.run(sql`update collector_postings set skipped = 'unreadable'
    where external_id = '1' and board_id in (select id from collector_boards where slug in ('one', 'left'))`)
  await database.run(sql`insert into collector_vendors (source, next_at, blocked_until, blocked_reason)
    select source, now(), ${clock.now().toISOString()}::timestamptz + interval '1 hour', 'answered 429'
    from unnest(array['fake/host.example', 'lever']) as source`)
  const health = await healthOfFake()
  expect(health?.boards).toMatchObject({ ok: 3, failing: 1, paused: 1, new: 0 })
  expect(health?.share).toMatchObject({ boards: 4, share: 0.75, usual: undefined, postings: 10 })
  expect(health?.share?.usualPostings).toBe(12)
  expect(health?.postings).toBe(10)
  expect(health?.unreadable).toBe(1)
  expect(health?.incomplete).toEqual([
    { reason: 'N of N postings', boards: 2, example: 'fake/three' },
  ])
  expect(health?.requests.statuses).toEqual({ 0: 1, 200: 99, 500: 1 })
  expect(health?.requests.p50Ms).toBeWithin(100, 142)
  expect(health?.requests.p95Ms).toBeWithin(100, 142)
  expect(health?.blocked.map(({ key }) => key)).toEqual(['fake/host.example'])
  clock.advance(24 * 3_600_000)
  expect((await healthOfFake())?.requests.statuses).toEqual({})
})

test('a collector without a due board counts the boards of each day too', async () => {
  const { database, clock } = rehearsal
  await rehearsal.add('acme', { jobs: [] })
  await setBoardState(database, (await rehearsal.board('acme')).id, 'paused', clock.now())
  const stop = new AbortController()
  const running = rehearsal.run({ once: false, stop: stop.signal })
  for (const day of ['2026-03-02', '2026-03-03']) {
    clock.set(`${day}T09:00:00Z`)
    await until(async () => (await readDays(database))[0]?.day === day)
  }
  stop.abort()
  expect((await running).boards).toBe(0)
})
