import { beforeEach, describe, expect, test } from 'bun:test'
import type { BoardRow } from '../../../src/collect/board/board-state'
import { addBoard, setBoardState } from '../../../src/collect/board/boards'
import { choosePreferredBoard } from '../../../src/collect/judge/choose-preferred-board'
import { preferenceNote } from '../../../src/collect/judge/preferred-board'
import { claimBoard } from '../../../src/collect/run/schedule'
import { type FakeJob, fakeAddress } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const own = (id: string): FakeJob => ({ id, title: `Job ${id}`, place: 'Boise, ID' })
const copy = (id: string, board = 'ats'): FakeJob => ({
  ...own(`copy-${id}`),
  apply: fakeAddress(board, `${id}?source=site`),
})
const numbers = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => String(from + index))

/** The sentences that collectors say of preferences. */
const news: string[] = []
beforeEach(() => {
  news.length = 0
})
const collect = async (hours = 48): Promise<void> => {
  rehearsal.clock.advance(hours * 3_600_000)
  await rehearsal.run({ onPreference: (line) => news.push(line) })
}

async function prefer(value: string, slug = 'site'): Promise<void> {
  const settings = { prefer: value }
  await addBoard(rehearsal.database, { source: 'fake', slug, settings }, rehearsal.clock.now())
}

async function prefers(slug = 'site'): Promise<string | null> {
  return (await rehearsal.board(slug)).preferredBoard
}

async function jobs(): Promise<string[]> {
  return (await rehearsal.jobs()).map(({ board, id }) => `${board}/${id}`).toSorted()
}

/** Adds a board of ten postings and its copy on a site, and collects both until the copies are seen. */
async function addBoth(site: readonly FakeJob[], ats = numbers(10).map(own)): Promise<void> {
  await rehearsal.add('ats', { jobs: ats })
  await rehearsal.add('site', { jobs: site })
  await collect()
}

const NINE_OF_TEN = [...numbers(9).map((id) => copy(id)), own('11')]

test('a board of which nine of ten postings name those of another one prefers it by itself', async () => {
  await addBoth(NINE_OF_TEN)
  expect(await prefers()).toBeNull()
  await collect()
  expect(await prefers()).toBe('fake/ats')
  expect(news).toEqual([
    'fake/site prefers fake/ats from now on: 9 of its 10 postings name postings of that board',
  ])
  expect(await jobs()).toEqual([...numbers(10).map((id) => `ats/${id}`), 'site/11'].toSorted())
  expect((await rehearsal.jobs('excluded')).length).toBe(9)
  const [site, ats] = [await rehearsal.board('site'), await rehearsal.board('ats')]
  expect(preferenceNote(site, ats)).toBe('it prefers fake/ats (found, not set)')
  expect(preferenceNote(ats, undefined)).toBeUndefined()
  await collect()
  expect(news.length).toBe(1)
})

describe('prefers nothing', () => {
  test.each<[string, FakeJob[]]>([
    ['with fewer than nine of ten', [...numbers(8).map((id) => copy(id)), own('11'), own('12')]],
    ['with four postings', numbers(4).map((id) => copy(id))],
    ['where addresses name the board and no posting', numbers(6).map((id) => copy(`none-${id}`))],
    ['where the other board is not collected', numbers(6).map((id) => copy(id, 'unknown'))],
  ])('%s', async (_, site) => {
    await addBoth(site)
    await collect()
    await collect()
    expect([await prefers(), news]).toEqual([null, []])
  })

  test('that prefers another board, and as long as another board prefers it', async () => {
    await addBoth(numbers(6).map((id) => copy(id)))
    await rehearsal.add('third', { jobs: numbers(6).map((id) => copy(`copy-${id}`, 'site')) })
    await rehearsal.add('zero', { jobs: [own('1')] })
    await prefer('fake/zero', 'ats')
    for (let round = 0; round < 3; round += 1) await collect()
    // The site cannot prefer the first board, so the third one prefers the site.
    expect([await prefers(), await prefers('third')]).toEqual([null, 'fake/site'])
    await prefer('none', 'ats')
    for (let round = 0; round < 2; round += 1) await collect()
    expect([await prefers(), await prefers('third')]).toEqual([null, 'fake/site'])
  })
})

test('details that are not read yet prove nothing, and take nothing back', async () => {
  await rehearsal.add('ats', { jobs: numbers(10).map(own) })
  const settings = { details: 'yes' }
  await rehearsal.add('site', { jobs: numbers(6).map((id) => copy(id)) }, { settings })
  await collect()
  await collect()
  expect(await prefers()).toBe('fake/ats')
  const added = numbers(20, 20).map(own)
  rehearsal.server.boards.set('site', (id) =>
    id === undefined
      ? { jobs: [...numbers(6).map((each) => copy(each)), ...added] }
      : new Response('', { status: 500 }),
  )
  await collect()
  await collect()
  expect(await prefers()).toBe('fake/ats')
})

test('a preference that was found ends below a half, not above it', async () => {
  await addBoth(numbers(6).map((id) => copy(id)))
  await collect()
  const half = [...numbers(6).map((id) => copy(id)), ...numbers(6, 21).map(own)]
  rehearsal.server.boards.set('site', { jobs: half })
  await collect()
  await collect()
  expect(await prefers()).toBe('fake/ats')
  rehearsal.server.boards.set('site', { jobs: [...half, own('30')] })
  await collect()
  await collect()
  expect(await prefers()).toBeNull()
  expect(news.at(-1)).toBe(
    'fake/site no longer prefers fake/ats: only 6 of its 13 postings name postings of that board',
  )
  expect((await jobs()).filter((job) => job.startsWith('site/')).length).toBe(13)
})

test.each(['removed', 'preferring'] as const)(
  'it ends when the preferred board is %s',
  async (how) => {
    await addBoth(numbers(6).map((id) => copy(id)))
    await collect()
    expect((await jobs()).length).toBe(10)
    if (how === 'preferring') await prefer('fake/site', 'ats')
    else {
      const { id } = await rehearsal.board('ats')
      await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
    }
    await collect()
    const issue = how === 'removed' ? 'is not collected' : 'prefers another board'
    expect(news.at(-1)).toBe(
      `fake/site no longer prefers fake/ats: it prefers fake/ats, which ${issue}`,
    )
    expect((await jobs()).filter((job) => job.startsWith('site/')).length).toBe(6)
  },
)

test('the setting of the operator overrules: none, another board, and auto', async () => {
  await addBoth(numbers(6).map((id) => copy(id)))
  await rehearsal.add('zero', { jobs: [] })
  await collect()
  expect((await jobs()).length).toBe(10)
  for (const value of ['none', 'fake/zero']) {
    await prefer(value)
    await collect()
    await collect()
    expect([value, await prefers()]).toEqual([value, value === 'none' ? null : value])
    expect((await jobs()).length).toBe(16)
  }
  // What `auto` is stored as.
  await prefer('')
  for (let round = 0; round < 3; round += 1) await collect()
  expect([await prefers(), (await jobs()).length]).toEqual(['fake/ats', 10])
})

test('of two boards that name each other, one prefers the other', async () => {
  const ids = numbers(6)
  const both = (board: string) => ids.map((id) => ({ ...own(id), apply: fakeAddress(board, id) }))
  await addBoth(both('ats'), both('site'))
  for (let round = 0; round < 4; round += 1) await collect()
  expect([await prefers(), await prefers('ats')].filter((title) => title !== null).length).toBe(1)
  expect((await jobs()).length).toBe(6)
})

test('two boards that choose each other at the same moment never both have an effect', async () => {
  const ids = numbers(6)
  const both = (board: string) => ids.map((id) => ({ ...own(id), apply: fakeAddress(board, id) }))
  await addBoth(both('ats'), both('site'))
  const { database, clock } = rehearsal
  const choose = async (slug: string) => {
    const holder = { owner: slug, now: clock.now }
    const row: BoardRow | undefined = await claimBoard(
      database,
      holder,
      (await rehearsal.board(slug)).id,
    )
    if (row === undefined) throw new Error(`${slug} is leased`)
    return await choosePreferredBoard(database, row, await rehearsal.postings(slug), [])
  }
  const chosen = await Promise.all(['site', 'ats'].map(choose))
  expect(
    chosen.filter(({ preferredBoard }) => preferredBoard !== undefined).length,
  ).toBeLessThanOrEqual(1)
})
