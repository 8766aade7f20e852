import { describe, expect, test } from 'bun:test'
import { HostNotFound } from '../../../src/collect/http/failures'
import type { Fetch } from '../../../src/collect/system'
import { cornerstone } from '../../../src/collect/systems/cornerstone'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  listed,
  pageKey,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const board = boardOf(cornerstone)
const HOST = 'https://acme.csod.com'
const SERVICE = 'https://eu-fra.api.csod.com'
const SEARCH = `${SERVICE}/rec-job-search/external/jobs`
const HOME = (site: number) => `${HOST}/ux/ats/careersite/${site}/home?c=acme`
const SITE = (site: number) => `${HOST}/services/x/career-site/v1/careersites/${site}`
const AD = (site: number, id: number) =>
  `${HOST}/Services/API/ATS/CareerSite/${site}/JobRequisitions/${id}?useMobileAd=false&cultureId=1`
const PAGE = (site: number, page = 1) =>
  pageKey(SEARCH, {
    careerSiteId: site,
    careerSitePageId: site,
    pageNumber: page,
    pageSize: 1000,
    cultureId: 1,
    cultureName: 'en-US',
  })

const claims = Buffer.from(JSON.stringify({ corp: 'acme', aud: 'session-1' })).toString('base64url')
const TOKEN = `head.${claims}.end`
const context = (more: object = {}) => ({
  corp: 'acme',
  endpoints: { cloud: `${SERVICE}/`, api: '/' },
  token: TOKEN,
  theming: { note: '}};' },
  ...more,
})
const home = (more: object = {}): Answer => ({
  body: `<script>if(!csod.context || !csod.context.token) csod.context=${JSON.stringify(context(more))};</script>`,
})
const error: Answer = { status: 302, headers: { location: '/ui/error?code=1' } }

const row = (id: number, more: object = {}) => ({
  requisitionId: id,
  postingEffectiveDate: '9/3/2026',
  postingExpirationDate: '-',
  displayJobTitle: 'Ice Maker',
  locations: [{ city: 'Moncton', state: 'NB', country: 'CA' }],
  externalDescription: 'See JD',
  ...more,
})
const rowsOf = (requisitions: readonly unknown[], total = requisitions.length): Answer => ({
  body: { status: 'Success', data: { totalCount: total, requisitions } },
})
const adOf = (fields: object): Answer => ({
  body: { status: 200, totalRecords: 1, data: [{ items: [{ fields }] }] },
})
const site = (active = true): Answer => ({ body: { status: 0, data: { id: 1, active } } })
const END: Answer = { status: 404, body: { error: { message: 'Resource not found' } } }

const oneSite = { [HOME(1)]: home(), [SITE(1)]: site(), [SITE(2)]: END }

describe('career sites', () => {
  test('are read to the first that does not exist; a posting is of the first that has it', async () => {
    const { fetch, requests } = answering(cornerstone, {
      [HOME(1)]: error,
      [HOME(2)]: home(),
      [SITE(1)]: { status: 500 },
      [PAGE(1)]: rowsOf([]),
      [SITE(2)]: site(false),
      [SITE(3)]: site(),
      [PAGE(3)]: rowsOf([row(1), row(2)]),
      [SITE(4)]: site(),
      [PAGE(4)]: rowsOf([row(2, { postingEffectiveDate: '9/9/2026' }), row(3)]),
      [SITE(5)]: END,
    })
    const { postings, incompleteReason } = await listed(cornerstone, board, fetch)
    const sites = postings.map((entry) => [
      entry.external_id,
      JSON.parse(entry.reference ?? '').site,
    ])
    expect(sites).toEqual([
      ['1', 3],
      ['2', 3],
      ['3', 4],
    ])
    expect(incompleteReason).toBeUndefined()
    // One that is not active is not searched.
    expect(requests.filter(({ url }) => url === SEARCH).length).toBe(3)
  })

  test('of which none exists prove nothing', async () => {
    const { fetch } = answering(cornerstone, { [HOME(1)]: home(), [SITE(1)]: END })
    expect((await listed(cornerstone, board, fetch)).incompleteReason).toBe(
      'the first career site does not exist',
    )
  })

  test('whose search answers 404 prove nothing', async () => {
    const { fetch } = answering(cornerstone, { ...oneSite, [SEARCH]: END })
    expect((await listed(cornerstone, board, fetch)).incompleteReason).toBe(
      'site 1: the search answered 404',
    )
  })

  test('that list nothing are complete', async () => {
    const { fetch } = answering(cornerstone, { ...oneSite, [PAGE(1)]: rowsOf([]) })
    const { postings, incompleteReason } = await listed(cornerstone, board, fetch)
    expect([postings, incompleteReason]).toEqual([[], undefined])
  })

  test.each([403, 503])('are not at their end by %d', async (status) => {
    const { fetch } = answering(cornerstone, { [HOME(1)]: home(), [SITE(1)]: { status } })
    await expect(cornerstone.list(board, fetch)).rejects.toThrow(`status ${status}`)
  })
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(from + index))
  const threePages = (second: readonly unknown[]) => ({
    ...oneSite,
    [PAGE(1)]: rowsOf(rows(1, 1001), 2100),
    [PAGE(1, 2)]: rowsOf(second, 2100),
    [PAGE(1, 3)]: rowsOf(rows(2001, 2101), 2100),
  })
  const incompleteReasonOf = async (answers: Record<string, Answer>) =>
    (await listed(cornerstone, board, answering(cornerstone, answers).fetch)).incompleteReason

  test('are asked for by their number, from 1', async () => {
    const { fetch } = answering(cornerstone, threePages(rows(1001, 2001)))
    const { postings, incompleteReason } = await listed(cornerstone, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([2100, undefined])
  })

  test('whose order shifts by one row in between prove nothing', async () => {
    expect(await incompleteReasonOf(threePages(rows(1000, 2000)))).toBe(
      'site 1: the list repeats rows',
    )
  })

  test('that end before the total prove nothing', async () => {
    expect(await incompleteReasonOf(threePages(rows(1001, 1500)))).toContain('its total is 2100')
  })

  test('rows that cannot be read are named', async () => {
    const answers = { ...oneSite, [PAGE(1)]: rowsOf([row(1), row(2, { displayJobTitle: '' })]) }
    const { fetch } = answering(cornerstone, answers)
    const { postings, unreadable } = await listed(cornerstone, board, fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
    expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2'])
  })

  test.each([
    [{ body: '<html>' }, 'something else than JSON'],
    [{ body: { data: { requisitions: [] } } }, 'answered without data.totalCount'],
    [{ body: { data: { totalCount: 0 } } }, 'answered without a list of data.requisitions'],
  ])('%j is no page', async (answer, message) => {
    await expect(incompleteReasonOf({ ...oneSite, [PAGE(1)]: answer })).rejects.toThrow(message)
  })
})

describe('a client', () => {
  test('has no career site when the pages of the first three lead to the error page', async () => {
    const { fetch } = answering(cornerstone, {
      [HOME(1)]: error,
      [HOME(2)]: { ...error, headers: { location: `${HOST}/ui/error` } },
      [HOME(3)]: { status: 404 },
    })
    const reason = `${HOST} has no career site`
    expect(await cornerstone.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('does not exist when its host does not', async () => {
    const fetch: Fetch = () => Promise.reject(new HostNotFound('acme.csod.com'))
    const reason = 'acme.csod.com does not resolve'
    expect(await cornerstone.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('gets a new token when it is refused, and no error names it', async () => {
    let refused = 0
    const { fetch, requests } = answering(cornerstone, { ...oneSite, [PAGE(1)]: rowsOf([row(1)]) })
    const refusing: Fetch = async (request) => {
      if (request.url !== SEARCH || refused > 0) return await fetch(request)
      refused += 1
      return { status: 401, headers: new Headers(), text: '' }
    }
    expect((await listed(cornerstone, board, refusing)).postings.length).toBe(1)
    expect(requests.filter(({ url }) => url === HOME(1)).length).toBe(2)
    const always: Fetch = async (request) =>
      request.url === SEARCH
        ? await answering(cornerstone, { [SEARCH]: { status: 401 } }).fetch(request)
        : await fetch(request)
    await expect(cornerstone.list(board, always)).rejects.toThrow(/^status 401$/)
  })
})

describe('a posting', () => {
  const read = async (answer: Answer) => {
    const fetch: Fetch = async (request) =>
      await answering(cornerstone, { [HOME(1)]: home(), [AD(2, 7)]: answer }).fetch(request)
    const entry = { external_id: '7', fingerprint: '', reference: JSON.stringify({ site: 2 }) }
    return await cornerstone.detail?.(board, entry, fetch)
  }

  testGone(read)

  test('is not gone by an answer without one', async () => {
    await expect(read({ body: { status: 200, totalRecords: 0, data: [] } })).rejects.toThrow(
      'has no title',
    )
  })
})

testRecordings('recorded answers: the fields that were read by hand', async () => {
  const texts = await recordings('cornerstone')
  const slug = 'macomtech'
  const host = `https://${slug}.csod.com`
  const search: Answer = { body: texts.get('macomtech-site4-search.json') }
  const ad = adOf({ title: 'Read from the ad', ad: '<p>Ad</p>' })
  const client = boardOf(cornerstone, slug)
  const fetch: Fetch = async (request) => {
    const [, number] = /careersites\/(\d+)$/.exec(request.url) ?? []
    const isPage = request.url.includes('/home?')
    const answer: Answer = isPage
      ? { body: texts.get('macomtech-site4-home.html') }
      : number === undefined
        ? request.method === 'POST'
          ? search
          : ad
        : number === '2'
          ? END
          : site()
    return await answering(cornerstone, { [request.url]: answer }).fetch(request)
  }
  expect((await listed(cornerstone, client, fetch)).incompleteReason).toBeUndefined()
  const postings = await collected(cornerstone, client, fetch)
  expect(
    postings.map(({ external_id, places, date_posted }) => [external_id, places, date_posted]),
  ).toEqual(
    [
      ['3727', 'Morrisville', 'NC', '2026-10-05T00:00:00Z'],
      ['3721', 'Durham', 'NC', '2026-10-01T00:00:00Z'],
      ['3729', 'Morgan Hill', 'CA', '2026-10-05T00:00:00Z'],
    ].map(([id, city, region, date]) => [id, [{ address: { city, region, country: 'US' } }], date]),
  )
  expect(postings[0]?.url).toBe(`${host}/ux/ats/careersite/1/home/requisition/3727?c=${slug}`)
})
