import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { setBoardState } from '../../src/collect/boards'
import { claimDueBoards } from '../../src/collect/schedule'
import { writeBoards } from '../../src/collect/write-boards'
import type { FakeJob } from './fake-system'
import { type Rehearsal, startRehearsal } from './rehearsal'

let rehearsal: Rehearsal
beforeAll(async () => {
  rehearsal = await startRehearsal()
})
beforeEach(() => rehearsal.reset())
afterAll(() => rehearsal.close())

const job = (id: string | number, more: Partial<FakeJob> = {}): FakeJob => ({
  id: String(id),
  title: `Job ${id}`,
  place: 'Toronto, ON',
  ...more,
})
const jobs = (count: number) => Array.from({ length: count }, (_, index) => job(index + 1))
const ids = async (status?: string) => (await rehearsal.jobs(status)).map(({ id }) => id)

test('a board fills the catalogue; the same list again writes nothing', async () => {
  await rehearsal.add('acme', { company: 'Acme', jobs: jobs(3) })
  expect((await rehearsal.run()).counts).toMatchObject({ read: 3, created: 3 })
  expect((await rehearsal.after(25)).counts.read).toBe(0)
  expect(rehearsal.server.requests.map(({ status }) => status)).toEqual([200, 304])
  expect(await ids()).toEqual(['1', '2', '3'])
  expect(await rehearsal.board('acme')).toMatchObject({
    boardName: 'Acme',
    lastCount: 3,
    leaseOwner: null,
    intervalSeconds: 3 * 3600,
  })
})

test('new, changed and removed postings are written once', async () => {
  await rehearsal.add('acme', { jobs: jobs(3) })
  await rehearsal.run()
  const next = [job(1), job(2, { title: 'Welder' }), job(4)]
  rehearsal.server.boards.set('acme', { jobs: next })
  expect((await rehearsal.after(5)).counts).toMatchObject({ created: 1, updated: 1, expired: 0 })
  expect((await rehearsal.after(0.9)).boards).toBe(0)
  expect((await rehearsal.after(0.3)).counts).toMatchObject({ read: 1, expired: 1 })
  expect(await ids()).toEqual(['1', '2', '4'])
  expect(await ids('expired')).toEqual(['3'])
})

test('a posting that vanishes for less than two lists stays', async () => {
  await rehearsal.add('acme', { jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: jobs(2) })
  await rehearsal.after(5)
  rehearsal.server.boards.set('acme', { jobs: jobs(3) })
  await rehearsal.after(2)
  rehearsal.server.boards.set('acme', { jobs: jobs(2) })
  await rehearsal.after(25)
  expect(await ids()).toEqual(['1', '2', '3'])
  expect(await ids('expired')).toEqual([])
})

test('an empty or halved board is believed after three equal answers over six hours', async () => {
  await rehearsal.add('acme', { jobs: jobs(12) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: jobs(5) })
  const held = async () => (await rehearsal.board('acme')).heldAnswers
  const steps: number[] = []
  for (const hours of [5, 0.3, 1.2]) {
    await rehearsal.after(hours)
    steps.push(await held())
  }
  expect([steps, (await ids()).length]).toEqual([[1, 2, 3], 12])
  await rehearsal.after(7)
  expect([await held(), (await ids()).length]).toEqual([0, 5])
  rehearsal.server.boards.set('acme', { jobs: [] })
  await rehearsal.after(25)
  expect([await held(), (await ids()).length]).toEqual([1, 5])
})

test('a held board that answers as before is as it was', async () => {
  await rehearsal.add('acme', { jobs: jobs(6) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: [] })
  await rehearsal.after(5)
  expect((await rehearsal.board('acme')).heldReason).toBe('it lists 0 of 6 known postings')
  rehearsal.server.boards.set('acme', { jobs: jobs(6) })
  await rehearsal.after(0.5)
  expect(await rehearsal.board('acme')).toMatchObject({ heldSince: null, heldAnswers: 0 })
})

test('a list that is not proved complete adds, and removes nothing', async () => {
  await rehearsal.add('acme', { jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: [job(9)], total: 4 })
  for (let round = 0; round < 6; round += 1) await rehearsal.after(25)
  expect(await ids()).toEqual(['1', '2', '3', '9'])
  expect((await rehearsal.board('acme')).doubt).toBe('1 of 4 postings')
})

test('another owner of the slug is held until the operator resumes the board', async () => {
  await rehearsal.add('acme', { company: 'Acme', jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { company: 'Zeta', jobs: [job(91), job(92)] })
  for (let round = 0; round < 4; round += 1) await rehearsal.after(30)
  expect(await ids()).toEqual(['1', '2', '3'])
  const { id, heldReason } = await rehearsal.board('acme')
  expect(heldReason).toMatch("changed from 'Acme' to 'Zeta'")
  await setBoardState(rehearsal.database, id, 'active', rehearsal.clock.now())
  await rehearsal.after(0)
  await rehearsal.after(2)
  expect(await ids()).toEqual(['91', '92'])
})

test('a new name with the same postings is a renamed employer', async () => {
  await rehearsal.add('acme', { company: 'Acme', jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { company: 'Acme Inc', jobs: jobs(3) })
  expect((await rehearsal.after(25)).counts.updated).toBe(3)
})

test('a board that does not exist is dead after five days, and its jobs leave then', async () => {
  await rehearsal.add('acme', { jobs: jobs(2) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', undefined)
  for (let day = 0; day < 4; day += 1) {
    await rehearsal.after(25)
    await rehearsal.run({ boardId: (await rehearsal.board('acme')).id })
  }
  expect([(await rehearsal.board('acme')).missingAnswers, await ids()]).toEqual([4, ['1', '2']])
  await rehearsal.after(25)
  expect([(await rehearsal.board('acme')).state, await ids()]).toEqual(['dead', []])
  expect((await rehearsal.after(100)).boards).toBe(0)
})

describe('places', () => {
  test('of other countries exclude, and texts without a place keep the countries', async () => {
    await rehearsal.add('acme', { jobs: jobs(3) })
    await rehearsal.run()
    const moved = [job(1, { place: 'Berlin, Germany' }), job(2, { place: 'Remote' }), job(3)]
    rehearsal.server.boards.set('acme', {
      jobs: [...moved, job(4, { place: 'Remote' }), job(5, { place: 'Paris, France' })],
    })
    expect((await rehearsal.after(5)).counts).toMatchObject({
      excluded: 1,
      updated: 1,
      rejected: 0,
    })
    expect(await ids('excluded')).toEqual(['1'])
    expect((await rehearsal.jobs()).map(({ id, country }) => [id, country])).toEqual([
      ['2', 'CA'],
      ['3', 'CA'],
    ])
    const skipped = (await rehearsal.postings('acme'))
      .filter((posting) => posting.skipped !== null)
      .map(({ externalId, skipped, skippedDetail }) => [externalId, skipped, skippedDetail])
    expect(skipped.toSorted()).toEqual([
      ['1', 'foreign', 'Berlin, Germany'],
      ['4', 'unresolved', 'Remote'],
      ['5', 'foreign', 'Paris, France'],
    ])
  })

  test('that name no country are in the one that the operator gave', async () => {
    await rehearsal.add('acme', { jobs: [job(1, { place: 'Remote' })] }, { country: 'US' })
    await rehearsal.run()
    expect((await rehearsal.jobs()).map(({ country }) => country)).toEqual(['US'])
  })
})

describe('details', () => {
  const details = { settings: { details: 'yes' } }

  test('are fetched for new and changed postings only', async () => {
    await rehearsal.add('acme', { jobs: jobs(3) }, details)
    await rehearsal.run()
    rehearsal.server.requests.length = 0
    rehearsal.server.boards.set('acme', { jobs: [...jobs(3), job(4)] })
    await rehearsal.after(25)
    expect(rehearsal.server.requests.map(({ path }) => path)).toEqual([
      '/api.fake.example/boards/acme',
      '/api.fake.example/boards/acme/4',
    ])
    expect((await ids()).length).toBe(4)
  })

  test('that do not exist take a posting out though the list has it', async () => {
    await rehearsal.add('acme', { jobs: jobs(3) }, details)
    await rehearsal.run()
    let requests = 0
    const list = { jobs: [job(1), job(2), job(3, { title: 'Changed' })] }
    rehearsal.server.boards.set('acme', () => {
      requests += 1
      return requests === 1 ? Response.json(list) : new Response('gone', { status: 404 })
    })
    expect((await rehearsal.after(25)).counts.expired).toBe(1)
    expect(await ids()).toEqual(['1', '2'])
    expect((await rehearsal.postings('acme')).filter(({ closedAt }) => closedAt).length).toBe(1)
  })
})

describe('failures', () => {
  test('keep everything, and are asked again ever later', async () => {
    await rehearsal.add('acme', { jobs: jobs(2) })
    await rehearsal.run()
    rehearsal.server.boards.set('acme', () => new Response('{"jobs":[{"id"', {}))
    await rehearsal.after(5)
    const first = await rehearsal.board('acme')
    expect([first.failures, first.nextDue.getTime() - rehearsal.clock.now().getTime()]).toEqual([
      1, 900_000,
    ])
    await rehearsal.after(0.3)
    expect((await rehearsal.board('acme')).failures).toBe(2)
    expect(await ids()).toEqual(['1', '2'])
  })

  test('429 blocks the whole vendor for as long as it says', async () => {
    const refuse = () => new Response('', { status: 429, headers: { 'retry-after': '7200' } })
    await rehearsal.add('acme', refuse)
    await rehearsal.run()
    await rehearsal.add('beta', { jobs: jobs(1) })
    rehearsal.server.boards.set('acme', { jobs: jobs(1) })
    expect((await rehearsal.after(1.9)).boards).toBe(0)
    expect((await rehearsal.after(0.2)).counts.created).toBe(2)
    expect((await rehearsal.board('acme')).failures).toBe(0)
  })

  test('many in a row open the breaker', async () => {
    for (const slug of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) {
      await rehearsal.add(slug, () => new Response('', { status: 503 }))
    }
    await rehearsal.run()
    expect(rehearsal.server.requests.length).toBeLessThan(12)
    const [vendor] = await rehearsal.database.run<{ reason: string }>(
      sql`select blocked_reason as reason from collector_vendors`,
    )
    expect(vendor?.reason).toBe('5 failures in a row, the last: api.fake.example answered 503')
  })
})

test('two collectors at once share the boards', async () => {
  for (let board = 0; board < 30; board += 1) await rehearsal.add(`b${board}`, { jobs: jobs(2) })
  const totals = await Promise.all([rehearsal.run(), rehearsal.run()])
  expect(totals.reduce((sum, { boards }) => sum + boards, 0)).toBe(30)
  expect((await ids()).length).toBe(60)
  expect(rehearsal.server.requests.length).toBe(30)
})

describe('a collector that is killed', () => {
  test('after its import and before the state is written: the same again, and removals are known', async () => {
    await rehearsal.add('acme', { jobs: jobs(3) })
    await rehearsal.run()
    const kill = async () => {
      await rehearsal.database.run(
        sql`update collector_postings set fingerprint = '', content_hash = null, countries = null`,
      )
      await rehearsal.database.run(sql`update collector_boards set list_hash = null,
        validators = null, last_success_at = null, next_due = added_at`)
    }
    await kill()
    expect((await rehearsal.run()).counts).toMatchObject({ read: 3, unchanged: 3 })
    await kill()
    rehearsal.server.boards.set('acme', { jobs: jobs(2) })
    await rehearsal.run()
    await rehearsal.after(1.2)
    expect(await ids()).toEqual(['1', '2'])
  })

  test('holds its lease for ten minutes', async () => {
    await rehearsal.add('acme', { jobs: jobs(1) })
    const killed = { owner: 'killed', now: rehearsal.clock.now }
    const room = [{ source: 'fake', count: 5 }]
    expect((await claimDueBoards(rehearsal.database, killed, room, 9)).length).toBe(1)
    expect((await rehearsal.after(9 / 60)).boards).toBe(0)
    expect((await rehearsal.after(1.1 / 60)).counts.created).toBe(1)
  })

  test('and that comes back late writes nothing', async () => {
    await rehearsal.add('acme', { jobs: jobs(1) })
    const late = { owner: 'late', now: rehearsal.clock.now }
    const [row] = await claimDueBoards(rehearsal.database, late, [{ source: 'fake', count: 1 }], 9)
    await rehearsal.after(0.2)
    if (row === undefined) throw new Error('no board was due')
    const collected = { kind: 'missing', reason: '404', answers: 5, removed: [] } as const
    const board = { row, collected: { ...collected, removed: [] } }
    await writeBoards(rehearsal.writer, late, [board])
    expect(await rehearsal.board('acme')).toMatchObject({ state: 'active', missingAnswers: 0 })
  })
})

test('a line that the importer refuses is named, and not sent again', async () => {
  await rehearsal.add('acme', { jobs: [job(1), job(2, { title: ' ' })] })
  expect((await rehearsal.run()).counts).toMatchObject({ created: 1, rejected: 1 })
  rehearsal.server.boards.set('acme', { jobs: [job(1), job(2, { title: ' ' }), job(3)] })
  expect((await rehearsal.after(5)).counts).toMatchObject({ created: 1, rejected: 0 })
  const [refused] = (await rehearsal.postings('acme')).filter(({ skipped }) => skipped !== null)
  expect(refused).toMatchObject({ externalId: '2', skipped: 'refused' })
  expect(refused?.skippedDetail).toMatch(/^title: /)
})

test('a board that is removed and added again knows what it had', async () => {
  await rehearsal.add('acme', { jobs: jobs(3) })
  await rehearsal.run()
  const { id } = await rehearsal.board('acme')
  await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
  expect((await rehearsal.after(50)).boards).toBe(0)
  await rehearsal.add('acme', { jobs: jobs(2) })
  expect((await rehearsal.after(0)).counts).toMatchObject({ read: 2, unchanged: 2 })
  await rehearsal.after(1.2)
  expect(await ids()).toEqual(['1', '2'])
})
