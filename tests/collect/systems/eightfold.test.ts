import { describe, expect, test } from 'bun:test'
import { eightfold } from '../../../src/collect/systems/eightfold'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  detailFrom,
  listed,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const board = boardOf(eightfold, 'otter', { settings: { domain: 'otter.example' } })
const ORIGIN = 'https://otter.eightfold.ai'
const PAGE = (start: number) =>
  `${ORIGIN}/api/apply/v2/jobs?start=${start}&num=10&sort_by=timestamp&domain=otter.example`
const JOB = (id: number) => `${ORIGIN}/careers/job/${id}?domain=otter.example`
const SEARCH = (start: number) =>
  `${ORIGIN}/api/pcsx/search?query=&start=${start}&sort_by=timestamp&domain=otter.example`
const SITEMAP = `${ORIGIN}/careers/sitemap.xml`

const position = (id: number, more: object = {}) => ({
  id,
  name: ` Planner ${id}`,
  location: 'Toronto, Ontario, Canada',
  locations: ['Seattle, Washington, United States of America', 'Toronto, Ontario, Canada'],
  department: 'Supply',
  business_unit: null,
  t_create: 1785110400,
  t_update: 1785999999,
  display_job_id: `R-${id}`,
  work_location_option: 'remote_local',
  job_description: '',
  canonicalPositionUrl: `https://careers.otter.example/careers/job/${id}`,
  ...more,
})

const page = (positions: readonly unknown[], count?: number): Answer => ({
  body: { domain: 'otter.example', count, positions },
})

const posting = (more: object = {}) => ({
  '@context': 'http://schema.org',
  '@type': 'JobPosting',
  title: 'Planner',
  datePosted: '2026-07-27T13:21:22',
  validThrough: '2027-01-23T13:21:22',
  description: '<p>Plan &amp; ship.</p>',
  employmentType: 'FULL_TIME',
  hiringOrganization: { '@type': 'Organization', name: 'Otter Goods', sameAs: 'otter.example' },
  inLanguage: 'en-US',
  jobLocation: {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressCountry: { '@type': 'Country', name: 'US' },
      addressLocality: 'Reno',
      addressRegion: 'Nevada,US',
    },
  },
  ...more,
})

const jobPage = (more: object = {}): Answer => ({
  body: `<html><script type="application/ld+json">${JSON.stringify(posting(more))}</script></html>`,
})

test('a description in the list needs no page; members may be arrays or missing', async () => {
  const { fetch, requests } = answering(eightfold, {
    [PAGE(0)]: page(
      [
        position(12, {
          job_description: '<p>Count</p>',
          department: ['Operations & Maintenance'],
          work_location_option: 'Flexible',
          t_create: null,
          locations: null,
          canonicalPositionUrl: null,
        }),
      ],
      1,
    ),
  })
  const [only] = await collected(eightfold, board, fetch)
  expect(only).toMatchObject({
    url: JOB(12),
    places: [{ text: 'Toronto, Ontario, Canada' }],
    description_html: '<p>Count</p>',
    source_fields: { fields: { department: { value: ['Operations & Maintenance'] } } },
  })
  expect([only?.date_posted, only?.work_arrangement]).toEqual([undefined, undefined])
  expect(requests).toHaveLength(1)
})

test('Markdown becomes HTML, and HTML that is escaped once more is unescaped', async () => {
  const descriptionOf = async (description: string) => {
    const { fetch } = answering(eightfold, {
      [PAGE(0)]: page([position(13)], 1),
      [JOB(13)]: jobPage({ description }),
    })
    const [only] = await collected(eightfold, board, fetch)
    return [only?.description_html, only?.description_text]
  }
  expect(await descriptionOf('## Who\n\n  * Plan & ship')).toEqual([
    '<h2>Who</h2>\n<ul>\n<li>Plan &amp; ship</li>\n</ul>',
    undefined,
  ])
  expect(await descriptionOf('&lt;p&gt;Plan &amp;amp; ship&lt;/p&gt;')).toEqual([
    '<p>Plan &amp; ship</p>',
    undefined,
  ])
})

describe('pages', () => {
  const many = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => position(start + index))

  test('are read by tens to the count, and the first one again', async () => {
    const { fetch, requests } = answering(eightfold, {
      [PAGE(0)]: page(many(100, 10), 22),
      [PAGE(10)]: page(many(110, 10), 22),
      [PAGE(20)]: page(many(120, 2), 22),
    })
    const { postings, incompleteReason } = await listed(eightfold, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([22, undefined])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(10), PAGE(20), PAGE(0)])
  })

  test.each([
    ['a shorter page', many(110, 1), 12, 'the list has 11 rows, and its total is 12'],
    ['positions of before', many(109, 2), 12, 'the list repeats rows'],
    ['another count', many(110, 2), 13, 'the total changed from 12 to 13'],
  ])('%s: not complete', async (_, second, count, incompleteReason) => {
    const { fetch } = answering(eightfold, {
      [PAGE(0)]: page(many(100, 10), 12),
      [PAGE(10)]: page(second, count),
    })
    expect(await listed(eightfold, board, fetch)).toMatchObject({ incompleteReason })
  })

  test('end at the offset of 2,000, which is not complete', async () => {
    const answers = Array.from({ length: 200 }, (_, index): [string, Answer] => [
      PAGE(index * 10),
      page(many(1000 + index * 10, 10), 2345),
    ])
    const { fetch } = answering(eightfold, Object.fromEntries(answers))
    const { postings, incompleteReason } = await listed(eightfold, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([
      2000,
      'the list has 2000 rows, and its total is 2345',
    ])
  })

  test('without a count nothing is proved; test and broken positions are left out', async () => {
    const { fetch } = answering(eightfold, {
      [PAGE(0)]: page([position(1), position(2, { name: 'Test Job' }), { id: 3 }, { name: 'X' }]),
    })
    const { postings, unreadable, incompleteReason } = await listed(eightfold, board, fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
    expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['3', undefined])
    expect(incompleteReason).toBe('the answer has no count')
  })

  test('the time of an update and the order of places do not change the fingerprint', async () => {
    const print = async (more: object) => {
      const { fetch } = answering(eightfold, { [PAGE(0)]: page([position(1, more)], 1) })
      return (await listed(eightfold, board, fetch)).postings[0]?.fingerprint
    }
    expect(await print({ t_update: 1786000000, score: 3 })).toBe(await print({}))
    expect(await print({ department: 'Sales' })).not.toBe(await print({}))
    const locations = ['Toronto, Ontario, Canada', 'Ottawa, Ontario, Canada']
    expect(await print({ locations: locations.toReversed() })).toBe(await print({ locations }))
  })
})

describe('an employer whose list is closed', () => {
  const closed: Answer = { status: 403, body: { message: 'Not authorized for PCSX' } }
  const url = (loc: string, lastmod = '2026-06-13T19:07:39Z') =>
    `<url><loc>${loc}</loc><priority>1.0</priority><lastmod>${lastmod}</lastmod></url>`
  const sitemap = (...urls: string[]): Answer => ({
    body: `<?xml version='1.0' encoding='UTF-8'?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>\n`,
  })
  const loc = (path: string) => `https://jobs.otter.example${path}?domain=otter.example`
  const list = (answer: Answer, more = {}) =>
    eightfold.list(
      board,
      answering(eightfold, {
        [PAGE(0)]: closed,
        [SITEMAP]: answer,
        [SEARCH(0)]: { status: 403, body: { message: 'PCSX is not enabled for this user.' } },
        ...more,
      }).fetch,
    )
  const REFUSED = `the list of otter is closed, ${SITEMAP} has no jobs of it, and its search answered 403`

  test('is read from the sitemap and the pages', async () => {
    const { fetch } = answering(eightfold, {
      [PAGE(0)]: closed,
      [SITEMAP]: sitemap(url(loc('/careers')), url(loc('/careers/job/77-planner-usa-reno'))),
      [`${ORIGIN}/careers/job/77-planner-usa-reno?domain=otter.example`]: jobPage(),
    })
    expect((await listed(eightfold, board, fetch)).incompleteReason).toBeUndefined()
    expect(await collected(eightfold, board, fetch)).toEqual([
      {
        external_id: '77',
        title: 'Planner',
        url: loc('/careers/job/77-planner-usa-reno'),
        organization: 'Otter Goods',
        date_posted: '2026-07-27T13:21:22Z',
        date_valid_through: '2027-01-23T13:21:22Z',
        places: [{ address: { city: 'Reno', region: 'Nevada', country: 'US' } }],
        salary: null,
        employment_type: ['FULL_TIME'],
        description_html: '<p>Plan &amp; ship.</p>',
        source_fields: {
          version: 1,
          fields: {
            employmentType: { value: 'FULL_TIME', source_path: '$.employmentType' },
            inLanguage: { value: 'en-US', source_path: '$.inLanguage' },
            sameAs: { value: 'otter.example', source_path: '$.hiringOrganization.sameAs' },
          },
        },
      },
    ])
  })

  test('lastmod is part of the fingerprint', async () => {
    const print = async (lastmod?: string) => {
      const listing = await list(sitemap(url(loc('/careers/job/77-x'), lastmod)))
      return listing.kind === 'listed' ? listing.postings[0]?.fingerprint : undefined
    }
    expect(await print()).toBe(await print())
    expect(await print('2026-06-14T00:00:00Z')).not.toBe(await print())
  })

  test('a sitemap that ends early is not complete', async () => {
    const { body } = sitemap(url(loc('/careers/job/1-a')), url(loc('/careers/job/2-b')))
    expect(await list({ body: String(body).slice(0, -60) })).toMatchObject({
      incompleteReason: 'the XML ends early',
    })
  })

  const own = 'https://app.eightfold.ai/careers/job/5-engineer?domain=eightfold.ai'
  const NONE: [string, Answer][] = [
    ["the vendor's own jobs", sitemap(url(own))],
    ['no jobs', sitemap(url(loc('/careers')))],
    ['nothing', { status: 404 }],
  ]

  test.each(NONE)(
    'a sitemap with %s, and no search: an error, not an empty board',
    async (_, none) => {
      await expect(list(none)).rejects.toThrow(new Error(REFUSED))
    },
  )

  test('the search of a board may need its domain', async () => {
    const plain = boardOf(eightfold, 'otter')
    const { fetch } = answering(eightfold, {
      [PAGE(0).replace('&domain=otter.example', '')]: closed,
      [SITEMAP]: { status: 404 },
      [SEARCH(0).replace('&domain=otter.example', '')]: { status: 422 },
    })
    await expect(eightfold.list(plain, fetch)).rejects.toThrow(
      `its search answered 422; add the board by an address with its domain, such as ${ORIGIN}/careers?domain=acme.example`,
    )
  })

  const result = (id: number, more: object = {}) => ({
    id,
    displayJobId: `R-${id}`,
    atsJobId: `A-${id}`,
    name: `Planner ${id}`,
    locations: ['United States, Nevada, Reno'],
    standardizedLocations: ['Reno, NV, US'],
    postedTs: 1785110400,
    creationTs: 1785100000,
    department: 'Supply',
    workLocationOption: 'hybrid',
    positionUrl: `/careers/job/${id}`,
    ...more,
  })
  const results = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => result(start + index))
  const found = (positions: readonly unknown[], count?: number): Answer => ({
    body: { status: 200, error: null, data: { positions, count } },
  })
  const searched = (answers: Readonly<Record<string, Answer>>) =>
    answering(eightfold, { [PAGE(0)]: closed, [SITEMAP]: { status: 404 }, ...answers })

  test.each(NONE)('a sitemap with %s: is read by its search', async (_, none) => {
    const { fetch } = searched({
      [SITEMAP]: none,
      [SEARCH(0)]: found([result(31)], 1),
      [JOB(31)]: jobPage({ datePosted: undefined }),
    })
    expect((await listed(eightfold, board, fetch)).incompleteReason).toBeUndefined()
    expect(await collected(eightfold, board, fetch)).toMatchObject([
      {
        external_id: '31',
        title: 'Planner 31',
        url: JOB(31),
        organization: 'Otter Goods',
        date_posted: '2026-07-27T00:00:00Z',
        places: [{ text: 'United States, Nevada, Reno' }],
        work_arrangement: 'hybrid',
        description_html: '<p>Plan &amp; ship.</p>',
        source_fields: {
          fields: {
            display_job_id: { value: 'R-31', source_path: '$.displayJobId' },
            ats_job_id: { value: 'A-31', source_path: '$.atsJobId' },
            work_location_option: { value: 'hybrid', source_path: '$.workLocationOption' },
          },
        },
      },
    ])
  })

  test('results without places of their own have those of the vendor', async () => {
    const { fetch } = searched({
      [SEARCH(0)]: found([result(1, { locations: [], postedTs: null })], 1),
      [JOB(1)]: jobPage(),
    })
    expect(await collected(eightfold, board, fetch)).toMatchObject([
      { places: [{ text: 'Reno, NV, US' }], date_posted: '2026-07-26T21:06:40Z' },
    ])
  })

  test('the pages of the search are read to its count, and the first one again', async () => {
    const { fetch, requests } = searched({
      [SEARCH(0)]: found(results(100, 10), 22),
      [SEARCH(10)]: found(results(110, 10), 22),
      [SEARCH(20)]: found(results(120, 2), 22),
    })
    const { postings, incompleteReason } = await listed(eightfold, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([22, undefined])
    expect(requests.slice(2).map(({ url }) => url)).toEqual([0, 10, 20, 0].map(SEARCH))
  })

  test.each([
    ['an order that shifts between pages', results(109, 2), 12, 'the list repeats rows'],
    ['another count', results(110, 2), 13, 'the total changed from 12 to 13'],
    ['an empty page', [], 12, 'the list has 10 rows, and its total is 12'],
  ])('%s: not complete', async (_, second, count, incompleteReason) => {
    const { fetch } = searched({
      [SEARCH(0)]: found(results(100, 10), 12),
      [SEARCH(10)]: found(second, count),
    })
    expect((await listed(eightfold, board, fetch)).incompleteReason).toBe(incompleteReason)
  })

  test('a search without a count proves nothing, and one without positions is an error', async () => {
    const uncounted = searched({ [SEARCH(0)]: found([result(1)]) })
    expect((await listed(eightfold, board, uncounted.fetch)).incompleteReason).toBe(
      'the answer has no count',
    )
    const { fetch } = searched({ [SEARCH(0)]: { body: { data: {} } } })
    await expect(eightfold.list(board, fetch)).rejects.toThrow(
      'answered without a list of positions',
    )
  })

  test('another 403 is an error', async () => {
    const { fetch } = answering(eightfold, { [PAGE(0)]: { status: 403, body: 'Forbidden' } })
    await expect(eightfold.list(board, fetch)).rejects.toThrow(`${ORIGIN} answered 403`)
  })
})

describe('the page of a job', () => {
  const reference = JSON.stringify({ page: JOB(9), posting: { url: JOB(9), title: 'X' } })
  const read = (answer: Answer) =>
    detailFrom(eightfold, board, { external_id: '9', url: JOB(9), reference }, answer)

  testGone(read)

  test('without a JobPosting it is an error', async () => {
    await expect(read({ body: '<h1>Maintenance</h1>' })).rejects.toThrow(
      `${JOB(9)} has no JobPosting`,
    )
  })
})

describe('a board that does not exist', () => {
  test.each([[{ status: 404 }], [{ status: 302, headers: { location: 'https://eightfold.ai/' } }]])(
    '%p',
    async (answer) => {
      const { fetch } = answering(eightfold, { [PAGE(0)]: answer })
      expect(await eightfold.list(board, fetch)).toMatchObject({ kind: 'missing' })
    },
  )
})

testRecordings('recorded answers: every position is a posting', async () => {
  const texts = await recordings('eightfold')
  const jobPageText = texts.get('eightfold_amdocs_job_page.html') ?? ''
  for (const [name, text] of texts) {
    if (name.endsWith('.html')) continue
    const isList = name.endsWith('.json')
    const list: Answer = isList ? { body: text } : { status: 403, body: '{"message":"PCSX"}' }
    const open = boardOf(eightfold, 'otter')
    const { fetch } = answering(eightfold, {
      [`${ORIGIN}/api/apply/v2/jobs?start=0&num=10&sort_by=timestamp`]: list,
      [SITEMAP]: { body: text },
    })
    const any: typeof fetch = async (request) =>
      request.url.includes('/careers/job/')
        ? { status: 200, headers: new Headers(), text: jobPageText }
        : await fetch(request)
    const ids = isList
      ? JSON.parse(text).positions.map(({ id }: { id: number }) => String(id))
      : [...text.matchAll(/job\/(\d+)/g)].map(([, id]) => String(id))
    const postings = await collected(eightfold, open, any)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([name, ...ids])
  }
})
