import { describe, expect, test } from 'bun:test'
import { RequestsSpent, RobotsForbid } from '../../../src/collect/http/failures'
import { readAddress } from '../../../src/collect/names/read-address'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { successfactors } from '../../../src/collect/systems/successfactors'
import { type Answer, answering, boardOf, checkImportable, listed, pageKey } from './answers'

const HOST = 'jobs.acme.example'
const BOARD = boardOf(successfactors, HOST)
const FEED = `https://${HOST}/sitemal.xml`
const OTHER_FEED = `https://${HOST}/sitemap.xml`
const SEARCH = `https://${HOST}/search/`
const RESULTS = `https://${HOST}/services/recruiting/v1/jobs`

const feed = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel><title>Acme Careers</title><ttl>720</ttl>${items.join('\n')}</channel>
</rss>`

/** The end of its validity is 30 days after the moment of the answer. */
const item = (id: number | string, more = '', title = `Cook ${id} (Guelph, ON, CA)`) => `<item>
<title>${title}</title>
<description><![CDATA[<p>Cooks for ${id}.</p>]]></description>
<link>https://${HOST}/job/Guelph-Cook-ON/${id}/</link>
<guid>${id}</guid><g:id>${id}</g:id>
<g:expiration_date>2026-12-23</g:expiration_date>
${more}</item>`

/** A row is printed for desktops, and again for phones. */
const table = (total: number | string, ids: readonly (number | string)[]) =>
  `<span class="paginationLabel" aria-label="Results">Results <b>1 – ${ids.length}</b> of <b>${total}</b></span>
<table>${ids
    .flatMap((id) => [id, id])
    .map(
      (id) =>
        `<tr><td><a class="jobTitle-link" href="/job/Guelph-Cook-ON/${id}/">Cook</a></td></tr>`,
    )
    .join('')}</table>`

async function list(answers: Readonly<Record<string, Answer>>) {
  const { fetch, requests } = answering(successfactors, answers, BOARD)
  const { postings, incompleteReason, unreadable } = await listed(successfactors, BOARD, fetch)
  const found = postings.flatMap(({ posting }) => posting ?? [])
  for (const posting of found) checkImportable(BOARD, posting)
  return {
    postings: found,
    incompleteReason,
    unreadable,
    requests,
    fingerprints: postings.map((each) => each.fingerprint),
  }
}

const ids = (postings: readonly { external_id: string }[]) =>
  postings.map(({ external_id }) => external_id)

test('a posting has the members of its item', async () => {
  const more = `<g:location>Guelph, ON, CA, N1G 2W1</g:location><g:employer>Acme &amp; Sons</g:employer>
<g:job_function>Kitchen</g:job_function><pubDate>Fri, 20 Mar 2026 09:30:04 +0100</pubDate>`
  const { postings, incompleteReason } = await list({
    [FEED]: { body: feed(item(755919802, more)) },
    [SEARCH]: { body: table(1, [755919802]) },
  })
  expect(incompleteReason).toBeUndefined()
  const field = (path: string, value: string) => ({ value, source_path: `$.${path}` })
  expect(postings).toEqual([
    {
      external_id: '755919802',
      title: 'Cook 755919802',
      url: `https://${HOST}/job/Guelph-Cook-ON/755919802/`,
      organization: 'Acme & Sons',
      places: [{ text: 'Guelph, ON, CA, N1G 2W1' }],
      employment_type: null,
      description_html: '<p>Cooks for 755919802.</p>',
      source_fields: {
        version: 1,
        fields: {
          id: field('g:id', '755919802'),
          job_function: field('g:job_function', 'Kitchen'),
        },
      },
    },
  ])
})

test.each([
  ['Cook (Guelph, ON, CA)', '', 'Cook', 'Guelph, ON, CA'],
  ['Cook (Guelph, ON, CA)', 'Guelph, Ontario, N1G', 'Cook', 'Guelph, Ontario, N1G'],
  ['Cook (m/f) (Guelph)', 'guelph', 'Cook (m/f)', 'guelph'],
  ['Cook (part-time)', 'Guelph, ON, CA', 'Cook (part-time)', 'Guelph, ON, CA'],
  ['Lead (Sales, Enterprise)', '', 'Lead (Sales, Enterprise)', undefined],
  ['(Guelph, ON, CA)', '', '(Guelph, ON, CA)', undefined],
  ['Cook', '', 'Cook', undefined],
])('%s at %j is %s at %p', async (written, location, title, place) => {
  const more = location && `<g:location>${location}</g:location>`
  const { postings } = await list({
    [FEED]: { body: feed(item(1, more, written)) },
    [SEARCH]: { body: table(1, [1]) },
  })
  expect(postings).toMatchObject([{ title, places: place === undefined ? [] : [{ text: place }] }])
})

test('a description may be escaped once more', async () => {
  const body = feed(item(1).replace('<p>Cooks for 1.</p>', '&lt;p&gt;Cooks&lt;/p&gt;'))
  const { postings } = await list({ [FEED]: { body }, [SEARCH]: { body: table(1, [1]) } })
  expect(postings).toMatchObject([{ description_html: '<p>Cooks</p>' }])
})

test('the day on which the feed is made changes no fingerprint', async () => {
  const body = feed(item(1))
  const later = body.replaceAll('2026-12-23', '2026-12-24')
  const [before, after] = await Promise.all(
    [body, later].map((text) =>
      list({ [FEED]: { body: text }, [SEARCH]: { body: table(1, [1]) } }),
    ),
  )
  expect(after?.fingerprints).toEqual(before?.fingerprints ?? [])
})

test('items without an id or a title are unreadable, test jobs left out', async () => {
  const noId = item(3).replace('/3/', '/apply/')
  const { postings, unreadable } = await list({
    [FEED]: { body: feed(item(1), noId, item(4, '', ''), item(5, '', 'Test Job')) },
    [SEARCH]: { body: table(3, [1, 4, 5]) },
  })
  expect(ids(postings)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual([undefined, '4'])
})

test('the feed may be at the usual address of sitemaps', async () => {
  const body = feed(item(1))
  for (const answer of [{ status: 404 }, { body: '<html>Not found</html>' }]) {
    const { postings, incompleteReason } = await list({
      [FEED]: answer,
      [OTHER_FEED]: { body },
      [SEARCH]: { body: table(1, [1]) },
    })
    expect([ids(postings), incompleteReason]).toEqual([['1'], undefined])
  }
})

describe('the table of results', () => {
  const incompleteReasonWith = async (
    search: Answer,
    more: Readonly<Record<string, Answer>> = {},
  ) =>
    (await list({ [FEED]: { body: feed(item(1), item(2)) }, [SEARCH]: search, ...more }))
      .incompleteReason

  test.each([
    [table(2, [1, 2]), undefined],
    [table('2', [2]).replace('Results', 'Résultats').replace('of', 'sur'), undefined],
    [table('1,312', [1, 2]), 'the feed has 2 postings, and the site has 1312'],
    [table('1 312', [1, 2]), 'the feed has 2 postings, and the site has 1312'],
    [table(1, [1]), 'the feed has 2 postings, and the site has 1'],
    [table(2, [3, 1]), 'the feed lacks posting 3'],
  ])('proves the feed, or does not', async (body, incompleteReason) => {
    expect(await incompleteReasonWith({ body })).toBe(incompleteReason)
  })

  test('proves nothing where it cannot be read', async () => {
    expect(await incompleteReasonWith({ status: 503 })).toBe('no total: status 503')
    const page = { body: '<div>Search</div>' }
    expect(await incompleteReasonWith(page, { [RESULTS]: { status: 401 } })).toBe(
      'no total: status 401',
    )
    expect(await incompleteReasonWith(page, { [RESULTS]: { body: '<html>' } })).toStartWith(
      'no total: ',
    )
  })

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

  test('is not asked for when the feed is cut', async () => {
    const body = feed(item(1), item(2)).slice(0, -6)
    const { incompleteReason, requests } = await list({ [FEED]: { body } })
    expect([incompleteReason, requests.length]).toEqual(['the XML ends early', 1])
  })

  test('of a site without postings proves the feed, too', async () => {
    const { postings, incompleteReason } = await list({
      [FEED]: { body: feed() },
      [SEARCH]: { body: table(0, []) },
    })
    expect([postings, incompleteReason]).toEqual([[], undefined])
  })
})

describe('a newer site', () => {
  type Pages = Readonly<Record<string, readonly (readonly number[])[]>>

  /** The results of each language, by pages. */
  function results(pages: Pages, total?: number): Record<string, Answer> {
    const body = (locale: string, pageNumber: number) => ({
      locale,
      pageNumber,
      sortBy: 'date',
      keywords: '',
      location: '',
      facetFilters: {},
      brand: '',
      skills: [],
      categoryId: 0,
      alertId: '',
      rcmCandidateId: '',
    })
    const answers = ['en_US', 'en_CA', 'fr_CA'].flatMap((locale) => {
      const rows = pages[locale] ?? [[]]
      return rows.map((page, at) => [
        pageKey(RESULTS, body(locale, at)),
        {
          body: {
            totalJobs: total ?? rows.flat().length,
            jobSearchResult: page.map((id) => ({ response: { id: String(id) } })),
          },
        },
      ])
    })
    return { [SEARCH]: { body: '<div id="search"></div>' }, ...Object.fromEntries(answers) }
  }

  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)

  const incompleteReasonWith = async (count: number, pages: Pages, total?: number) =>
    await list({
      [FEED]: { body: feed(...numbers(1, count).map((id) => item(`${id}-en_US`))) },
      ...results(pages, total),
    })

  test('with one language is proved by its total', async () => {
    const { incompleteReason, postings, requests } = await incompleteReasonWith(12, {
      en_US: [numbers(1, 10), [11, 12]],
    })
    expect([incompleteReason, postings.length, requests.length]).toEqual([undefined, 12, 5])
  })

  test('whose feed has postings of other languages is proved by all its results', async () => {
    const { incompleteReason, postings } = await incompleteReasonWith(14, {
      en_US: [numbers(1, 10), [11, 12]],
    })
    expect([incompleteReason, postings.length]).toEqual([undefined, 14])
  })

  test('whose feed lacks a posting in French is not proved', async () => {
    const pages = { en_US: [numbers(1, 10), [11, 12]], fr_CA: [[3, 40]] }
    expect((await incompleteReasonWith(12, pages)).incompleteReason).toBe(
      'the feed lacks posting 40',
    )
  })

  test('with more than two pages whose order shifts in between is not proved', async () => {
    const shifted = [numbers(1, 10), numbers(10, 19), numbers(20, 24)]
    const { incompleteReason } = await incompleteReasonWith(30, { en_CA: shifted }, undefined)
    expect(incompleteReason).toBe('en-CA: the list repeats rows')
  })

  test('without results in our languages has no posting, or its feed is not proved', async () => {
    expect((await incompleteReasonWith(0, {})).incompleteReason).toBeUndefined()
    expect((await incompleteReasonWith(2, {})).incompleteReason).toBe(
      'the feed has 2 postings, and the site has 0',
    )
  })

  test('with too many results is not proved', async () => {
    const { incompleteReason } = await incompleteReasonWith(1, { en_US: [[1]] }, 2001)
    expect(incompleteReason).toBe('no total: 2001 results are too many to be read')
  })

  test('has a posting in several languages once: in French in Quebec, else in English', async () => {
    const inLocale = (id: number, locale: string, place: string) =>
      item(`${id}-${locale}`, `<g:location>${place}</g:location>`, `Cook ${locale}`)
    const { postings } = await list({
      [FEED]: {
        body: feed(
          inLocale(1, 'fr_CA', 'Laval, QC, CA'),
          inLocale(1, 'en_CA', 'Laval, QC, CA'),
          inLocale(2, 'fr_CA', 'Guelph, ON, CA'),
          inLocale(2, 'en_CA', 'Guelph, ON, CA'),
          inLocale(3, 'fr_CA', 'Guelph, ON, CA'),
        ),
      },
      ...results({ en_CA: [[1, 2]], fr_CA: [[1, 2, 3]] }),
    })
    expect(postings).toMatchObject([
      {
        external_id: '1',
        title: 'Cook fr_CA',
        source_fields: { fields: { locale: { value: 'fr_CA' } } },
      },
      { external_id: '2', title: 'Cook en_CA' },
      { external_id: '3', title: 'Cook fr_CA' },
    ])
  })
})

describe('a site that is none', () => {
  const none = { [FEED]: { status: 404 }, [OTHER_FEED]: { status: 404 } }

  test('has neither a feed nor a page of results', async () => {
    const { fetch } = answering(successfactors, { ...none, [SEARCH]: { status: 404 } }, BOARD)
    expect(await successfactors.list(BOARD, fetch)).toEqual({
      kind: 'missing',
      reason: `${SEARCH} answered 404`,
    })
  })

  test('without a feed says how its pages are read', async () => {
    const { fetch } = answering(
      successfactors,
      { ...none, [SEARCH]: { body: table(1, [1]) } },
      BOARD,
    )
    await expect(successfactors.list(BOARD, fetch)).rejects.toThrow(
      `${HOST} has no feed of postings at /sitemal.xml or /sitemap.xml; add careerpage/${HOST} to read its pages`,
    )
  })

  test('that fails is no missing one', async () => {
    const { fetch } = answering(successfactors, { [FEED]: { status: 503 } }, BOARD)
    await expect(successfactors.list(BOARD, fetch)).rejects.toThrow('status 503')
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
  expect(readAddress(address, SYSTEMS, 'successfactors')).toEqual({
    source: 'successfactors',
    slug: HOST,
  })
})

test('a site of the vendor is known by its host', () => {
  for (const text of [
    'https://acme1950.jobs2web.com/search/',
    'successfactors/acme1950.jobs2web.com',
  ]) {
    expect(readAddress(text, SYSTEMS)).toEqual({
      source: 'successfactors',
      slug: 'acme1950.jobs2web.com',
    })
  }
  expect(readAddress(`successfactors/${HOST}`, SYSTEMS)).toMatchObject({ slug: HOST })
})

test('requests go to the host of the board, and to those of the vendor', () => {
  expect(successfactors.isHost(HOST, BOARD)).toBe(true)
  expect(successfactors.isHost('other.example', BOARD)).toBe(false)
  expect(successfactors.isHost('acme1950.jobs2web.com')).toBe(true)
})

test('plain texts in CDATA come escaped as in HTML', async () => {
  const body = feed(item(1, '', '<![CDATA[Cook &amp; Baker (Guelph, ON, CA)]]>'))
  const { postings } = await list({ [FEED]: { body }, [SEARCH]: { body: table(1, [1]) } })
  expect(postings).toMatchObject([{ title: 'Cook & Baker' }])
})
