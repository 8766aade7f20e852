import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { FetchFailure, RobotsForbid } from '../../../src/collect/failures'
import { readAddress } from '../../../src/collect/names/read-address'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { radancy } from '../../../src/collect/systems/radancy'
import { jobPage, type SiteRehearsal, sitemap, startSiteRehearsal } from '../support/site-rehearsal'
import { type Answer, answering, boardOf, checkImportable } from './answers'

const HOST = 'jobs.acme.example'
const BOARD = boardOf(radancy, HOST)
const SEARCH = `https://${HOST}/search-jobs`
const WORKDAY = 'https://acme.wd5.myworkdayjobs.com/External/job/Boise-ID/Cook_R-12/apply'

const job = (id: number, language = '', word = 'job') =>
  `${language}/${word}/boise/cook-${id}/117/9839${id}`

/** The page of results, with a number that counts articles too. */
const results = (total: number | string) =>
  `<section id="search-results" data-total-results="9000" data-total-job-results="${total}"></section>`

async function list(paths: readonly string[], total: Answer, more: Record<string, Answer> = {}) {
  const { fetch, requests } = answering(
    radancy,
    {
      [`https://${HOST}/robots.txt`]: { body: 'User-agent: *\nDisallow: /search-jobs/' },
      [`https://${HOST}/sitemap.xml`]: { body: sitemap(HOST, paths) },
      [SEARCH]: total,
      ...more,
    },
    BOARD,
  )
  const listing = await radancy.list(BOARD, fetch)
  if (listing.kind === 'missing') throw new Error(listing.reason)
  const pages = listing.postings.map(({ external_id }) => new URL(external_id).pathname)
  return {
    pages,
    incompleteReason: listing.incompleteReason,
    requests: requests.map(({ url }) => url),
  }
}

describe('the list', () => {
  test('is the pages of postings in the sitemap, proved by the total of the site', async () => {
    const other = [
      '/about',
      '/employment/boise-jobs/117/68354/6252001/4',
      '/category/kitchen-jobs/117/68354/1',
      '/business/98391/117/983910',
    ]
    const { pages, incompleteReason } = await list([job(10), ...other, job(11)], {
      body: results(2),
    })
    expect([pages, incompleteReason]).toEqual([[job(10), job(11)], undefined])
  })

  test('that is cut proves nothing', async () => {
    const paths = Array.from({ length: 500 }, (_, index) => job(1000 + index))
    const { pages, incompleteReason } = await list(paths, { body: results(22_544) })
    expect([pages.length, incompleteReason]).toEqual([
      500,
      'the sitemap names 500 of 22544 postings',
    ])
  })

  test.each([
    [{ body: '<h1>Search</h1>' }, `${SEARCH} names no total`],
    [{ body: results('1,213') }, `${SEARCH} names no total`],
    [{ status: 500 }, 'no total: status 500'],
  ])('without a total proves nothing: %j', async (total, incompleteReason) => {
    expect((await list([job(10)], total)).incompleteReason).toBe(incompleteReason)
  })

  test('proves nothing where robots.txt forbids the page with the total', async () => {
    const { fetch } = answering(
      radancy,
      {
        [`https://${HOST}/robots.txt`]: {},
        [`https://${HOST}/sitemap.xml`]: { body: sitemap(HOST, [job(10)]) },
      },
      BOARD,
    )
    const listing = await radancy.list(BOARD, async (request) => {
      if (request.url === SEARCH) throw new RobotsForbid('robots.txt forbids it')
      return await fetch(request)
    })
    expect(listing).toMatchObject({ incompleteReason: 'no total: robots.txt forbids it' })
  })

  test('of a board without postings is proved, too', async () => {
    expect(await list(['/about'], { body: results(0) })).toMatchObject({
      pages: [],
      incompleteReason: undefined,
    })
  })

  test('of a host that only leads to another site is none of this board', async () => {
    const elsewhere = {
      body: '<urlset><url><loc>https://jobs.other.example/job/a/b/1/983910</loc></url></urlset>',
    }
    const found = await list(
      [],
      { body: results(1) },
      { [`https://${HOST}/sitemap.xml`]: elsewhere },
    )
    expect([found.pages, found.incompleteReason]).toEqual([[], 'the sitemap names 0 of 1 postings'])
  })

  test('has a posting in several languages once', async () => {
    const spanish = job(12, '/es', 'empleo')
    const paths = [job(10, '/fr', 'emploi'), job(10, '/en'), job(11, '/fr', 'emploi'), spanish]
    const { pages, incompleteReason } = await list([...paths, job(12)], { body: results(3) })
    const expected = [job(10, '/en'), job(11, '/fr', 'emploi'), job(12)]
    expect([pages, incompleteReason]).toEqual([expected, undefined])
  })

  test('is an error when there is no sitemap', async () => {
    const none = Object.fromEntries(
      ['sitemap.xml', 'sitemap_index.xml', 'sitemap.xml.gz'].map((path) => [
        `https://${HOST}/${path}`,
        { status: 404 },
      ]),
    )
    await expect(list([], { body: results(1) }, none)).rejects.toThrow(
      'jobs.acme.example has no sitemap that can be read',
    )
  })
})

describe('a page', () => {
  const ADDRESS = `https://${HOST}${job(10)}`
  const read = async (answer: Answer) => {
    const { fetch } = answering(radancy, { [ADDRESS]: answer }, BOARD)
    const page = await radancy.readPage?.(BOARD, ADDRESS, new Date('2026-09-30T00:00:00Z'), fetch)
    if (page === undefined) throw new Error('no page')
    return page
  }
  const postingOf = async (body: string) => {
    const page = await read({ body })
    if (page.kind !== 'posting') throw new Error(page.reason)
    return page.posting
  }
  const meta = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, content]) => `<meta name="${name}" content="${content}">`)
      .join('')
  const VENDORS = {
    'search-job-apply-url': WORKDAY,
    'job-ats-req-id': 'R-12',
    gtm_tbcn_jobcategory: 'Kitchen',
    gtm_tbcn_location: 'Boise~Idaho~United States|Montréal~Québec~Canada',
    gtm_tbcn_jobtitle: 'Cook',
    gtm_firstindex: '8/18/2026',
  }

  const COOK = { external_id: ADDRESS, title: 'Cook', url: ADDRESS, apply_url: WORKDAY }

  test('has a JobPosting, and leads to the system behind the site', async () => {
    const body = jobPage('Cook', { datePosted: '2026-9-3' }, meta(VENDORS))
    const posting = await postingOf(body)
    expect(posting).toMatchObject({ ...COOK, date_posted: '2026-09-03T00:00:00Z' })
    checkImportable(BOARD, posting)
  })

  test('without a JobPosting is read from what the vendor writes into it', async () => {
    const description = '<p>You cook.</p>'
    const body = `<head>${meta(VENDORS)}</head><div class="ats-description wide">
      ${description}</div>`
    const posting = await postingOf(body)
    expect(posting).toEqual({
      ...COOK,
      places: [
        {
          address: { city: 'Boise', region: 'Idaho', country: 'United States' },
          text: 'Boise, Idaho, United States',
        },
        {
          address: { city: 'Montréal', region: 'Québec', country: 'Canada' },
          text: 'Montréal, Québec, Canada',
        },
      ],
      description_html: description,
      source_fields: {
        version: 1,
        fields: {
          requisition: { value: 'R-12', source_path: '$.job-ats-req-id' },
          category: { value: 'Kitchen', source_path: '$.gtm_tbcn_jobcategory' },
          firstIndex: { value: '8/18/2026', source_path: '$.gtm_firstindex' },
        },
      },
    })
    checkImportable(BOARD, posting)
  })

  test('has places of fewer parts as texts, and none for nothing', async () => {
    const body = meta({ ...VENDORS, gtm_tbcn_location: 'Idaho~United States| ~ ~ |Remote' })
    const posting = await postingOf(body)
    expect(posting.places).toEqual([{ text: 'Idaho, United States' }, { text: 'Remote' }])
  })

  test.each([
    [{ status: 404 }, 'gone', 'answered 404'],
    [{ status: 410 }, 'gone', 'answered 410'],
    [{ body: '<h1>Search jobs</h1>' }, 'empty', 'the page has no JobPosting'],
    [
      { body: meta({ ...VENDORS, gtm_tbcn_jobtitle: 'TEST - do not apply' }) },
      'empty',
      'a test posting',
    ],
  ] as const)('%j is %s', async (answer, kind, reason) => {
    expect(await read(answer)).toEqual({ kind, reason })
  })

  test('that does not answer is a failure', async () => {
    await expect(read({ status: 503 })).rejects.toThrow(FetchFailure)
  })
})

describe('a board', () => {
  test.each([
    [`https://${HOST}/search-jobs`],
    [`https://${HOST}/en/search-jobs/results?ActiveFacetID=0`],
    [`https://${HOST}/search-jobs/United%20States?orgIds=117`],
    [`https://${HOST}/fr/recherche-d%27offres`],
    [`https://${HOST}/en-ca${job(10)}`],
    [`radancy/${HOST}`],
    [`talentbrew/${HOST}`],
  ])('is %s', (address) => {
    expect(readAddress(address, SYSTEMS)).toEqual({ source: 'radancy', slug: HOST })
  })

  test.each([[`https://${HOST}/sitemap.xml`], [`https://${HOST}/careers`]])(
    '%s is one when the operator says so',
    (address) => {
      expect(readAddress(address, SYSTEMS, 'radancy')).toEqual({ source: 'radancy', slug: HOST })
      expect(() => readAddress(address, SYSTEMS)).toThrow('is not a board of a known system')
    },
  )

  test.each([[`https://${HOST}/job/boise/cook/117/12`], [`https://${HOST}/job/cook/983910`]])(
    '%s is no address of it',
    (address) => {
      expect(() => readAddress(address, SYSTEMS)).toThrow('is not a board of a known system')
    },
  )
})

describe('a posting that the sitemap lacks', () => {
  let rehearsal: SiteRehearsal
  beforeAll(async () => {
    rehearsal = await startSiteRehearsal(radancy)
  })
  beforeEach(() => rehearsal.reset())
  afterAll(() => rehearsal.close())

  /** The site shows the postings; pages of those that left say nothing. */
  function publish(ids: readonly number[], left: readonly number[], total: number): void {
    const pages = new Map([...ids.map((id): [string, string] => [job(id), jobPage(`Cook ${id}`)])])
    for (const id of left) pages.set(job(id), '<h1>Search jobs</h1>')
    pages.set(
      '/sitemap.xml',
      sitemap(
        HOST,
        ids.map((id) => job(id)),
      ),
    )
    pages.set('/search-jobs', results(total))
    rehearsal.sites.set(HOST, pages)
  }

  async function after(left: number, total: number): Promise<string[]> {
    await rehearsal.add(HOST, {})
    publish([10, 11, 12, left], [], 4)
    await rehearsal.run()
    publish([10, 11, 12], [left], total)
    for (let round = 0; round < 4; round += 1) await rehearsal.after(24)
    return (await rehearsal.titles()).toSorted()
  }

  test('leaves when the total proves the sitemap', async () => {
    expect(await after(13, 3)).toEqual(['Cook 10', 'Cook 11', 'Cook 12'])
  })

  test('stays when it does not', async () => {
    expect(await after(13, 4)).toEqual(['Cook 10', 'Cook 11', 'Cook 12', 'Cook 13'])
  })
})
