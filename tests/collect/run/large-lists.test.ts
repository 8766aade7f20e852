import { expect, test } from 'bun:test'
import { ListMemory } from '../../../src/collect/http/list-memory'
import { until } from '../../support/until'
import { FAKE_PAGE, job, jobs } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const pages = { settings: { pages: 'true' } }

/** Kilobytes in megabytes. */
const small = (kilobytes: number) => new ListMemory(kilobytes / 1024)

test('a list in fat pages that takes more than the memory is told and expires nothing; others are written', async () => {
  await rehearsal.add('acme', { jobs: jobs(6) }, pages)
  await rehearsal.run()
  const fat = jobs(60, { title: 'x'.repeat(400) }).slice(6)
  rehearsal.server.boards.set('acme', { jobs: fat })
  await rehearsal.add('good', { jobs: [job('neighbour')] })
  await rehearsal.after(5)
  await rehearsal.run({ memory: small(40) })
  rehearsal.clock.advance(5 * 3_600_000)
  await rehearsal.run({ memory: small(40) })
  expect(await rehearsal.board('acme')).toMatchObject({
    incompleteReason: 'the list takes more than 0.0390625 MB of memory (COLLECT_LIST_MB)',
    lastError: null,
  })
  expect(await rehearsal.jobs('expired')).toEqual([])
  const seen = (await rehearsal.jobs()).map(({ id }) => id)
  expect(seen).toEqual(expect.arrayContaining(['1', '6', 'neighbour']))
})

test('fat pages cost one page at a time: a list of which little is kept is read to its end', async () => {
  const last = 30 * FAKE_PAGE
  const answer = (page: number, unused: string) => {
    const start = (page - 1) * FAKE_PAGE
    return Response.json({ total: last, jobs: jobs(last).slice(start, start + FAKE_PAGE), unused })
  }
  await rehearsal.add('acme', (_, page) => answer(page, 'x'.repeat(10_000)), pages)
  await rehearsal.run({ memory: small(200) })
  expect(await rehearsal.board('acme')).toMatchObject({ incompleteReason: null, lastCount: last })
  await rehearsal.add('fatter', (_, page) => answer(page, 'x'.repeat(60_000)), pages)
  await rehearsal.run({ memory: small(200) })
  expect(await rehearsal.board('fatter')).toMatchObject({
    lastError: 'the list takes more than 0.1953125 MB of memory (COLLECT_LIST_MB)',
  })
})

test('a list in one answer that takes more than the memory fails, and expires nothing', async () => {
  await rehearsal.add('acme', { jobs: jobs(3) })
  await rehearsal.run()
  rehearsal.server.boards.set('acme', { jobs: [job(4, { title: 'x'.repeat(20_000) })] })
  rehearsal.clock.advance(5 * 3_600_000)
  await rehearsal.run({ memory: small(40) })
  expect(await rehearsal.board('acme')).toMatchObject({
    failures: 1,
    lastError: 'the list takes more than 0.0390625 MB of memory (COLLECT_LIST_MB)',
  })
  expect(await rehearsal.jobs('expired')).toEqual([])
})

test('a quick board is written while a list of 2,000 pages is read', async () => {
  const isQuickWritten = async () => (await rehearsal.jobs()).some(({ id }) => id === 'quick')
  const last = 2_000 * FAKE_PAGE
  const all = jobs(last)
  await rehearsal.add(
    'slow',
    (_, page) =>
      page < 2_000
        ? { jobs: all }
        : until(isQuickWritten).then(() =>
            Response.json({ total: last, jobs: all.slice(-FAKE_PAGE) }),
          ),
    pages,
  )
  await rehearsal.add('acme', { jobs: [job('quick')] })
  const totals = await rehearsal.run({ importMs: 50 })
  expect([totals.boards, totals.counts.created]).toEqual([2, last + 1])
  expect(await rehearsal.board('slow')).toMatchObject({ incompleteReason: null, lastCount: last })
})

test('a quick board is written while a large one is being written', async () => {
  const count = 6_000
  const seen = async () => (await rehearsal.jobs()).map(({ id }) => id)
  await rehearsal.add('large', { jobs: jobs(count) })
  await rehearsal.add('quick', () =>
    until(async () => (await seen()).length > 0).then(() =>
      Response.json({ jobs: [job('quick')] }),
    ),
  )
  const run = rehearsal.run()
  await until(async () => (await seen()).includes('quick'))
  expect((await seen()).length).toBeLessThan(count)
  expect((await run).counts.created).toBe(count + 1)
  expect((await rehearsal.jobs()).length).toBe(count + 1)
})

test('what is read when a collector gives up is collected again, each posting once', async () => {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  await rehearsal.add('acme', { jobs: jobs(5_000) })
  const run = rehearsal.run({
    stop: stop.signal,
    giveUp: giveUp.signal,
    onBoard: () => stop.abort(),
  })
  // Some of its lines are written, and others wait.
  await until(async () => (await rehearsal.jobs()).length > 0)
  giveUp.abort()
  await run
  const written = (await rehearsal.jobs()).length
  expect(written).toBeLessThan(5_000)
  expect(await rehearsal.board('acme')).toMatchObject({ leaseOwner: null, lastSuccessAt: null })
  expect((await rehearsal.run()).counts).toMatchObject({ created: 5_000 - written, expired: 0 })
  expect((await rehearsal.jobs()).length).toBe(5_000)
})

test('a board whose postings are being made into lines when a collector gives up is given back', async () => {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  await rehearsal.add('acme', () => {
    giveUp.abort()
    stop.abort()
    return { jobs: jobs(5_000) }
  })
  const totals = await rehearsal.run({ stop: stop.signal, giveUp: giveUp.signal })
  expect(totals.counts.read).toBe(0)
  expect(await rehearsal.board('acme')).toMatchObject({ leaseOwner: null, lastError: null })
})

test('a collector that gives up with more lines than wait for an import ends, and gives the board back', async () => {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  await rehearsal.add('acme', () => {
    giveUp.abort()
    stop.abort()
    return { jobs: jobs(100, { title: 'x'.repeat(20_000) }) }
  })
  const totals = await rehearsal.run({ stop: stop.signal, giveUp: giveUp.signal })
  expect(totals.counts.read).toBe(0)
  expect(await rehearsal.board('acme')).toMatchObject({ leaseOwner: null, lastError: null })
})
