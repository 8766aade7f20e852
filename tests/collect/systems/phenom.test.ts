import { describe, expect, test } from 'bun:test'
import { otherBoardOf } from '../../../src/collect/names/board-of-address'
import type { Fetch } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { phenom } from '../../../src/collect/systems/phenom'
import { type Answer, accepted, boardOf, listed, listing, pageKey, range } from './answers'
import { recordedBoard } from './boards'

const HOST = 'careers.acme.example'
const board = boardOf(phenom, HOST)
const ROBOTS = `https://${HOST}/robots.txt`
const RESULTS = `https://${HOST}/us/en/search-results`
const WIDGETS = `https://${HOST}/widgets`

const [, list] = recordedBoard(phenom).exchanges
const inLanguage = (lang: string) => ({
  ...Object(list?.request.body),
  lang,
  country: lang.split('_')[1],
})
const PAGE = (lang = 'en_us') => pageKey(WIDGETS, inLanguage(lang))

const robots = (...paths: string[]): Answer => ({
  body: paths.map((path) => `Sitemap: https://${HOST}${path}`).join('\n'),
})

const row = (id: string, more: object = {}) => ({
  jobId: id,
  jobSeqNo: `ACME${id}EXTERNALENUS`,
  title: 'Lathe Operator',
  locale: 'en_US',
  city: 'Akron',
  state: 'Ohio',
  country: 'United States of America',
  ...more,
})

const found = (jobs: readonly unknown[], totalHits = jobs.length, states?: object): Answer => ({
  body: {
    refineSearch: { totalHits, data: { jobs, aggregations: [{ field: 'state', value: states }] } },
  },
})

const read = async (answers: Record<string, Answer>) => await listing(phenom, board, answers)

describe('a list of 10,000 or more', () => {
  /** A search over all rows, cut as the vendor cuts it; its states, if it names them. */
  async function search(
    all: readonly { state: string }[],
    { states = [...new Set(all.map(({ state }) => state))], filters = true } = {},
  ) {
    const fetch: Fetch = async (request) => {
      if (request.url === ROBOTS) {
        return {
          status: 200,
          headers: new Headers(),
          text: String(robots('/us/en/sitemap_index.xml').body),
        }
      }
      const { from, size, selected_fields: selected } = Object(request.body)
      expect(from + size).toBeLessThan(10_000)
      const [state] = selected.state ?? []
      const of = all.filter((each) => !filters || state === undefined || each.state === state)
      const counts = Object.fromEntries(states.map((name) => [name, 1]))
      const { body } = found(of.slice(from, from + Math.min(size, 500)), of.length, counts)
      return accepted(request, { status: 200, headers: new Headers(), text: JSON.stringify(body) })
    }
    const { postings, incompleteReason } = await listed(phenom, board, fetch)
    return [postings.length, incompleteReason] as const
  }
  const inStates = (count: number, states: number) =>
    range(0, count).map((id) => ({
      jobId: String(id),
      jobSeqNo: `A${id}`,
      title: 'Turner',
      state: `State ${id % states}`,
    }))

  test('is read by state, and complete when the states have them all', async () => {
    expect(await search(inStates(10_400, 20))).toEqual([10_400, undefined])
  })

  test('is not complete when postings are in no state', async () => {
    const some = inStates(10_400, 20).map((each, at) => (at < 7 ? { ...each, state: '' } : each))
    const states = range(0, 20).map((state) => `State ${state}`)
    expect(await search(some, { states })).toEqual([
      10_393,
      'en_us: 10393 of 10400 postings were found by state',
    ])
  })

  test.each([
    ['names no states', { states: [] }, 1],
    ['does not filter by them', { filters: false }, 20],
    ['names too many', {}, 1001],
  ])('is read to the limit where the search %s', async (_, how, states) => {
    const [count, incompleteReason] = await search(inStates(10_400, states), how)
    expect(count).toBe(9_999)
    expect(incompleteReason).toContain('the list has 9999 rows, and its total is 10400')
  })

  test('of 9,999 is complete', async () => {
    expect(await search(inStates(9_999, 3))).toEqual([9_999, undefined])
  })
})

describe('languages', () => {
  const english = (id: string, more: object = {}) => row(id, { locale: 'en_CA', ...more })
  const french = (id: string, more: object = {}) =>
    row(id, { jobSeqNo: `ACME${id}EXTERNALFRCA`, locale: 'fr_CA', title: 'Tourneur', ...more })
  const inLaval = { city: 'Laval', state: 'Quebec', country: 'Canada' }
  const both = {
    [ROBOTS]: robots(
      '/ca/fr/sitemap_index.xml',
      '/ca/en/sitemap_index.xml',
      '/gb/en/sitemap.xml',
      '/de/de/sitemap.xml',
    ),
  }
  const [FRENCH, ENGLISH] = [PAGE('fr_ca'), PAGE('en_ca')]
  const referencesOf = ({ postings }: Awaited<ReturnType<typeof read>>) =>
    postings.map(({ reference = '' }) => JSON.parse(reference))

  test('are those of Canada and the United States that robots.txt names; a translation is one posting', async () => {
    const { ids, incompleteReason, ...listing } = await read({
      ...both,
      [ENGLISH]: found([english('1'), english('2', inLaval), english('3', inLaval)]),
      [FRENCH]: found([french('1'), french('2', { ...inLaval, state: 'Québec' }), french('4')]),
    })
    expect([ids, incompleteReason]).toEqual([['1', '2', '3', '4'], undefined])
    const taken = referencesOf({ ids, incompleteReason, ...listing }).map(
      ({ path, locale, locales, title }) => [title, path, locale, locales],
    )
    expect(taken).toEqual([
      ['Lathe Operator', '/ca/en', 'en_CA', ['en_CA', 'fr_CA']],
      ['Tourneur', '/ca/fr', 'fr_CA', ['en_CA', 'fr_CA']],
      ['Lathe Operator', '/ca/en', 'en_CA', ['en_CA']],
      ['Tourneur', '/ca/fr', 'fr_CA', ['fr_CA']],
    ])
  })

  test('that the search ignores give each posting once, at the page of its own language', async () => {
    const same = found([english('1'), french('2')])
    const listing = await read({ ...both, [ENGLISH]: same, [FRENCH]: same })
    expect([listing.ids, listing.incompleteReason]).toEqual([['1', '2'], undefined])
    expect(referencesOf(listing).map(({ path }) => path)).toEqual(['/ca/en', '/ca/fr'])
  })

  test('are all proved, or the list is not', async () => {
    const answers = { ...both, [ENGLISH]: found([row('1')]), [FRENCH]: found([french('2')], 3) }
    const { ids, incompleteReason } = await read(answers)
    const reason = 'fr_ca: the list has 1 rows, and its total is 3'
    expect([ids, incompleteReason]).toEqual([['1', '2'], reason])
  })

  test('that answer 404 after another one has answered are no proof that the site is gone', async () => {
    const answers = { ...both, [ENGLISH]: found([row('1')]), [FRENCH]: { status: 404 } }
    await expect(read(answers)).rejects.toThrow(`${WIDGETS} answered 404`)
  })

  test.each([
    ['/global/en', 'en_global'],
    ['/gb/en', 'en_gb'],
    ['/global/en/search-results?x=1', 'en_global'],
  ])('without sitemaps are the one to which a wrong one leads: %s', async (path, lang) => {
    const [reference] = referencesOf(
      await read({
        [ROBOTS]: { status: 404, body: '<html>' },
        [RESULTS]: { status: 303, headers: { location: path } },
        [PAGE(lang)]: found([row('1')]),
      }),
    )
    expect(reference.path).toBe(path.slice(0, path.indexOf('/en') + 3))
  })

  test('without sitemaps are those of the United States when they have pages', async () => {
    const { ids } = await read({
      [ROBOTS]: robots('/us/en/about', '/sitemap.xml'),
      [RESULTS]: { body: '<html>' },
      [PAGE()]: found([row('1')]),
    })
    expect(ids).toEqual(['1'])
  })

  test.each([
    [{ status: 302, headers: { location: 'https://jobs.other.example/us/en' } }],
    [{ status: 302, headers: { location: '/maintenance' } }],
  ])('are not those of %j', async (answer) => {
    await expect(
      read({ [ROBOTS]: robots(), [RESULTS]: answer, [PAGE()]: found([row('1')]) }),
    ).rejects.toThrow('redirects to')
  })

  test('the detail is asked for in the language of the posting', async () => {
    const reference = { jobSeqNo: 'S', path: '/ca/fr', locale: 'fr_CA', locales: [], places: [] }
    const entry = { external_id: '2', fingerprint: '', reference: JSON.stringify(reference) }
    const posting = await phenom.detail?.(board, entry, async ({ body }) => {
      expect(body).toMatchObject({ lang: 'fr_ca', country: 'ca', jobId: '2', jobSeqNo: 'S' })
      const job = { title: 'Tourneur', description: '<p>Tourner.</p>' }
      return {
        status: 200,
        headers: new Headers(),
        text: JSON.stringify({ jobDetail: { data: { job } } }),
      }
    })
    expect(posting).toMatchObject({ title: 'Tourneur', url: `https://${HOST}/ca/fr/job/2` })
  })
})

test('an address for applying tells the board of which a posting is', () => {
  const applyUrl = 'https://acme.wd5.myworkdayjobs.com/External/job/Akron/Lathe-Operator_JR-1/apply'
  const own = `https://${HOST}/us/en/job/JR-1`
  expect(otherBoardOf([applyUrl, own], board, SYSTEMS)).toEqual({
    otherBoard: 'workday/acme/External',
    otherAddress: applyUrl,
  })
  expect(otherBoardOf([null, own], board, SYSTEMS).otherBoard).toBeNull()
})

test('an answer without a title is of no posting', async () => {
  const reference = { jobSeqNo: 'S', path: '/us/en', locale: 'en_US', locales: [], places: [] }
  const entry = { external_id: '2', fingerprint: '', reference: JSON.stringify(reference) }
  const text = '{"jobDetail":{"data":{"job":{"description":"<p>Turn.</p>"}}}}'
  const fetch: Fetch = async () => ({ status: 200, headers: new Headers(), text })
  await expect(phenom.detail?.(board, entry, fetch)).rejects.toThrow('has no title')
})
