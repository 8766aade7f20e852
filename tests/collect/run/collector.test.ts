import { describe, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { CompleteBoards } from '../../../src/catalogue/import/complete-boards'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import { complaintOf } from '../../../src/collect/board/board-complaint'
import { isWaiting } from '../../../src/collect/board/board-state'
import { addBoard, setBoardState } from '../../../src/collect/board/boards'
import type { Collected } from '../../../src/collect/board/collected'
import { IMPORT_MS } from '../../../src/collect/run/board-importer'
import { claimDueBoards, readKnownPostings } from '../../../src/collect/run/schedule'
import { writeBoards } from '../../../src/collect/run/write-boards'
import { newPage } from '../../../src/collect/sites/page-state'
import { until } from '../../support/until'
import { type Answer, endless, shifting } from '../support/fake-server'
import { type FakeAnswer, fake, job, jobs } from '../support/fake-system'
import { withSlowClaims } from '../support/mortal-database'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

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

test('of several entries of one id the first counts', async () => {
  await rehearsal.add('acme', { jobs: [job(1), job(2), job(1, { title: 'Again' })] })
  expect((await rehearsal.run()).counts).toMatchObject({ read: 2, created: 2 })
  expect((await rehearsal.jobs()).map(({ title }) => title)).toEqual(['Job 1', 'Job 2'])
  expect((await rehearsal.board('acme')).lastCount).toBe(2)
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
  const answers = async () => (await rehearsal.board('acme')).quarantineAnswers
  const steps: number[] = []
  for (const hours of [5, 0.3, 1.2]) {
    await rehearsal.after(hours)
    steps.push(await answers())
  }
  expect([steps, (await ids()).length]).toEqual([[1, 2, 3], 12])
  await rehearsal.after(7)
  expect([await answers(), (await ids()).length]).toEqual([0, 5])
  rehearsal.server.boards.set('acme', { jobs: [] })
  await rehearsal.after(25)
  expect([await answers(), (await ids()).length]).toEqual([1, 5])
})

test('a quarantined board that answers as before is as it was', async () => {
  await rehearsal.add('acme', { jobs: jobs(6) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: [] })
  await rehearsal.after(5)
  expect((await rehearsal.board('acme')).quarantineReason).toBe('it lists 0 of 6 known postings')
  rehearsal.server.boards.set('acme', { jobs: jobs(6) })
  await rehearsal.after(0.5)
  expect(await rehearsal.board('acme')).toMatchObject({
    quarantinedSince: null,
    quarantineAnswers: 0,
  })
})

test('a list that is not proved complete adds, and removes nothing', async () => {
  await rehearsal.add('acme', { jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: [job(9)], total: 4 })
  for (let round = 0; round < 6; round += 1) await rehearsal.after(25)
  expect(await ids()).toEqual(['1', '2', '3', '9'])
  expect((await rehearsal.board('acme')).incompleteReason).toBe('1 of 4 postings')
})

test('a list that repeats a posting adds, and removes nothing', async () => {
  await rehearsal.add('acme', { jobs: jobs(10) })
  await rehearsal.run()
  // Ten entries of a total of ten: one twice, and one missing.
  rehearsal.server.boards.set('acme', { jobs: [...jobs(9), job(1)], total: 10 })
  for (let round = 0; round < 3; round += 1) await rehearsal.after(25)
  expect(await ids('expired')).toEqual([])
  expect((await rehearsal.board('acme')).incompleteReason).toBe(
    "the list repeats postings, such as '1'",
  )
})

test('ids that change at every answer expire nothing, and are told as such', async () => {
  const listed = (poll: number, count: number) => ({
    jobs: jobs(count).map((one) => job(`${one.id}at${poll}`, { title: one.title })),
  })
  for (const [slug, count] of [['acme', 10] as const, ['small', 2] as const]) {
    await rehearsal.add(slug, listed(0, count))
  }
  await rehearsal.run()
  for (let poll = 1; poll < 9; poll += 1) {
    rehearsal.server.boards.set('acme', listed(poll, 10))
    rehearsal.server.boards.set('small', listed(poll, 2))
    await rehearsal.after(25)
  }
  expect((await ids()).every((id) => id.endsWith('at0'))).toBe(true)
  expect(await ids('expired')).toEqual([])
  expect((await rehearsal.board('acme')).quarantineReason).toBe(
    'it lists 0 of 10 known postings; its ids change at every answer, so that nothing of it is written: bun run boards pause fake/acme',
  )
  // Ids that stay are those of a board that was filled anew.
  for (const hours of [25, 25, 25, 25]) await rehearsal.after(hours)
  expect([await ids('expired'), (await ids()).every((id) => id.endsWith('at8'))]).toEqual([
    expect.arrayContaining(['1at0', '10at0', '2at0']),
    true,
  ])
})

const miscounted = ({ jobs }: FakeAnswer) => ({ jobs: jobs.slice(1), total: jobs.length })

test.each<[string, (listing: FakeAnswer) => Answer]>([
  ['shift while they are read', shifting],
  ['repeat the first one', endless],
  ['have another total', miscounted],
  ['have a total that is too low', ({ jobs }) => ({ jobs, total: 6 })],
])('pages that %s remove nothing', async (_, faulty) => {
  await rehearsal.add('acme', { jobs: jobs(8) }, { settings: { pages: 'yes' } })
  await rehearsal.run()
  for (let round = 0; round < 4; round += 1) {
    rehearsal.server.boards.set('acme', faulty({ jobs: jobs(8) }))
    await rehearsal.after(25)
    expect((await rehearsal.board('acme')).incompleteReason).not.toBeNull()
  }
  expect(await ids()).toEqual(expect.arrayContaining(jobs(8).map(({ id }) => id)))
  expect(await ids('expired')).toEqual([])
  expect(rehearsal.server.requests.length).toBeLessThan(30)
})

test('another owner of the slug is quarantined until the operator resumes the board', async () => {
  await rehearsal.add('acme', { company: 'Acme', jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { company: 'Zeta', jobs: [job(91), job(92)] })
  for (let round = 0; round < 4; round += 1) await rehearsal.after(30)
  expect(await ids()).toEqual(['1', '2', '3'])
  const { id, quarantineReason } = await rehearsal.board('acme')
  expect(quarantineReason).toMatch("changed from 'Acme' to 'Zeta'")
  await setBoardState(rehearsal.database, id, 'active', rehearsal.clock.now())
  for (const hours of [0, 0.3, 1.2, 7]) await rehearsal.after(hours)
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

describe('a board that redirects to another host', () => {
  const moved = () => Response.redirect('https://jobs.acme.example/')

  test('is dead after five days, and its jobs leave', async () => {
    await rehearsal.add('acme', { jobs: jobs(2) })
    await rehearsal.add('beta', { jobs: [job(3)] })
    await rehearsal.run()
    rehearsal.server.boards.set('acme', moved)
    // Another board is asked first, so that the vendor is known to answer.
    const day = async () => {
      rehearsal.clock.advance(25 * 3_600_000)
      const client = rehearsal.client()
      const [beta, acme] = [await rehearsal.board('beta'), await rehearsal.board('acme')]
      for (const { id } of [beta, acme]) await rehearsal.run({ client, boardId: id })
    }
    for (let days = 0; days < 4; days += 1) await day()
    expect((await rehearsal.board('acme')).lastError).toBe(
      'there is no such board: api.fake.example moved to jobs.acme.example',
    )
    expect((await ids()).toSorted()).toEqual(['1', '2', '3'])
    await day()
    expect([(await rehearsal.board('acme')).state, await ids()]).toEqual(['dead', ['3']])
  })

  test('fails when the vendor sends every board there', async () => {
    await rehearsal.add('acme', { jobs: jobs(2) })
    await rehearsal.add('beta', { jobs: [job(3)] })
    await rehearsal.run()
    for (const slug of ['acme', 'beta']) rehearsal.server.boards.set(slug, moved)
    for (let day = 0; day < 7; day += 1) await rehearsal.after(25)
    expect(await rehearsal.board('acme')).toMatchObject({ failures: 7, missingAnswers: 0 })
    expect((await ids()).toSorted()).toEqual(['1', '2', '3'])
  })
})

describe('jobs that were imported before their board was added', () => {
  const importOf = async (...ids: readonly string[]) => {
    const lines = ids.map((id, index) => ({
      number: index + 1,
      bytes: 0,
      text: JSON.stringify({
        source: 'fake',
        source_slug: 'acme',
        external_id: id,
        title: `Imported ${id}`,
        url: `https://jobs.fake.example/acme/${id}`,
        countries: ['CA'],
      }),
    }))
    await importPostings(rehearsal.writer, Readable.from(lines), {
      history: false,
      complete: new CompleteBoards(['fake/acme']),
      onReject: async ({ issue }) => expect(issue).toBe(''),
      onProgress: () => undefined,
    })
  }
  const acme = { jobs: [job(1), job(2), job(3, { place: 'Berlin, Germany' })] }

  test('stay when the list has them, and leave when a second one lacks them', async () => {
    await importOf('1', '3', '8', '9')
    await rehearsal.add('acme', acme)
    await rehearsal.run()
    expect((await ids()).toSorted()).toEqual(['1', '2', '3', '8', '9'])
    expect((await rehearsal.after(0.5)).counts.expired).toBe(0)
    expect((await rehearsal.after(3)).counts).toMatchObject({ expired: 3, read: 3 })
    expect((await rehearsal.jobs()).map(({ id, title }) => [id, title])).toEqual([
      ['1', 'Job 1'],
      ['2', 'Job 2'],
    ])
    expect((await rehearsal.after(25)).counts.expired).toBe(0)
  })

  test('stay while the list is in doubt, and also when it was removed meanwhile', async () => {
    await rehearsal.add('acme', acme)
    await rehearsal.run()
    const { id } = await rehearsal.board('acme')
    await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
    await importOf('1', '9')
    await rehearsal.add('acme', { ...acme, total: 9 })
    for (let day = 0; day < 3; day += 1) await rehearsal.after(25)
    expect((await ids()).toSorted()).toEqual(['1', '2', '9'])
    rehearsal.server.boards.set('acme', acme)
    await rehearsal.after(25)
    expect((await ids()).toSorted()).toEqual(['1', '2'])
  })
})

test('a success revives a dead board: its jobs are kept in step again', async () => {
  await rehearsal.add('acme', { jobs: jobs(2) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', undefined)
  for (let day = 0; day < 5; day += 1) await rehearsal.after(25)
  const { id, state } = await rehearsal.board('acme')
  expect(state).toBe('dead')
  rehearsal.server.boards.set('acme', { jobs: jobs(10) })
  await rehearsal.run({ boardId: id })
  expect(await rehearsal.board('acme')).toMatchObject({ state: 'active', missingAnswers: 0 })
  rehearsal.server.boards.set('acme', { jobs: jobs(9) })
  for (const hours of [25, 25]) await rehearsal.after(hours)
  expect((await ids()).length).toBe(9)
})

test('a paused board that is collected by hand stays paused, and a board that is taken away is not written', async () => {
  await rehearsal.add('acme', { jobs: jobs(2) })
  const { id } = await rehearsal.board('acme')
  const set = (state: 'active' | 'paused' | 'removed') =>
    setBoardState(rehearsal.database, id, state, rehearsal.clock.now())
  await set('paused')
  await rehearsal.run({ boardId: id })
  expect([(await rehearsal.board('acme')).state, await ids()]).toEqual(['paused', ['1', '2']])
  await set('active')
  rehearsal.server.boards.set('acme', async () => {
    await set('removed')
    return Response.json({ jobs: jobs(3) })
  })
  await rehearsal.run()
  expect(await ids()).toEqual(['1', '2'])
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

describe('many details', () => {
  const details = { settings: { details: 'yes' } }
  const budget = { details: 3, ms: 60_000 }
  const paths = () =>
    rehearsal.server.requests.map(({ path }) => path.split('/').slice(3).join('/'))
  const lists = () => paths().filter((path) => path === 'acme').length
  const waiting = async () =>
    (await rehearsal.postings('acme')).filter(isWaiting).map(({ externalId }) => externalId)
  const broken = (ids: readonly string[], listing: FakeAnswer) => (id?: string) =>
    ids.includes(id ?? '') ? new Response('', { status: 500 }) : listing

  test('are read and written in turns, and the list only once', async () => {
    await rehearsal.add('acme', { jobs: jobs(8) }, details)
    const totals = await rehearsal.run({ budget })
    expect([totals.boards, totals.counts.created, lists(), paths().length]).toEqual([3, 8, 1, 9])
    expect(await rehearsal.board('acme')).toMatchObject({
      listDue: null,
      lastCount: 8,
      failures: 0,
    })
    expect((await rehearsal.after(25)).counts.read).toBe(0)
  })

  test('are served turn by turn, and the boards take turns', async () => {
    const turns: string[] = []
    const served: number[] = []
    for (const slug of ['acme', 'beta']) {
      const answer = async (id?: string) => {
        if (id === undefined) return Response.json({ jobs: jobs(7) })
        served.push((await rehearsal.jobs()).filter(({ board }) => board === slug).length)
        return Response.json(job(id))
      }
      await rehearsal.add(slug, answer, details)
    }
    await rehearsal.run({ budget, onBoard: ({ slug }) => turns.push(slug) })
    expect(turns.slice(0, 2).toSorted()).toEqual(['acme', 'beta'])
    expect(turns.filter((slug) => slug === 'acme').length).toBe(3)
    // Three details of a turn are asked for when those of the turns before are in the catalogue.
    expect(served.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 6, 6])
  })

  test('are all read when a claim is answered after the turn that it did not see end', async () => {
    await rehearsal.add('acme', { jobs: jobs(8) }, details)
    const totals = await rehearsal.run({ budget, on: withSlowClaims(rehearsal.database) })
    expect([totals.boards, totals.counts.created]).toEqual([3, 8])
  })

  test('of a board that an operator asked for are all read, after its list', async () => {
    await rehearsal.add('acme', { jobs: jobs(8) }, details)
    const { id } = await rehearsal.board('acme')
    expect((await rehearsal.run({ boardId: id, budget })).counts.created).toBe(8)
    expect(lists()).toBe(1)
    await rehearsal.run({ boardId: id, budget })
    expect(lists()).toBe(2)
  })

  test('are asked for several at a time, as many as the vendor allows', async () => {
    const [now, most] = [{ value: 0 }, { value: 0 }]
    await rehearsal.add(
      'acme',
      async (id?: string) => {
        if (id === undefined) return Response.json({ jobs: jobs(20) })
        now.value += 1
        most.value = Math.max(most.value, now.value)
        await until(() => most.value >= fake.limits.maxParallel)
        await Bun.sleep(2)
        now.value -= 1
        return Response.json(job(id))
      },
      details,
    )
    await rehearsal.run()
    expect([most.value, (await ids()).length]).toEqual([4, 20])
  })

  test('that fail neither drop nor expire a posting, and are asked for again without the list', async () => {
    await rehearsal.add('acme', { jobs: jobs(4) }, details)
    await rehearsal.run()
    const next = { jobs: [...jobs(3), job(4, { title: 'Welder' }), job(5), job(6)] }
    rehearsal.server.boards.set('acme', broken(['4', '5'], next))
    expect((await rehearsal.after(25)).counts).toMatchObject({ created: 1, updated: 0, expired: 0 })
    expect([await ids(), (await waiting()).toSorted()]).toEqual([
      ['1', '2', '3', '4', '6'],
      ['4', '5'],
    ])
    const board = await rehearsal.board('acme')
    expect(board.lastError).toMatch(/^posting [45]: api.fake.example answered 500$/)
    expect([board.failures, board.nextDue.getTime() - rehearsal.clock.now().getTime()]).toEqual([
      1, 900_000,
    ])
    rehearsal.server.boards.set('acme', next)
    rehearsal.server.requests.length = 0
    expect((await rehearsal.after(0.3)).counts).toMatchObject({ created: 1, updated: 1 })
    expect([paths().toSorted(), await waiting()]).toEqual([['acme/4', 'acme/5'], []])
    expect(await rehearsal.board('acme')).toMatchObject({ failures: 0, lastError: null })
  })

  test('that always fail keep neither the others nor the list from being read', async () => {
    const bad = ['1', '2', '3', '4', '5', '6', '7']
    await rehearsal.add('acme', broken(bad, { jobs: jobs(30) }), details)
    for (let day = 0; day < 5; day += 1) await rehearsal.after(25)
    expect([(await ids()).length, (await waiting()).toSorted()]).toEqual([23, bad])
    rehearsal.server.boards.set('acme', broken(bad, { jobs: [...jobs(30), job(31)] }))
    for (let hour = 0; hour < 30; hour += 1) await rehearsal.after(1)
    expect(await ids()).toContain('31')
    rehearsal.server.boards.set('acme', { jobs: jobs(31) })
    for (let hour = 0; hour < 30; hour += 1) await rehearsal.after(1)
    expect((await ids()).length).toBe(31)
  })

  test('of a posting that is no more in the list, or is as it was, are not asked for', async () => {
    await rehearsal.add('acme', { jobs: jobs(4) }, details)
    await rehearsal.run()
    const changed = [...jobs(3), job(4, { title: 'Welder' }), job(5)]
    rehearsal.server.boards.set('acme', broken(['4', '5'], { jobs: changed }))
    await rehearsal.after(25)
    expect((await waiting()).toSorted()).toEqual(['4', '5'])
    rehearsal.server.boards.set('acme', { jobs: jobs(4) })
    rehearsal.server.requests.length = 0
    const { id } = await rehearsal.board('acme')
    await rehearsal.run({ boardId: id })
    expect([paths(), await waiting()]).toEqual([['acme'], []])
    await rehearsal.after(2)
    expect([await ids(), await ids('expired')]).toEqual([['1', '2', '3', '4'], []])
  })

  test('that do not exist, most of them, say nothing', async () => {
    await rehearsal.add('acme', { jobs: jobs(12) }, details)
    await rehearsal.run()
    const changed = jobs(12).map((one) => ({ ...one, title: `New ${one.title}` }))
    rehearsal.server.boards.set('acme', (id?: string) =>
      Number(id) > 2 ? new Response('', { status: 404 }) : { jobs: changed },
    )
    expect((await rehearsal.after(25)).counts).toMatchObject({ updated: 2, expired: 0 })
    expect([(await ids()).length, (await waiting()).length]).toEqual([12, 10])
    expect((await rehearsal.board('acme')).lastError).toBe('10 of 12 details do not exist')
  })
})

describe('what is not in the catalogue', () => {
  test('a posting of which the detail does not exist is named', async () => {
    await rehearsal.add('acme', undefined, { settings: { details: 'yes' } })
    rehearsal.server.boards.set('acme', (id?: string) =>
      id === '3' ? new Response('', { status: 404 }) : { jobs: jobs(3) },
    )
    await rehearsal.run()
    expect(await ids()).toEqual(['1', '2'])
    const skipped = (await rehearsal.postings('acme')).filter(({ skipped }) => skipped !== null)
    expect(skipped).toMatchObject([{ externalId: '3', skipped: 'gone', countries: null }])
    rehearsal.server.boards.set('acme', { jobs: jobs(3) })
    await rehearsal.after(25)
    expect(await ids()).toEqual(['1', '2', '3'])
    expect((await rehearsal.postings('acme')).every(({ skipped }) => skipped === null)).toBe(true)
  })

  test('an entry that cannot be read is named, also when it was missing, and keeps its job', async () => {
    const entry = (id: number, title: unknown) => ({
      id,
      title,
      absolute_url: `https://boards.greenhouse.io/acme/${id}`,
      location: { name: 'Toronto, ON' },
    })
    const serve = (...entries: object[]) =>
      rehearsal.server.boards.set('acme', () =>
        Response.json({ jobs: entries, meta: { total: entries.length } }),
      )
    const skipped = async () => {
      const { id } = await rehearsal.board('acme', 'greenhouse')
      const rows = await readKnownPostings(rehearsal.database, id)
      return rows.flatMap((row) => (row.skipped === null ? [] : [[row.externalId, row.skipped]]))
    }
    await rehearsal.add('acme', undefined, { source: 'greenhouse' })
    serve(entry(1, 'Welder'), entry(2, 'Cook'), entry(3, 7))
    await rehearsal.run()
    expect([await ids(), await skipped()]).toEqual([['1', '2'], [['3', 'unreadable']]])
    serve(entry(1, 'Welder'))
    await rehearsal.after(25)
    serve(entry(1, 'Welder'), entry(2, null))
    await rehearsal.after(2)
    expect([await ids(), await skipped()]).toEqual([
      ['1', '2'],
      expect.arrayContaining([['2', 'unreadable']]),
    ])
    serve(entry(1, 'Welder'), entry(2, 'Cook'), entry(3, 'Nurse'))
    await rehearsal.after(25)
    expect([await ids(), await skipped()]).toEqual([['1', '2', '3'], []])
  })

  test('a list of which no entry can be read is no success, and keeps the jobs', async () => {
    await rehearsal.add('acme', undefined, { source: 'greenhouse' })
    rehearsal.server.boards.set('acme', () =>
      Response.json({ jobs: [{ id: 1 }, { id: 2 }], meta: { total: 2 } }),
    )
    expect((await rehearsal.run()).failed).toBe(1)
    expect(await rehearsal.board('acme', 'greenhouse')).toMatchObject({
      lastSuccessAt: null,
      failures: 1,
      lastError: expect.stringMatching(/^none of 2 entries can be read: /),
    })
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
    expect(complaintOf(await rehearsal.board('acme'))).toBe(first.lastError ?? '')
    for (let round = 0; round < 6; round += 1) await rehearsal.after(25)
    expect(complaintOf(await rehearsal.board('acme'))).toEndWith(
      '; it fails since 2026-03-02T08:00:00Z: look for it with bun run boards check fake/acme',
    )
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
    // The fifth failure may find three others in flight.
    expect(rehearsal.server.requests.length).toBeWithin(5, 9)
    const [vendor] = await rehearsal.database.run<{ reason: string }>(
      sql`select blocked_reason as reason from collector_vendors`,
    )
    expect(vendor?.reason).toBe('5 failures in a row, the last: api.fake.example answered 503')
  })
})

describe('one import', () => {
  test('takes the boards that are read while it runs', async () => {
    await rehearsal.add('acme', { jobs: jobs(2) })
    await rehearsal.add('beta', async () => {
      await Bun.sleep(50)
      return Response.json({ jobs: jobs(3) })
    })
    const imports: number[] = []
    await rehearsal.run({ onImport: ({ created }) => imports.push(created) })
    expect(imports).toEqual([5])
  })

  test('ends at once when boards can no longer be claimed', async () => {
    await rehearsal.add('acme', { jobs: jobs(2) })
    let claims = 0
    const queries = createQueries(async (statement, signal) => {
      if (statement.text.includes('skip locked')) claims += 1
      if (claims > 1) throw new Error('away')
      return await rehearsal.database.send(statement, signal)
    })
    const startedAt = performance.now()
    const run = rehearsal.run({ on: { ...rehearsal.database, ...queries } })
    await expect(run).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(IMPORT_MS / 2)
  })

  test('goes on with other boards when the state of the first is written, with its refusals', async () => {
    for (const slug of ['acme', 'beta']) await rehearsal.add(slug, { jobs: [] })
    const leaseHolder = { owner: 'one', now: rehearsal.clock.now }
    const room = [{ source: 'fake', count: 2 }]
    const rows = await claimDueBoards(rehearsal.database, leaseHolder, room, 2)
    const boards = rows.map((row) => ({ row, collected: collectedOf(row.slug, 600) }))
    const first = Promise.withResolvers<void>()
    const written: string[] = []
    await writeBoards(rehearsal.writer, leaseHolder, {
      async next() {
        const board = boards.shift()
        if (board === undefined) await first.promise
        return board === undefined ? [] : [board]
      },
      written(some) {
        written.push(...some.map(({ row }) => row.slug))
        first.resolve()
      },
      imported: () => undefined,
      isOver: () => false,
    })
    expect(written).toEqual(rows.map(({ slug }) => slug))
    for (const slug of ['acme', 'beta']) {
      const refused = (await rehearsal.postings(slug)).filter(({ skipped }) => skipped !== null)
      expect(refused.map(({ externalId }) => externalId)).toEqual(['0'])
      expect(await rehearsal.board(slug)).toMatchObject({ leaseOwner: null, lastCount: 600 })
    }
    expect((await ids()).length).toBe(2 * 599)
  })

  /** What a collection found on a new board; the importer refuses the first line. */
  function collectedOf(slug: string, count: number): Extract<Collected, { kind: 'read' }> {
    const changes = Array.from({ length: count }, (_, index) => {
      const id = String(index)
      const url = `https://jobs.fake.example/${slug}/${id}`
      const line = { source: 'fake', source_slug: slug, external_id: id, title: `Job ${id}`, url }
      const value = { ...line, ...(index > 0 && { countries: ['CA' as const] }) }
      const printed = { text: JSON.stringify(value), value }
      return { posting: newPage(id, 'f', rehearsal.clock.now()), line: printed }
    })
    return {
      kind: 'read',
      isUnchanged: false,
      isUnderstood: true,
      changes,
      removed: [],
      hasUnlisted: false,
      count,
      listsWithoutPosting: 0,
      incompleteReason: undefined,
      boardName: undefined,
      unfinished: undefined,
      remembered: undefined,
    }
  }
})

test('two collectors at once share the boards', async () => {
  for (let board = 0; board < 30; board += 1) await rehearsal.add(`b${board}`, { jobs: jobs(2) })
  const totals = await Promise.all([rehearsal.run(), rehearsal.run()])
  expect(totals.reduce((sum, { boards }) => sum + boards, 0)).toBe(30)
  expect((await ids()).length).toBe(60)
  expect(rehearsal.server.requests.length).toBe(30)
})

test('boards of every system are collected, however many systems come before it', async () => {
  await rehearsal.add('acme', { jobs: jobs(1) })
  const others = Array.from({ length: 40 }, (_, index) => ({ ...fake, source: `other${index}` }))
  expect((await rehearsal.run({ systems: [...others, fake] })).boards).toBe(1)
})

test('no more boards are claimed than the limit, the longest due first', async () => {
  for (const slug of ['a', 'b', 'c']) {
    await rehearsal.add(slug, { jobs: jobs(1) })
    rehearsal.clock.advance(1_000)
  }
  const leaseHolder = { owner: 'one', now: rehearsal.clock.now }
  const room = [{ source: 'fake', count: 9 }]
  const claimed = await claimDueBoards(rehearsal.database, leaseHolder, room, 2)
  expect(claimed.map(({ slug }) => slug).toSorted()).toEqual(['a', 'b'])
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

  test('after it imported details that were waiting: a posting that moved abroad is excluded', async () => {
    const refuse = (id?: string) => (id ? new Response('', { status: 500 }) : { jobs: jobs(1) })
    await rehearsal.add('acme', refuse, { settings: { details: 'yes' } })
    await rehearsal.run()
    rehearsal.server.boards.set('acme', { jobs: jobs(1) })
    await rehearsal.database.run(sql`create function kill() returns trigger language plpgsql
      as $$ begin raise exception 'killed'; end $$`)
    await rehearsal.database.run(sql`create trigger kill before update on collector_boards
      for each row when (new.lease_owner is null) execute function kill()`)
    await expect(rehearsal.after(0.3)).rejects.toThrow()
    expect(await ids()).toEqual(['1'])
    await rehearsal.database.run(sql`drop function kill cascade`)
    rehearsal.server.boards.set('acme', { jobs: [job(1, { place: 'Berlin, Germany' })] })
    expect((await rehearsal.after(0.3)).counts.excluded).toBe(1)
  })

  test('holds its lease for ten minutes', async () => {
    await rehearsal.add('acme', { jobs: jobs(1) })
    const killed = { owner: 'killed', now: rehearsal.clock.now }
    const room = [{ source: 'fake', count: 5 }]
    expect((await claimDueBoards(rehearsal.database, killed, room, 5)).length).toBe(1)
    expect((await rehearsal.after(9 / 60)).boards).toBe(0)
    expect((await rehearsal.after(1.1 / 60)).counts.created).toBe(1)
  })

  test('boards of all sources are leased, the longest due first, up to the number in all', async () => {
    const sources = Array.from({ length: 40 }, (_, index) => `source-${index}`)
    for (const [index, source] of sources.entries()) {
      const due = new Date(rehearsal.clock.now().getTime() - index * 1000)
      await addBoard(rehearsal.database, { source, slug: 'acme' }, due)
    }
    const room = sources.map((source) => ({ source, count: 8 }))
    const leaseHolder = { owner: 'first', now: rehearsal.clock.now }
    const claimed = async () =>
      (await claimDueBoards(rehearsal.database, leaseHolder, room, 30)).map(({ source }) => source)
    expect((await claimed()).toSorted()).toEqual(sources.slice(10).toSorted())
    expect((await claimed()).toSorted()).toEqual(sources.slice(0, 10).toSorted())
  })

  test('and that comes back late writes nothing', async () => {
    await rehearsal.add('acme', { jobs: jobs(1) })
    const late = { owner: 'late', now: rehearsal.clock.now }
    const [row] = await claimDueBoards(rehearsal.database, late, [{ source: 'fake', count: 1 }], 1)
    await rehearsal.after(0.2)
    if (row === undefined) throw new Error('no board was due')
    const collected = { kind: 'missing', reason: '404', answers: 5, removed: [] } as const
    const board = { row, collected: { ...collected, removed: [] } }
    const boards = [board]
    await writeBoards(rehearsal.writer, late, {
      next: async () => boards.splice(0),
      written: () => undefined,
      imported: () => undefined,
      isOver: () => false,
    })
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
