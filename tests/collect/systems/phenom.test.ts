import { describe, expect, test } from 'bun:test'
import { otherBoardOf } from '../../../src/collect/names/board-of-address'
import type { Fetch, HttpRequest } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { phenom } from '../../../src/collect/systems/phenom'
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

const HOST = 'careers.acme.example'
const board = boardOf(phenom, HOST)
const ROBOTS = `https://${HOST}/robots.txt`
const RESULTS = `https://${HOST}/us/en/search-results`
const WIDGETS = `https://${HOST}/widgets`

const PAGE = (from = 0, { lang = 'en_us', size = 500, state = '' } = {}) =>
  pageKey(WIDGETS, {
    lang,
    country: lang.split('_')[1],
    deviceType: 'desktop',
    siteType: 'external',
    pageName: 'search-results',
    ddoKey: 'refineSearch',
    keywords: '',
    global: true,
    jobs: true,
    counts: true,
    all_fields: ['state'],
    jdsource: 'facets',
    selected_fields: state === '' ? {} : { state: [state] },
    from,
    size,
  })

const DETAIL = (id: string, { lang = 'en_us', seq = `ACME${id}EXTERNALENUS` } = {}) =>
  pageKey(WIDGETS, {
    lang,
    country: lang.split('_')[1],
    deviceType: 'desktop',
    siteType: 'external',
    pageName: 'job-details',
    ddoKey: 'jobDetail',
    jobId: id,
    jobSeqNo: seq,
  })

const robots = (...paths: string[]): Answer => ({
  body: paths.map((path) => `Sitemap: https://${HOST}${path}`).join('\n'),
})
const inEnglish = { [ROBOTS]: robots('/us/en/sitemap_index.xml') }

const row = (id: string, more: object = {}) => ({
  jobId: id,
  jobSeqNo: `ACME${id}EXTERNALENUS`,
  reqId: id,
  title: 'Lathe Operator',
  locale: 'en_US',
  city: 'Akron',
  state: 'Ohio',
  country: 'United States of America',
  cityStateCountry: 'Akron, Ohio, United States of America',
  location: 'Akron, Ohio, United States of America, 44301',
  latitude: '41.08',
  longitude: '-81.52',
  multi_location_array: [
    { latlong: { lat: 41.08, lon: -81.52 }, location: 'Akron, Ohio, United States of America' },
  ],
  postedDate: '2026-09-15T00:00:00.000+0000',
  dateCreated: '2026-09-16T08:00:30.237+0000',
  category: 'Production',
  type: 'Full time',
  descriptionTeaser: 'Turn parts.',
  applyUrl: `https://acme.wd5.myworkdayjobs.com/External/job/Akron/Lathe-Operator_${id}/apply`,
  jobVisibility: ['external', 'internal'],
  ml_skills: ['turning'],
  totalClicks: 7,
  ...more,
})
const rows = (from: number, to: number, more: object = {}) =>
  Array.from({ length: to - from }, (_, index) => row(String(from + index), more))

const found = (jobs: readonly unknown[], totalHits = jobs.length, states?: object): Answer => ({
  body: {
    refineSearch: {
      status: 200,
      hits: jobs.length,
      totalHits,
      data: { jobs, aggregations: [{ field: 'city' }, { field: 'state', value: states }] },
    },
  },
})
const jobOf = (job?: object): Answer => ({ body: { jobDetail: { status: 200, data: { job } } } })

const listOf = async (answers: Record<string, Answer>) => {
  const { fetch, requests } = answering(phenom, answers, board)
  return { ...(await listed(phenom, board, fetch)), requests }
}
const idsOf = (postings: readonly { external_id: string }[]) =>
  postings.map(({ external_id }) => external_id)

describe('a posting', () => {
  const read = async (more: object, ofRow: object = {}) => {
    const answers = {
      ...inEnglish,
      [PAGE()]: found([row('1', ofRow)]),
      [DETAIL('1')]: jobOf({ title: 'Turner', description: '<p>Turn.</p>', ...more }),
    }
    const [posting] = await collected(phenom, board, answering(phenom, answers, board).fetch)
    return posting
  }

  test('has all of its places, each once, and the first one first', async () => {
    const posting = await read(
      {},
      {
        multi_location_array: [
          { location: 'Toledo, Ohio, United States of America' },
          { location: 'Akron, Ohio, United States of America' },
          { city: 'Erie', state: 'Pennsylvania', country: 'United States of America' },
          { city: 'Akron', state: 'Ohio', country: 'United States of America' },
        ],
      },
    )
    expect(posting?.places).toMatchObject([
      { address: { city: 'Akron' } },
      { address: { city: 'Erie', region: 'Pennsylvania' } },
      { text: 'Toledo, Ohio, United States of America' },
    ])
  })

  test('without parts of its place has the text', async () => {
    const noParts = { city: '', state: '', country: '', cityStateCountry: '' }
    const location = 'Remote, Canada'
    const multi = [{ location }, { location: 'Moncton, New Brunswick, Canada' }]
    expect((await read({}, { ...noParts, location, multi_location_array: multi }))?.places).toEqual(
      [{ text: 'Remote, Canada' }, { text: 'Moncton, New Brunswick, Canada' }],
    )
  })

  test.each([
    [{ city: 'Remote' }, {}, 'remote'],
    [{}, { RemoteType: 'Hybrid' }, 'hybrid'],
    [{ checkRemote: 'Remote' }, {}, 'remote'],
    [{}, { remoteType: '100% Onsite' }, 'onsite'],
    [{}, { remote: 'Remote Eligible up to 20%' }, undefined],
    [{ city: 'Remote' }, { RemoteType: 'On-site' }, undefined],
    [{ checkRemote: null }, {}, undefined],
  ])('is remote only by what is certain: %j %j', async (ofRow, more, expected) => {
    expect((await read(more, ofRow))?.work_arrangement).toBe(expected as never)
  })

  test('has no city that is the word remote', async () => {
    const inOhio = { city: 'Remote', latitude: null, longitude: null, multi_location_array: null }
    const [place] = (await read({}, inOhio))?.places ?? []
    expect(place).toEqual({
      address: { region: 'Ohio', country: 'United States of America' },
      text: 'Akron, Ohio, United States of America',
    })
  })

  test.each([
    [{ type: 'Part-time regular' }, ['PART_TIME']],
    [{ type: 'Regular', jobType: 'Full Time' }, ['FULL_TIME']],
    [{ type: 'Schedule: Full-Time  Emergency', jobType: 'external' }, null],
    [{ type: 'Mid-Career' }, null],
  ])('has a type only by known words: %j', async (more, expected) => {
    expect((await read(more))?.employment_type).toEqual(expected as never)
  })

  test.each([
    [{ salaryMin: '0.00', salaryMax: '0.00', payment: '0' }],
    [{ payRange: '$0.00 - $0.00 per hour' }],
    [{ salary: 65000, salaryHourly: 'false' }],
    [{ compensationGrade: 'C5' }],
    [{ compensationRange: 'The pay range for this role is $19.88 - $33.94 hourly. More.' }],
    [{ psStartingWageRate: 'From $37.86+ per hour', psMaximumWageRate: '53.44' }],
    [{ salaryRange: '$50,000 - $60,000 per year', payRange: '$25 - $30 per hour' }],
    [{ benefits: '$20 - $30 per hour' }],
  ])('has no pay by members that differ between employers: %j', async (more) => {
    expect((await read(more))?.salary).toBeNull()
  })

  test('without a date, an address for applying and an employer has none', async () => {
    const none = { postedDate: null, applyUrl: '', type: null }
    const posting = await read({ companyName: '' }, none)
    expect(posting).toMatchObject({
      date_posted: null,
      apply_url: null,
      organization: null,
      employment_type: null,
    })
  })

  const entry = {
    external_id: '1',
    fingerprint: '',
    reference: JSON.stringify({
      jobSeqNo: 'ACME1EXTERNALENUS',
      path: '/us/en',
      locale: 'en_US',
      locales: ['en_US'],
      places: [],
    }),
  }
  const detail = async (answer: Answer) =>
    await phenom.detail?.(board, entry, answering(phenom, { [DETAIL('1')]: answer }, board).fetch)

  testGone(detail)

  test('is gone when the vendor no longer knows its id', async () => {
    expect(await detail(jobOf())).toBeUndefined()
  })

  test.each([
    [{ body: { status: 'failure' } }, 'answered without jobDetail'],
    [{ body: { tokenAvailable: false } }, 'answered without jobDetail'],
    [{ body: '<html>' }, 'something else than JSON'],
    [jobOf({ description: '<p>Turn.</p>' }), 'has no title'],
  ])('is not gone by %j', async (answer, message) => {
    // The list has a title; the answer is of no posting.
    await expect(detail(answer)).rejects.toThrow(message)
  })
})

describe('pages', () => {
  const threePages = (second: readonly unknown[]) => ({
    ...inEnglish,
    [PAGE()]: found(rows(0, 500), 1200),
    [PAGE(500)]: found(second, 1200),
    [PAGE(1000)]: found(rows(1000, 1200), 1200),
  })

  test('are read to the total, and the first one again', async () => {
    const { postings, incompleteReason, requests } = await listOf(threePages(rows(500, 1000)))
    expect([postings.length, incompleteReason]).toEqual([1200, undefined])
    expect(requests.length).toBe(5)
  })

  test('whose order shifts by one row in between prove nothing', async () => {
    const { incompleteReason } = await listOf(threePages(rows(499, 999)))
    expect(incompleteReason).toBe('en_us: the list repeats rows')
  })

  test('that end before the total prove nothing', async () => {
    const { incompleteReason } = await listOf(threePages(rows(500, 900)))
    expect(incompleteReason).toBe('en_us: the list has 1100 rows, and its total is 1200')
  })

  test('that say another total prove nothing: beyond its limit the search says 0', async () => {
    const { incompleteReason } = await listOf({
      ...inEnglish,
      [PAGE()]: found(rows(0, 500), 900),
      [PAGE(500)]: found([], 0),
    })
    expect(incompleteReason).toBe('en_us: the total changed from 900 to 0')
  })

  test('without a row prove nothing', async () => {
    const { postings, incompleteReason } = await listOf({ ...inEnglish, [PAGE()]: found([]) })
    expect([postings, incompleteReason]).toEqual([[], 'an empty list is no proof'])
  })

  test('rows that cannot be read are named; those for employees and tests are left out', async () => {
    const { postings, unreadable } = await listOf({
      ...inEnglish,
      [PAGE()]: found([
        row('1'),
        row('2', { title: '' }),
        row('3', { title: 'Test' }),
        row('4', { jobVisibility: ['internal'] }),
        row('5', { jobVisibility: null }),
      ]),
    })
    expect(idsOf(postings)).toEqual(['1', '5'])
    expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2'])
  })

  test('of a posting with a row for each place are one posting, whatever their order', async () => {
    const erie = { city: 'Erie', cityStateCountry: 'Erie, Ohio', multi_location_array: null }
    const both = [row('1'), row('1', { ...erie, jobSeqNo: 'ACME1EXTERNALENUS2' })]
    const read = async (jobs: unknown[]) => await listOf({ ...inEnglish, [PAGE()]: found(jobs) })
    const { postings, incompleteReason } = await read(both)
    expect([idsOf(postings), incompleteReason]).toEqual([['1'], undefined])
    expect(JSON.parse(postings[0]?.reference ?? '').places).toMatchObject([
      { address: { city: 'Akron' } },
      { address: { city: 'Erie' } },
    ])
    expect((await read(both.toReversed())).postings).toEqual(postings)
  })

  test('change a posting by its content, and not by what the vendor counts', async () => {
    const read = async (more: object) =>
      (await listOf({ ...inEnglish, [PAGE()]: found([row('1', more)]) })).postings[0]?.fingerprint
    const first = await read({})
    const counted = { totalClicks: 99, ml_skills: [], dateCreated: '2026-10-01T00:00:00.000+0000' }
    expect(await read(counted)).toBe(first)
    for (const more of [{ title: 'Turner' }, { descriptionTeaser: 'Turn.' }, { city: 'Erie' }]) {
      expect(await read(more)).not.toBe(first)
    }
  })
})

describe('a list of 10,000 or more', () => {
  /** A search over all rows, cut as the vendor cuts it. */
  const searching = (all: readonly { state: string }[], { states = true, filters = true } = {}) => {
    const asked: { from: number; size: number }[] = []
    const fetch: Fetch = async (request) => {
      if (request.url === ROBOTS) return await answering(phenom, inEnglish, board).fetch(request)
      const { from, size, selected_fields } = request.body as {
        from: number
        size: number
        selected_fields: { state?: string[] }
      }
      asked.push({ from, size })
      const [state] = selected_fields.state ?? []
      const of = all.filter((each) => !filters || state === undefined || each.state === state)
      const names = [...new Set(all.map((each) => each.state))]
      const isBeyond = from + size >= 10_000
      const answer = found(
        isBeyond ? [] : of.slice(from, from + Math.min(size, 500)),
        isBeyond ? 0 : of.length,
        states ? Object.fromEntries(names.map((name) => [name, 1])) : undefined,
      )
      return await answering(phenom, { [WIDGETS]: answer }, board).fetch(request)
    }
    return { fetch, asked }
  }
  const inStates = (count: number, states: number) =>
    Array.from({ length: count }, (_, index) => ({
      jobId: String(index),
      jobSeqNo: `A${index}`,
      title: 'Turner',
      state: `State ${index % states}`,
    }))
  const read = async (all: readonly { state: string }[], how = {}) => {
    const { fetch, asked } = searching(all, how)
    const { postings, incompleteReason } = await listed(phenom, board, fetch)
    expect(asked.filter(({ from, size }) => from + size >= 10_000)).toEqual([])
    return [postings.length, incompleteReason] as const
  }

  test('is read by state, and complete when the states have them all', async () => {
    expect(await read(inStates(10_400, 20))).toEqual([10_400, undefined])
  })

  test('is not complete when postings are in no state', async () => {
    const some = inStates(10_400, 20).map((each, index) =>
      index < 7 ? { ...each, state: '' } : each,
    )
    const { fetch } = searching(some)
    // The search counts no such state.
    const without: Fetch = async (request: HttpRequest) => {
      const response = await fetch(request)
      return { ...response, text: response.text.replace('"":1,', '') }
    }
    const { postings, incompleteReason } = await listed(phenom, board, without)
    expect([postings.length, incompleteReason]).toEqual([
      10_393,
      'en_us: 10393 of 10400 postings were found by state',
    ])
  })

  test.each([
    ['names no states', { states: false }, 1],
    ['does not filter by them', { filters: false }, 20],
    ['names too many', {}, 1001],
  ])('is read to the limit where the search %s', async (_, how, states) => {
    const [count, incompleteReason] = await read(inStates(10_400, states), how)
    expect(count).toBe(9_999)
    expect(incompleteReason).toContain('the list has 9999 rows, and its total is 10400')
  })

  test('of 9,999 is complete', async () => {
    expect(await read(inStates(9_999, 3))).toEqual([9_999, undefined])
  })
})

describe('languages', () => {
  const french = (id: string, more: object = {}) =>
    row(id, { jobSeqNo: `ACME${id}EXTERNALFRCA`, locale: 'fr_CA', title: 'Tourneur', ...more })
  const inLaval = { city: 'Laval', state: 'Quebec', country: 'Canada', multi_location_array: null }
  const inLavalQc = { ...inLaval, state: 'Québec' }
  const both = {
    [ROBOTS]: robots(
      '/ca/fr/sitemap_index.xml',
      '/ca/en/sitemap_index.xml',
      '/gb/en/sitemap.xml',
      '/de/de/sitemap.xml',
    ),
  }
  const FRENCH = PAGE(0, { lang: 'fr_ca' })
  const ENGLISH = PAGE(0, { lang: 'en_ca' })

  test('are those of Canada and the United States that robots.txt names; a translation is one posting', async () => {
    const { postings, incompleteReason } = await listOf({
      ...both,
      [ENGLISH]: found([
        row('1', { locale: 'en_CA' }),
        row('2', { ...inLaval, locale: 'en_CA' }),
        row('3', { ...inLaval, locale: 'en_CA' }),
      ]),
      [FRENCH]: found([french('1'), french('2', inLavalQc), french('4')]),
    })
    expect(incompleteReason).toBeUndefined()
    const taken = postings.map(({ external_id, reference = '' }) => {
      const { path, locale, locales, title } = JSON.parse(reference)
      return [external_id, title, path, locale, locales]
    })
    expect(taken).toEqual([
      ['1', 'Lathe Operator', '/ca/en', 'en_CA', ['en_CA', 'fr_CA']],
      ['2', 'Tourneur', '/ca/fr', 'fr_CA', ['en_CA', 'fr_CA']],
      ['3', 'Lathe Operator', '/ca/en', 'en_CA', ['en_CA']],
      ['4', 'Tourneur', '/ca/fr', 'fr_CA', ['fr_CA']],
    ])
  })

  test('that the search ignores give each posting once, at the page of its own language', async () => {
    const same = found([row('1', { locale: 'en_CA' }), french('2')])
    const { postings, incompleteReason } = await listOf({
      ...both,
      [ENGLISH]: same,
      [FRENCH]: same,
    })
    expect([idsOf(postings), incompleteReason]).toEqual([['1', '2'], undefined])
    const paths = postings.map(({ reference = '' }) => JSON.parse(reference).path)
    expect(paths).toEqual(['/ca/en', '/ca/fr'])
  })

  test('are all proved, or the list is not', async () => {
    const { postings, incompleteReason } = await listOf({
      ...both,
      [ENGLISH]: found([row('1')]),
      [FRENCH]: found([french('2')], 3),
    })
    expect([idsOf(postings), incompleteReason]).toEqual([
      ['1', '2'],
      'fr_ca: the list has 1 rows, and its total is 3',
    ])
  })

  test('that answer 404 after another one has answered are no proof that the site is gone', async () => {
    const answers = { ...both, [ENGLISH]: found([row('1')]), [FRENCH]: { status: 404 } }
    const { fetch } = answering(phenom, answers, board)
    await expect(phenom.list(board, fetch)).rejects.toThrow(`${WIDGETS} answered 404`)
  })

  test('the detail is asked for in the language of the posting', async () => {
    const { fetch } = answering(
      phenom,
      {
        ...both,
        [ENGLISH]: found([]),
        [FRENCH]: found([french('2')]),
        [DETAIL('2', { lang: 'fr_ca', seq: 'ACME2EXTERNALFRCA' })]: jobOf({
          title: 'Tourneur',
          description: '<p>Tourner.</p>',
        }),
      },
      board,
    )
    const [posting] = await collected(phenom, board, fetch)
    expect(posting).toMatchObject({
      title: 'Tourneur',
      url: `https://${HOST}/ca/fr/job/2`,
      source_fields: { fields: { locale: { value: 'fr_CA' } } },
    })
  })

  test.each([
    ['/global/en', 'en_global'],
    ['/gb/en', 'en_gb'],
    ['/global/en/search-results?x=1', 'en_global'],
  ])('without sitemaps are the one to which a wrong one leads: %s', async (path, lang) => {
    const { postings } = await listOf({
      [ROBOTS]: { status: 404, body: '<html>' },
      [RESULTS]: { status: 303, headers: { location: path } },
      [PAGE(0, { lang })]: found([row('1')]),
    })
    expect(JSON.parse(postings[0]?.reference ?? '').path).toBe(
      path.slice(0, path.indexOf('/en') + 3),
    )
  })

  test('without sitemaps are those of the United States when they have pages', async () => {
    const { postings } = await listOf({
      [ROBOTS]: robots('/us/en/about', '/sitemap.xml'),
      [RESULTS]: { body: '<html>' },
      [PAGE()]: found([row('1')]),
    })
    expect(idsOf(postings)).toEqual(['1'])
  })

  test.each([
    [{ status: 302, headers: { location: 'https://jobs.other.example/us/en' } }],
    [{ status: 302, headers: { location: '/maintenance' } }],
  ])('are not those of %j', async (answer) => {
    await expect(
      listOf({ [ROBOTS]: robots(), [RESULTS]: answer, [PAGE()]: found([row('1')]) }),
    ).rejects.toThrow('redirects to')
  })
})

describe('a board', () => {
  test.each([404, 410])('does not exist when the site answers %d', async (status) => {
    const { fetch } = answering(phenom, { ...inEnglish, [WIDGETS]: { status } }, board)
    const reason = `${WIDGETS} answered ${status}`
    expect(await phenom.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('does not exist when it has no page of results', async () => {
    const answers = { [ROBOTS]: { status: 404 }, [RESULTS]: { status: 404 } }
    const { fetch } = answering(phenom, answers, board)
    const reason = `${RESULTS} answered 404`
    expect(await phenom.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test.each([
    [WIDGETS, { status: 403 }, 'status 403'],
    [WIDGETS, { status: 503 }, 'status 503'],
    [WIDGETS, { body: '<html>Back soon</html>' }, 'answered with something else than JSON'],
    [WIDGETS, { body: { status: 'failure' } }, 'answered without refineSearch.totalHits'],
    [WIDGETS, { body: { tokenAvailable: false } }, 'answered without refineSearch.totalHits'],
    [
      WIDGETS,
      { body: { refineSearch: { status: 200, totalHits: 5, data: {} } } },
      'answered without a list of data.jobs',
    ],
    [ROBOTS, { status: 503 }, 'status 503'],
  ])('is not missing: %s %j', async (url, answer, message) => {
    const { fetch } = answering(phenom, { ...inEnglish, [url]: answer }, board)
    await expect(phenom.list(board, fetch)).rejects.toThrow(message)
  })

  test('asks the host that the operator named only', () => {
    expect(phenom.isHost(HOST, board)).toBe(true)
    expect(phenom.isHost('cdn.phenompeople.com', board)).toBe(false)
    expect(phenom.isHost(HOST)).toBe(false)
  })
})

test('an address for applying tells the board of which a posting is', () => {
  const { applyUrl } = row('JR-1')
  const own = `https://${HOST}/us/en/job/JR-1`
  expect(otherBoardOf([applyUrl, own], board, SYSTEMS)).toEqual({
    otherBoard: 'workday/acme/External',
    otherAddress: applyUrl,
  })
  expect(otherBoardOf([null, own], board, SYSTEMS).otherBoard).toBeNull()
})

test.each(['', '/us/en', '/us/en/search-results', '/widgets', '/us/en/c/engineering-jobs'])(
  'an operator names it by any page of its host: %s',
  (path) => {
    expect(phenom.ownBoardOf?.(new URL(`https://${HOST}${path}`))).toEqual({ slug: HOST })
  },
)

testRecordings('recorded answers: the fields that were read by hand', async () => {
  const texts = await recordings('phenom')
  const page = texts.get('duke-search-results.html') ?? ''
  const { eagerLoadRefineSearch } = JSON.parse(
    page.slice(page.indexOf('{', page.indexOf('phApp.ddo')), page.lastIndexOf('};') + 1),
  )
  const { jobDetail } = JSON.parse(texts.get('hendrick-jobDetail-35517.json') ?? '')
  const fetch: Fetch = async (request) => {
    const isList = pageKey('', request.body).includes('refineSearch')
    const answer: Answer = isList
      ? { body: { refineSearch: eagerLoadRefineSearch } }
      : { body: { jobDetail } }
    const answers = { ...inEnglish, [WIDGETS]: answer }
    return await answering(phenom, answers, board).fetch(request)
  }
  const { postings, incompleteReason } = await listed(phenom, board, fetch)
  expect(incompleteReason).toBe('en_us: page 2 has no new rows')
  expect(idsOf(postings)).toEqual(['273419', '273424', '1089597', '273496'])
  expect(JSON.parse(postings[2]?.reference ?? '')).toMatchObject({
    title: 'Child & Adolescent Psychiatrist, Duke Pediatric Hospital Program',
    postedDate: '2025-10-15T16:26:15.636+0000',
    places: [{ address: { city: 'Durham', region: 'North Carolina' } }],
  })
  const [posting] = await collected(phenom, board, fetch)
  expect(posting).toMatchObject({
    title: 'CT Scan Technologist I',
    date_posted: '2026-09-15T00:00:00Z',
    apply_url: 'https://pm.healthcaresource.com/cs/ehendrick/#/preApply/25344',
    employment_type: ['FULL_TIME'],
    salary: null,
  })
  expect(posting?.description_html).toContain('JOB SUMMARY')
})
