import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Rehearsal, startRehearsal } from '../../collect/support/rehearsal'
import { createGate, type Gate } from '../../support/gate'
import { until } from '../../support/until'
import { startCommand } from '../support/running-command'

let rehearsal: Rehearsal
let gate: Gate
beforeAll(async () => {
  rehearsal = await startRehearsal()
  gate = await createGate(rehearsal.url)
})
beforeEach(() => rehearsal.reset())
afterAll(async () => {
  await gate.shut()
  await rehearsal.close()
})

const listing = () =>
  Response.json({
    jobs: [
      {
        id: 1,
        title: 'Welder',
        absolute_url: 'https://boards.greenhouse.io/acme/1',
        company_name: 'Acme',
        location: { name: 'Windsor, ON' },
        content: 'Welds.',
      },
    ],
    meta: { total: 1 },
  })

const QUICK_LIMITS = join(import.meta.dir, '../support/quick-limits.ts')

const start = (args: string[], url = gate.url) =>
  startCommand('commands/collect.ts', {
    args,
    env: {
      BUN_OPTIONS: `--preload=${QUICK_LIMITS}`,
      COLLECT_CONTACT: 'jobs@example.com',
      COLLECT_REPLAY_URL: rehearsal.server.url,
      DATABASE_URL: url,
    },
  })

/** A listing that is asked for, and is not sent before `answer` is called. */
function heldListing() {
  const asking = Promise.withResolvers<void>()
  const answering = Promise.withResolvers<void>()
  const ask = async () => {
    asking.resolve()
    await answering.promise
    return listing()
  }
  return { ask, asked: asking.promise, answer: answering.resolve }
}

/** A collector whose first request is in flight when PostgreSQL becomes unreachable. */
async function startCutOff(args: string[] = [], cutOff: () => void | Promise<void> = gate.shut) {
  const { ask, asked, answer } = heldListing()
  await rehearsal.add('acme', ask, { source: 'greenhouse' })
  const running = start(args)
  const ended = running.child.exited.then(async () => {
    throw new Error(await running.errors())
  })
  await Promise.race([asked, ended])
  ended.catch(() => undefined)
  await cutOff()
  answer()
  return running
}

test('while PostgreSQL is unreachable a collector waits, and says so once', async () => {
  const { child, errors, until: reads } = await startCutOff(['--once'])
  await reads(/collect waits for it/g)
  await gate.open()
  expect(await child.exited).toBe(0)
  const lines = (await errors()).trimEnd().split('\n')
  const told = lines.flatMap((line) => JSON.parse(line).database ?? [])
  expect(told).toEqual([
    expect.stringMatching(/^the database cannot be reached: .+; collect waits for it$/),
    expect.stringMatching(/^the database is back after \d+ s$/),
  ])
  expect((await rehearsal.jobs()).map(({ title }) => title)).toEqual(['Welder'])
  expect(rehearsal.server.requests.length).toBe(1)
  expect(await rehearsal.board('acme', 'greenhouse')).toMatchObject({
    leaseOwner: null,
    failures: 0,
  })
})

describe('a collector that is started while PostgreSQL is unreachable', () => {
  beforeEach(() => gate.shut())

  test('waits, says so once, and goes on with boards that are added later, also through another outage', async () => {
    await rehearsal.add('acme', listing, { source: 'greenhouse' })
    const { child, until: reads, errors } = start([])
    await reads(/collect waits for it/g)
    await gate.open()
    await until(async () => (await rehearsal.jobs()).length === 1)
    const { ask, asked, answer } = heldListing()
    await rehearsal.add('beta', ask, { source: 'greenhouse' })
    await asked
    await gate.shut()
    answer()
    await reads(/collect waits for it/g, 2)
    await gate.open()
    await until(async () => (await rehearsal.board('beta', 'greenhouse')).lastSuccessAt !== null)
    child.kill('SIGTERM')
    expect([await child.exited, [...(await errors()).matchAll(/waits for it/g)].length]).toEqual([
      143, 2,
    ])
  })

  test.each([[['--once']], [['--print']]])('ends at a signal: %p', async (args) => {
    const { child, until: reads } = start(args)
    await reads(/collect waits for it/g)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(143)
    await gate.open()
  })
})

// The catalogue gets instants of the future.
test('a signal ends a collector that waits for PostgreSQL; another one repeats what was not written', async () => {
  const { child, until: reads } = await startCutOff()
  await reads(/collect waits for it/g)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(143)
  await gate.open()
  const { failures, leaseUntil } = await rehearsal.board('acme', 'greenhouse')
  expect([failures, await rehearsal.jobs()]).toEqual([0, []])
  rehearsal.server.boards.set('acme', listing)
  rehearsal.clock.set(leaseUntil?.toISOString() ?? '')
  expect((await rehearsal.run()).counts.created).toBe(1)
})

test('a signal ends a collector whose PostgreSQL accepts connections and answers nothing', async () => {
  const { child, errors } = await startCutOff([], () => gate.freeze())
  child.kill('SIGTERM')
  expect(await child.exited).toBe(143)
  expect(await errors()).toContain('the database does not answer')
})

test('a signal ends a collector that is started then', async () => {
  const { child, until: reads } = start([])
  await reads(/collect waits for it/g)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(143)
})
