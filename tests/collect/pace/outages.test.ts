import { expect, test } from 'bun:test'
import { Outages } from '../../../src/collect/pace/outages'
import { LEASE_MS } from '../../../src/collect/run/schedule'
import { DatabaseUnavailable } from '../../../src/values/errors'
import { TestClock } from '../../support/test-clock'
import { job } from '../support/fake-system'
import { absent } from '../support/mortal-database'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

async function addBoards(): Promise<void> {
  await rehearsal.add('acme', { jobs: [job('1'), job('2')] })
  await rehearsal.add('beta', { jobs: [job('3')] }, { settings: { details: 'yes' } })
}

async function boards() {
  return await Promise.all(
    ['acme', 'beta'].map(async (slug) => {
      const { leaseOwner, failures, lastError, lastCount } = await rehearsal.board(slug)
      return { leaseOwner, failures, lastError, lastCount }
    }),
  )
}

const COLLECTED = [
  { leaseOwner: null, failures: 0, lastError: null, lastCount: 2 },
  { leaseOwner: null, failures: 0, lastError: null, lastCount: 1 },
]

/** More than a collection of these boards sends. */
const STATEMENTS = 60

test.each([false, true])(
  'PostgreSQL that becomes unreachable at any statement loses nothing (its answer alone is lost: %p)',
  async (runsFirst) => {
    for (let statements = 0; statements < STATEMENTS; statements += 1) {
      await rehearsal.reset()
      await addBoards()
      const on = absent(rehearsal.database, { statements, lost: 3, runsFirst })
      const totals = await rehearsal.run({ on })
      const ids = (await rehearsal.jobs()).map(({ id, updates }) => `${id} ${updates}`)
      const paths = rehearsal.server.requests.map(({ path }) => path).toSorted()
      const { failed, counts } = totals
      expect({ statements, failed, created: counts.created, ids: ids.toSorted(), paths }).toEqual({
        statements,
        failed: 0,
        created: 3,
        ids: ['1 0', '2 0', '3 0'],
        paths: [
          '/api.fake.example/boards/acme',
          '/api.fake.example/boards/beta',
          '/api.fake.example/boards/beta/3',
        ],
      })
      expect([statements, await boards()]).toEqual([statements, COLLECTED])
    }
  },
)

test('a board whose lease ended while PostgreSQL was unreachable is not collected twice', async () => {
  for (let statements = 0; statements < STATEMENTS; statements += 1) {
    await rehearsal.reset()
    await addBoards()
    const on = absent(rehearsal.database, { statements, lost: 3, runsFirst: false })
    const totals = await rehearsal.run({
      on,
      onUnreachable: () => rehearsal.clock.advance(LEASE_MS * 2),
    })
    expect([statements, totals.boards, totals.failed]).toEqual([statements, 2, 0])
    expect([statements, await boards()]).toEqual([statements, COLLECTED])
  }
})

test('a collector that is stopped while PostgreSQL is unreachable ends', async () => {
  await addBoards()
  const stop = new AbortController()
  const on = absent(rehearsal.database, {
    statements: 8,
    lost: Number.POSITIVE_INFINITY,
    runsFirst: false,
  })
  const run = rehearsal.run({ on, stop: stop.signal, onUnreachable: () => stop.abort() })
  await expect(run).rejects.toThrow('the collector was stopped')
})

test('a stop during an outage is no failure of the boards that are read', async () => {
  let stopped = 0
  for (let statements = 0; statements < 20; statements += 1) {
    await rehearsal.reset()
    await addBoards()
    const stop = new AbortController()
    const failed: unknown[] = []
    await rehearsal
      .run({
        on: absent(rehearsal.database, { statements, lost: 2, runsFirst: false }),
        stop: stop.signal,
        onUnreachable: () => stop.abort(),
        onBoard(_, collected) {
          if (collected.kind === 'failed') failed.push(collected.isStopped)
        },
      })
      .catch(() => undefined)
    expect([statements, failed]).toEqual([statements, failed.map(() => true)])
    expect((await boards()).map(({ failures }) => failures)).toEqual([0, 0])
    stopped += failed.length
  }
  expect(stopped).toBeGreaterThan(0)
})

test('an outage is told once, and so is its end', async () => {
  await addBoards()
  const told: string[] = []
  const on = absent(rehearsal.database, { statements: 4, lost: 20, runsFirst: false })
  await rehearsal.run({
    on,
    onUnreachable: () => told.push('unreachable'),
    onBack: () => told.push('back'),
  })
  expect(told).toEqual(['unreachable', 'back'])
})

test('work with a limit fails when PostgreSQL is unreachable for longer', async () => {
  const clock = new TestClock('2026-03-02T08:00:00Z')
  const told: string[] = []
  const outages = new Outages({
    time: {
      now: clock.now,
      async wait(ms) {
        clock.advance(ms)
      },
    },
    stop: new AbortController().signal,
    onUnreachable: ({ message }) => told.push(message),
  })
  let tries = 0
  const work = async () => {
    tries += 1
    throw new DatabaseUnavailable('the database cannot be reached')
  }
  await expect(outages.retryDuringOutage(work, 60_000)).rejects.toThrow(DatabaseUnavailable)
  expect([tries, told]).toEqual([31, ['the database cannot be reached']])
})
