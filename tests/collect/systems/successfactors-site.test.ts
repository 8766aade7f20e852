import { describe, expect, test } from 'bun:test'
import { RequestsSpent, RobotsForbid } from '../../../src/collect/failures'
import { readAddress } from '../../../src/collect/names/read-address'
import type { Fetch } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { successfactors } from '../../../src/collect/systems/successfactors'
import { type Answer, answering, boardOf, listed, listing, range } from './answers'

const HOST = 'jobs.acme.example'
const BOARD = boardOf(successfactors, HOST)
const FEED = `https://${HOST}/sitemal.xml`
const SEARCH = `https://${HOST}/search/`
const RESULTS = `https://${HOST}/services/recruiting/v1/jobs`

const feed = (...items: string[]) =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('\n')}</channel></rss>`

const item = (id: number | string, location = 'Guelph, ON, CA', title = `Cook ${id}`) => `<item>
<title>${title}</title><link>https://${HOST}/job/Guelph-Cook-ON/${id}/</link>
<g:id>${id}</g:id><g:location>${location}</g:location></item>`

const list = async (answers: Readonly<Record<string, Answer>>) =>
  await listing(successfactors, BOARD, answers)

describe('the table of results', () => {
  test.each([
    [{ status: 401 }, 'no total: status 401'],
    [{ body: '<html>' }, 'no total: '],
  ])(
    'proves nothing where neither it nor the newer results can be read: %j',
    async (answer, reason) => {
      const page = { body: '<div>Search</div>' }
      const { incompleteReason } = await list({
        [FEED]: { body: feed(item(1)) },
        [SEARCH]: page,
        [RESULTS]: answer,
      })
      expect(incompleteReason).toStartWith(reason)
    },
  )

  test('proves nothing where robots.txt forbids it; other failures are those of the board', async () => {
    const { fetch } = answering(successfactors, { [FEED]: { body: feed(item(1)) } }, BOARD)
    const failing = (error: Error) =>
      successfactors.list(BOARD, async (request) => {
        if (request.url === SEARCH) throw error
        return await fetch(request)
      })
    expect(await failing(new RobotsForbid('robots.txt forbids it'))).toMatchObject({
      incompleteReason: 'no total: robots.txt forbids it',
    })
    await expect(failing(new RequestsSpent('more than 9 requests'))).rejects.toThrow(
      'more than 9 requests',
    )
  })
})

describe('a newer site', () => {
  type Pages = Readonly<Record<string, readonly (readonly number[])[]>>

  /** The listing of a site with these items, and with results by language and page. */
  async function listOf(items: readonly string[], pages: Pages, total?: number) {
    const requests: string[] = []
    const fetch: Fetch = async ({ url, body }) => {
      requests.push(url)
      const { locale, pageNumber } = Object(body)
      const rows = pages[locale] ?? [[]]
      const jobSearchResult = rows[pageNumber]?.map((id) => ({ response: { id: String(id) } }))
      const results = { totalJobs: total ?? rows.flat().length, jobSearchResult }
      const other = url === FEED ? feed(...items) : '<div id="search"></div>'
      const text = url === RESULTS ? JSON.stringify(results) : other
      return { status: 200, headers: new Headers(), text }
    }
    const { postings, incompleteReason } = await listed(successfactors, BOARD, fetch)
    return { postings, incompleteReason, requests }
  }

  const read = async (count: number, pages: Pages, total?: number) =>
    await listOf(
      range(1, count + 1).map((id) => item(`${id}-en_US`)),
      pages,
      total,
    )
  const twelve = { en_US: [range(1, 11), [11, 12]] }

  test('with one language is proved by its total', async () => {
    const { incompleteReason, postings, requests } = await read(12, twelve)
    expect([incompleteReason, postings.length, requests.length]).toEqual([undefined, 12, 5])
  })

  test('whose feed has postings of other languages is proved by all its results', async () => {
    const { incompleteReason, postings } = await read(14, twelve)
    expect([incompleteReason, postings.length]).toEqual([undefined, 14])
  })

  const SHIFTED = { en_CA: [range(1, 11), range(10, 20), range(20, 25)] }
  const NONE_OF_TWO = 'the feed has 2 postings, and the site has 0'
  test.each<[string, number, Pages, number | undefined, string | undefined]>([
    [
      'lacks a posting in French',
      12,
      { ...twelve, fr_CA: [[3, 40]] },
      undefined,
      'the feed lacks posting 40',
    ],
    ['has pages whose order shifts', 30, SHIFTED, undefined, 'en-CA: the list repeats rows'],
    ['has postings, and no results in our languages', 2, {}, undefined, NONE_OF_TWO],
    [
      'has too many results',
      1,
      { en_US: [[1]] },
      2001,
      'no total: 2001 results are too many to be read',
    ],
    ['has neither', 0, {}, undefined, undefined],
  ])('whose feed is proved, or not: it %s', async (_, count, pages, total, reason) => {
    expect((await read(count, pages, total)).incompleteReason).toBe(reason)
  })

  test('has a posting in several languages once: in French in Quebec, else in English', async () => {
    const inLocale = (id: number, locale: string, place: string) =>
      item(`${id}-${locale}`, place, `Cook ${locale}`)
    const { postings } = await listOf(
      [
        inLocale(1, 'fr_CA', 'Laval, QC, CA'),
        inLocale(1, 'en_CA', 'Laval, QC, CA'),
        inLocale(2, 'fr_CA', 'Guelph, ON, CA'),
        inLocale(2, 'en_CA', 'Guelph, ON, CA'),
        inLocale(3, 'fr_CA', 'Guelph, ON, CA'),
      ],
      { en_CA: [[1, 2]], fr_CA: [[1, 2, 3]] },
    )
    const taken = postings.map(({ posting }) => [
      posting?.external_id,
      posting?.title,
      posting?.source_fields?.fields.locale?.value,
    ])
    expect(taken).toEqual([
      ['1', 'Cook fr_CA', 'fr_CA'],
      ['2', 'Cook en_CA', 'en_CA'],
      ['3', 'Cook fr_CA', 'fr_CA'],
    ])
  })
})

test.each([
  [`https://${HOST}`],
  [`https://${HOST.toUpperCase()}/`],
  [HOST],
  [`https://${HOST}/search/?q=&locationsearch=`],
  [`https://${HOST}/job/Toronto-Engineer-ON/755919802/`],
  [`https://${HOST}/go/Engineering/1234567/`],
  [`https://${HOST}/tile-search-results/?startrow=0`],
  [`https://${HOST}/sitemap.xml`],
  [`https://${HOST}/talentcommunity/apply/755919802/?locale=en_US`],
])('%s is a board where the operator names the system', (address) => {
  const board = { source: 'successfactors', slug: HOST }
  expect(readAddress(address, SYSTEMS, 'successfactors')).toEqual(board)
})

test('a site of the vendor is known by its host', () => {
  const slug = 'acme1950.jobs2web.com'
  for (const text of [`https://${slug}/search/`, `successfactors/${slug}`]) {
    expect(readAddress(text, SYSTEMS)).toEqual({ source: 'successfactors', slug })
  }
  expect(readAddress(`successfactors/${HOST}`, SYSTEMS)).toMatchObject({ slug: HOST })
})

test('requests go to the host of the board, and to those of the vendor', () => {
  expect(successfactors.isHost(HOST, BOARD)).toBe(true)
  expect(successfactors.isHost('other.example', BOARD)).toBe(false)
  expect(successfactors.isHost('acme1950.jobs2web.com')).toBe(true)
})
