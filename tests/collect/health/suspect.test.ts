import { describe, expect, test } from 'bun:test'
import { CompleteBoards } from '../../../src/catalogue/import/complete-boards'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import { MIN_BOARDS } from '../../../src/collect/health/judge-share'
import { acceptShare, listSuspects, suspectLine } from '../../../src/collect/health/suspects'
import { countSystems, readDays } from '../../../src/collect/health/system-days'
import type { FakeJob } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const BROKEN = () => new Response('<html>', { status: 200 })

const jobs = (count: number): FakeJob[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: `Job ${index + 1}`,
    place: 'Boise, ID',
  }))

const slugs = Array.from({ length: MIN_BOARDS }, (_, index) => `board${index}`)

/** Boards with two postings each, collected for two days. */
async function addBoards(): Promise<void> {
  for (const slug of slugs) await rehearsal.add(slug, { jobs: jobs(2) })
  await rehearsal.run()
  await days(2)
}

/** Collects often enough that each board is asked when it is due. */
async function days(count: number): Promise<void> {
  for (let hours = 0; hours < count * 24; hours += 12) await rehearsal.after(12)
}

/** The vendor answers some boards in another way, and all of them are asked. */
async function breakSome(count = 3, answer = BROKEN): Promise<void> {
  for (const slug of slugs.slice(0, count)) rehearsal.server.boards.set(slug, answer)
  await days(2)
}

function restore(): void {
  for (const slug of slugs.slice(0, 8)) rehearsal.server.boards.set(slug, { jobs: jobs(2) })
}

async function suspects(): Promise<string[]> {
  return (await listSuspects(rehearsal.database)).map(suspectLine)
}

/** The active jobs of a board. */
async function active(slug: string): Promise<number> {
  return (await rehearsal.jobs()).filter(({ board }) => board === slug).length
}

describe('a system of which a share of boards is no longer understood', () => {
  test('is suspect until they are understood again', async () => {
    await addBoards()
    expect(await suspects()).toEqual([])
    await breakSome()
    const [line] = await suspects()
    expect(line).toMatch(
      /^fake since 2026-03-0[456]T\S+Z: 70% of 10 boards are understood, usually \d+%; nothing of it expires$/,
    )
    await days(4)
    expect((await suspects())[0]).toBe(line ?? '')
    restore()
    await days(2)
    expect(await suspects()).toEqual([])
  })

  test.each([
    ['do not exist', () => new Response('', { status: 404 })],
    ['list nothing', () => Response.json({ jobs: [] })],
  ] as const)(
    'is suspect when boards %s, and loses no job however long that lasts',
    async (_, answer) => {
      await addBoards()
      await breakSome(8, answer)
      await days(7)
      expect(await suspects()).toHaveLength(1)
      expect(await rehearsal.jobs()).toHaveLength(2 * MIN_BOARDS)
      restore()
      await days(2)
      expect(await suspects()).toEqual([])
      expect(await rehearsal.jobs()).toHaveLength(2 * MIN_BOARDS)
    },
  )

  test('is no longer suspect when an operator accepts it, and is compared with the days since', async () => {
    await addBoards()
    await breakSome()
    expect(await acceptShare(rehearsal.database, 'fake')).toBe(true)
    expect(await acceptShare(rehearsal.database, 'fake')).toBe(false)
    await days(2)
    expect(await suspects()).toEqual([])
    for (const slug of slugs.slice(0, 6)) rehearsal.server.boards.set(slug, BROKEN)
    await days(2)
    expect(await suspects()).toHaveLength(1)
  })

  test('is not suspect by boards that never answered, are paused or have no posting here', async () => {
    await addBoards()
    for (let index = 0; index < 9; index += 1) await rehearsal.add(`new${index}`, undefined)
    for (let index = 0; index < 9; index += 1)
      await rehearsal.add(`abroad${index}`, {
        jobs: [{ id: '1', title: 'A', place: 'Berlin, Germany' }],
      })
    await days(5)
    for (let index = 0; index < 9; index += 1) rehearsal.server.boards.set(`abroad${index}`, BROKEN)
    await days(4)
    expect(await suspects()).toEqual([])
  })
})

describe('while its system is suspect', () => {
  /** A system that is suspect for its first three boards. */
  async function suspect(): Promise<void> {
    await addBoards()
    await breakSome()
    expect(await suspects()).toHaveLength(1)
  }

  test('a posting that complete lists lack stays, and leaves once the system is no longer suspect', async () => {
    await suspect()
    rehearsal.server.boards.set('board9', { jobs: jobs(1) })
    await days(4)
    expect(await active('board9')).toBe(2)
    restore()
    await days(3)
    expect(await active('board9')).toBe(1)
  })

  test('such a board is asked no more often than others', async () => {
    await suspect()
    rehearsal.server.boards.set('board9', { jobs: jobs(1) })
    const asked = (slug: string) =>
      rehearsal.server.requests.filter(({ path }) => path.endsWith(`/${slug}`)).length
    const before = asked('board9') - asked('board8')
    await days(4)
    expect(Math.abs(asked('board9') - asked('board8') - before)).toBeLessThan(4)
  })

  test('new and changed postings are written', async () => {
    await suspect()
    const [first, ...others] = jobs(3)
    rehearsal.server.boards.set('board9', {
      jobs: [{ ...(first as FakeJob), title: 'Changed' }, ...others],
    })
    await days(2)
    const titles = (await rehearsal.jobs()).filter(({ board }) => board === 'board9')
    expect(titles.map(({ title }) => title).toSorted()).toEqual(['Changed', 'Job 2', 'Job 3'])
  })

  test('a posting whose own address says that it is gone stays, and is asked again', async () => {
    const details = { settings: { details: 'yes' } }
    await rehearsal.add('detailed', { jobs: jobs(2) }, details)
    await suspect()
    const [first, ...others] = jobs(2)
    const changed = { jobs: [{ ...(first as FakeJob), title: 'Changed' }, ...others] }
    rehearsal.server.boards.set('detailed', (id) =>
      id === '1' ? new Response('', { status: 404 }) : changed,
    )
    await days(3)
    expect(await active('detailed')).toBe(2)
    restore()
    await days(4)
    expect(await active('detailed')).toBe(1)
  })

  test('jobs stay that were imported before their board was added', async () => {
    await suspect()
    const { Readable } = await import('node:stream')
    const identity = { source: 'fake', source_slug: 'late', external_id: '9' }
    const url = 'https://jobs.fake.example/late/9'
    const text = JSON.stringify({ ...identity, title: 'Imported', url, countries: ['US'] })
    await importPostings(rehearsal.writer, Readable.from([{ number: 1, text, bytes: 0 }]), {
      history: false,
      complete: new CompleteBoards([]),
      onReject: async ({ issue }) => expect(issue).toBe(''),
      onProgress: () => undefined,
    })
    await rehearsal.add('late', { jobs: jobs(2) })
    await days(3)
    expect(await active('late')).toBe(3)
    restore()
    await days(3)
    expect(await active('late')).toBe(2)
  })
})

test('days are kept for five weeks', async () => {
  await addBoards()
  await days(2)
  const later = new Date(rehearsal.clock.now().getTime() + 34 * 86_400_000)
  await countSystems(rehearsal.database, later)
  expect((await readDays(rehearsal.database)).map(({ day }) => day)).toEqual([
    '2026-04-09',
    '2026-03-06',
    '2026-03-05',
  ])
})
