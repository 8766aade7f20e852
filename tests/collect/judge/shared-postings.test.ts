import { expect, test } from 'bun:test'
import { setBoardState } from '../../../src/collect/board/boards'
import { findSharedPostings } from '../../../src/collect/judge/shared-postings'
import type { FakeJob } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const CITIES = ['Toronto, ON', 'Windsor, ON', 'Halifax, NS', 'Boston, MA', 'Reno, NV']

/** Jobs of these titles, each in another city. */
const jobs = (prefix: string, titles: readonly string[]): FakeJob[] =>
  titles.map((title, index) => ({
    id: `${prefix}${index}`,
    title,
    place: CITIES[index % CITIES.length] ?? '',
  }))

const TITLES = ['Welder', 'Cook', 'Nurse', 'Data Engineer', 'Clerk']

/** Boards with their jobs, collected; then what they share, as `board+other: postings`. */
async function shared(boards: Readonly<Record<string, readonly FakeJob[]>>): Promise<string[]> {
  for (const [slug, listed] of Object.entries(boards)) await rehearsal.add(slug, { jobs: listed })
  await rehearsal.run()
  return await read()
}

async function read(): Promise<string[]> {
  const found = await findSharedPostings(rehearsal.database)
  const slugs = new Map<number, string>()
  for (const slug of rehearsal.server.boards.keys()) {
    const row = await rehearsal.board(slug).catch(() => undefined)
    if (row !== undefined) slugs.set(row.id, slug)
  }
  return found.map(({ boardId, other, postings }) => `${slugs.get(boardId)}+${other}: ${postings}`)
}

test('boards with the same titles in the same places', async () => {
  const own = jobs('x', [...TITLES.slice(0, 4), 'Painter'])
  expect(await shared({ acme: jobs('a', TITLES), mirror: own })).toEqual([
    'acme+fake/mirror: 4',
    'mirror+fake/acme: 4',
  ])
})

test('another city, another title, and fewer than three, say nothing', async () => {
  const elsewhere = jobs('b', TITLES).map((job) => ({ ...job, place: 'Denver, CO' }))
  const others = TITLES.map((title) => `Senior ${title}`)
  expect(
    await shared({
      acme: jobs('a', TITLES),
      elsewhere,
      others: jobs('c', others),
      few: jobs('d', TITLES.slice(0, 2)),
    }),
  ).toEqual([])
})

test('a posting in both countries counts once', async () => {
  const both = (id: string) =>
    jobs(id, TITLES).map((job) => ({ ...job, place: 'Toronto, ON; Boston, MA' }))
  expect(await shared({ acme: both('a'), mirror: both('b') })).toEqual([
    'acme+fake/mirror: 5',
    'mirror+fake/acme: 5',
  ])
})

test('a title in a place of more than 20 jobs says nothing of the employer', async () => {
  const boards = Array.from({ length: 21 }, (_, index) => [`b${index}`, jobs(`${index}`, TITLES)])
  expect(await shared(Object.fromEntries(boards))).toEqual([])
})

test('jobs that left and removed boards do not count', async () => {
  await shared({ acme: jobs('a', TITLES), mirror: jobs('b', TITLES) })
  rehearsal.server.boards.set('mirror', { jobs: jobs('b', TITLES.slice(0, 4)) })
  await rehearsal.after(24)
  await rehearsal.after(24)
  expect(await read()).toEqual(['acme+fake/mirror: 4', 'mirror+fake/acme: 4'])
  const { id } = await rehearsal.board('mirror')
  await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
  expect(await read()).toEqual([])
})

test('those of one board are its part of those of all', async () => {
  const some = jobs('c', TITLES.slice(0, 3))
  await shared({ acme: jobs('a', TITLES), mirror: jobs('b', TITLES), branch: some })
  const all = await findSharedPostings(rehearsal.database)
  expect(all).toHaveLength(6)
  for (const slug of ['acme', 'mirror', 'branch']) {
    const { id } = await rehearsal.board(slug)
    const own = all.filter(({ boardId }) => boardId === id)
    expect(await findSharedPostings(rehearsal.database, id)).toEqual(own)
  }
})
