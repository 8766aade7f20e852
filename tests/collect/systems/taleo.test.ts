import { describe, expect, test } from 'bun:test'
import { memberAt, textAt } from '../../../src/collect/answers/members'
import { taleo } from '../../../src/collect/systems/taleo'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  listed,
  pageKey,
  recordings,
  testRecordings,
} from './answers'

const board = boardOf(taleo, 'fir/2')
const ORIGIN = 'https://fir.taleo.net/careersection'
const SHELL = `${ORIGIN}/2/jobsearch.ftl?lang=en`
const SEARCH = `${ORIGIN}/rest/jobboard/searchjobs?lang=en&portal=101430233`
const DETAIL = (number: string) => `${ORIGIN}/2/jobdetail.ftl?job=${number}&lang=en`

const HEADS = ['Requisition Title', 'Location', 'Department', 'Posting Date']
const shell = (heads: readonly string[] = HEADS): Record<string, Answer> => ({
  [SHELL]: {
    body: `<html><script>var ftl = {portalNo: '101430233', lang: 'en'}</script>
<table id="jobs"><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></table></html>`,
  },
})

const page = (pageNo: number) =>
  pageKey(SEARCH, {
    multilineEnabled: false,
    sortingSelection: { sortBySelectionParam: '3', ascendingSortingOrder: 'false' },
    fieldData: { fields: { KEYWORD: '', LOCATION: '' }, valid: true },
    filterSelectionParam: { searchFilterSelections: [] },
    advancedSearchFiltersSelectionParam: { searchFilterSelections: [] },
    pageNo,
  })

const row = (jobId: string, more: object = {}) => ({
  jobId,
  contestNo: `26000${jobId}`,
  column: ['Surveyor', '["US-NV-Las Vegas","US-AZ-Phoenix"]', 'Roads', 'Sep 9, 2026'],
  linkedColumn: 0,
  locationsColumns: [1],
  ...more,
})

const answerOf = (rows: unknown[], totalCount: number, currentPageNo = 1): Answer => ({
  body: { requisitionList: rows, pagingData: { currentPageNo, pageSize: 25, totalCount } },
})

function filled(...html: string[]): Answer {
  const texts = ['', 'Surveyor', "it\\'s", ...html.map((part) => `!*!${encodeURIComponent(part)}`)]
  const list = texts.map((text) => `'${text}'`).join(',')
  return {
    body: `<script>api.fillList('requisitionDescriptionInterface', 'descRequisition', [${list}]);</script>`,
  }
}

test('the columns are the tenant’s choice', async () => {
  const read = async (heads: readonly string[], more: object) => {
    const { fetch } = answering(taleo, {
      ...shell(heads),
      [page(1)]: answerOf([row('1', more)], 1),
      [DETAIL('260001')]: filled('<p>x</p>'),
    })
    const [posting] = await collected(taleo, board, fetch)
    if (posting) checkImportable(board, posting)
    return posting
  }
  const column = ['Jul 1, 2026', 'Roads', 'Surveyor', '["Canada-Ontario-Ottawa"]', 'Aug 2, 2026']
  const more = { column, linkedColumn: 2, locationsColumns: [3] }
  const labelled = ['Posted', 'Department', 'Title', 'Place', 'Closing Date']
  expect(await read(labelled, more)).toMatchObject({
    title: 'Surveyor',
    places: [{ text: 'Canada-Ontario-Ottawa' }],
    date_posted: '2026-07-01T00:00:00Z',
  })
  // Without labels, two dates are no date.
  expect(await read([], more)).toMatchObject({
    date_posted: null,
    source_fields: {
      fields: { 'column 2': { value: 'Roads' }, 'column 5': { value: 'Aug 2, 2026' } },
    },
  })
  const trimmed = { linkedColumn: undefined, locationsColumns: undefined }
  expect(await read([], trimmed)).toMatchObject({
    title: 'Surveyor',
    places: [{ text: 'US-AZ-Phoenix' }, { text: 'US-NV-Las Vegas' }],
    date_posted: '2026-09-09T00:00:00Z',
  })
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(String(from + index)))

  test('of 25 are read to the total, and the first one again', async () => {
    const { fetch, requests } = answering(taleo, {
      ...shell(),
      [page(1)]: answerOf(rows(0, 25), 27),
      [page(2)]: answerOf(rows(25, 27), 27, 2),
    })
    const { postings, incompleteReason } = await listed(taleo, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([27, undefined])
    expect(requests.map(({ body }) => memberAt(body, 'pageNo'))).toEqual([undefined, 1, 2, 1])
  })

  test('past the end are repeated, and no complete list', async () => {
    const { fetch } = answering(taleo, {
      ...shell(),
      [page(1)]: answerOf(rows(0, 25), 60),
      [page(2)]: answerOf(rows(0, 25), 60, 2),
    })
    expect((await listed(taleo, board, fetch)).incompleteReason).toBe('page 2 has no new rows')
  })
})

test('broken rows are named, test rows left out; the order of places does not count', async () => {
  const read = async (list: unknown[]) => {
    const { fetch } = answering(taleo, { ...shell(), [page(1)]: answerOf(list, list.length) })
    return await listed(taleo, board, fetch)
  }
  const test = row('3', { column: ['Test Job', '[]', '', ''] })
  const blank = row('2', { column: ['', '[]', '', ''] })
  const { postings, unreadable } = await read([row('1'), blank, test, row('4', { column: null })])
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['4', '2'])
  const turned = ['Surveyor', '["US-AZ-Phoenix","US-NV-Las Vegas"]', 'Roads', 'Sep 9, 2026']
  const other = await read([row('1', { column: turned })])
  expect(other.postings[0]?.fingerprint).toBe(String(postings[0]?.fingerprint))
})

test.each([404, 410])('%d: there is no such board, or no such posting', async (status) => {
  const { fetch } = answering(taleo, { [SHELL]: { status }, [DETAIL('1')]: { status } })
  expect(await taleo.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${SHELL} answered ${status}`,
  })
  const reference = JSON.stringify({ number: '1', fields: [], places: [] })
  const entry = { external_id: '1', fingerprint: '', reference }
  expect(await taleo.detail?.(board, entry, fetch)).toBeUndefined()
})

test.each([
  [{ [SHELL]: { status: 503 } }, 'status 503'],
  [{ [SHELL]: { body: '<html>maintenance</html>' } }, 'names no portal'],
  [{ ...shell(), [SEARCH]: { status: 500 } }, 'status 500'],
  [{ ...shell(), [SEARCH]: { body: '<html>' } }, 'answered with something else than JSON'],
  [{ ...shell(), [SEARCH]: { body: { requisitionList: [] } } }, 'without pagingData'],
  [
    {
      ...shell(),
      [SEARCH]: { body: { requisitionList: [], pagingData: { pageSize: 0, totalCount: 0 } } },
    },
    'answered with pages of no rows',
  ],
])('maintenance is an error: %p', async (answers: Record<string, Answer>, message) => {
  const { fetch } = answering(taleo, answers)
  await expect(taleo.list(board, fetch)).rejects.toThrow(message)
})

test('a page without a description is an error, and removes nothing', async () => {
  const reference = JSON.stringify({ number: '1', title: 'x', fields: [], places: [] })
  const { fetch } = answering(taleo, {
    [DETAIL('1')]: { body: '<html>no longer available</html>' },
  })
  await expect(
    taleo.detail?.(board, { external_id: '1', fingerprint: '', reference }, fetch),
  ).rejects.toThrow('has no description')
})

describe('Business Edition', () => {
  const settings = { host: 'phe.tbe.taleo.net', instance: 'phe01' }
  const business = boardOf(taleo, 'tbe/FIR/41', { settings })
  const BASE = 'https://phe.tbe.taleo.net/phe01/ats/careers/v2'
  const RESULTS = `${BASE}/searchResults?org=FIR&cws=41`
  const JOB = (id: number) => `${BASE}/viewRequisition?org=FIR&cws=41&rid=${id}`

  const link = (id: number, title: string) =>
    `<h4 class="oracletaleocwsv2-head-title"><a href="${JOB(id).replaceAll('&', '&amp;')}" class="viewJobLink">${title}</a></h4>
<a href="${JOB(id)}" class="viewJobLink">View</a>`
  const pageOf = (links: string[], next = ''): Answer => ({
    body: `<div class="oracletaleocwsv2-search-results">${links.join('')}${next}</div>`,
  })
  const job = (more: object): Answer => ({
    body: `<script type="application/ld+json">${JSON.stringify({
      '@type': 'JobPosting',
      title: 'R&D Engineer',
      description: '<p>Fell.</p>',
      datePosted: '2026-08-01',
      employmentType: 'FULL_TIME',
      hiringOrganization: { name: 'Fir' },
      jobLocation: {
        address: { addressLocality: 'Reno', addressRegion: 'NV', addressCountry: 'US' },
      },
      ...more,
    })}</script>`,
  })

  test('postings have the members of JSON-LD', async () => {
    const { fetch } = answering(taleo, {
      [RESULTS]: pageOf([link(1, 'R&amp;D Engineer'), link(2, 'Feller'), link(3, 'Cook')]),
      [JOB(1)]: job({}),
      [JOB(2)]: job({
        title: 'Feller',
        jobLocationType: 'TELECOMMUTE',
        employmentType: ['PART_TIME'],
      }),
      [JOB(3)]: job({ title: undefined, jobLocation: { address: 'Guelph, ON, Canada' } }),
    })
    const postings = await collected(taleo, business, fetch)
    expect(postings).toMatchObject([
      {
        external_id: '1',
        title: 'R&D Engineer',
        url: JOB(1),
        organization: 'Fir',
        date_posted: '2026-08-01T00:00:00Z',
        places: [{ address: { city: 'Reno', region: 'NV', country: 'US' } }],
        employment_type: ['FULL_TIME'],
        description_html: '<p>Fell.</p>',
      },
      { title: 'Feller', work_arrangement: 'remote', employment_type: ['PART_TIME'] },
      { title: 'Cook', places: [{ text: 'Guelph, ON, Canada' }] },
    ])
    for (const posting of postings) checkImportable(business, posting)
  })

  test('pages are read as long as they link to more; without jobs nothing is proved', async () => {
    const more = `${RESULTS}&next&rowFrom=10`
    const { fetch } = answering(taleo, {
      [RESULTS]: pageOf([link(1, 'A')], `<a href="${more}">Next</a>`),
      [more]: pageOf([link(2, 'B')]),
    })
    const { postings, incompleteReason } = await listed(taleo, business, fetch)
    expect([postings.map(({ external_id }) => external_id), incompleteReason]).toEqual([
      ['1', '2'],
      undefined,
    ])
    const empty = answering(taleo, { [RESULTS]: pageOf([]) })
    expect((await listed(taleo, business, empty.fetch)).incompleteReason).toBe(
      'the list is empty, as is that of a board that does not exist',
    )
  })

  const links = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => link(from + index, `Feller ${from + index}`))

  test('the pages behind the first one are those of its session', async () => {
    const more = `${RESULTS}&next&rowFrom=10`
    const { fetch, requests } = answering(taleo, {
      [RESULTS]: {
        ...pageOf(links(1, 11), `<a href="${more}">Next</a>`),
        headers: { 'set-cookie': 'JSESSIONID=one; Path=/phe01/ats; Secure' },
      },
      [more]: pageOf(links(11, 14)),
    })
    const { postings, incompleteReason } = await listed(taleo, business, fetch)
    expect([postings.length, incompleteReason]).toEqual([13, undefined])
    expect(requests.map(({ url, headers }) => [url, headers?.cookie])).toEqual([
      [RESULTS, undefined],
      [more, 'JSESSIONID=one'],
      [RESULTS, undefined],
    ])
  })

  test.each([
    ['the last one again proves it', pageOf(links(1, 11)), undefined],
    [
      'one with other jobs does not',
      pageOf(links(11, 12)),
      'more rows follow the last page that the total allows',
    ],
    [
      'an empty text does not',
      { body: ' ' },
      `the page behind the last one: ${RESULTS}&rowFrom=10&next answered with something else than a list`,
    ],
  ])('behind a full last page one more is asked for: %s', async (_, behind, incompleteReason) => {
    const { fetch, requests } = answering(taleo, {
      [RESULTS]: { ...pageOf(links(1, 11)), headers: { 'set-cookie': 'JSESSIONID=one' } },
      [`${RESULTS}&rowFrom=10&next`]: behind,
    })
    expect((await listed(taleo, business, fetch)).incompleteReason).toBe(incompleteReason)
    expect(requests.map(({ headers }) => headers?.cookie)).toEqual([undefined, 'JSESSIONID=one'])
  })

  test('404 is no board, and something else is an error', async () => {
    const gone = answering(taleo, { [RESULTS]: { status: 404 } })
    expect((await taleo.list(business, gone.fetch)).kind).toBe('missing')
    const other = answering(taleo, { [RESULTS]: { body: '<html>later</html>' } })
    await expect(taleo.list(business, other.fetch)).rejects.toThrow('something else than a list')
    const { fetch } = answering(taleo, { [JOB(1)]: { body: '<html></html>' } })
    await expect(
      taleo.detail?.(business, { external_id: '1', fingerprint: '' }, fetch),
    ).rejects.toThrow('has no JobPosting')
  })

  test('the board of an address', () => {
    expect(taleo.boardOf(new URL(JOB(7)))).toEqual({ slug: 'tbe/FIR/41', settings })
    expect(taleo.boardOf(new URL(BASE))).toBeUndefined()
  })
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('taleo')) {
    const recorded = JSON.parse(text)
    const rows: unknown[] = recorded.requisitionList
    const { fetch } = answering(taleo, {
      ...shell([]),
      [page(1)]: { body: recorded },
      ...Object.fromEntries(
        rows.map((one) => [DETAIL(textAt(one, 'contestNo') ?? ''), filled('<p>x</p>')]),
      ),
    })
    const postings = await collected(taleo, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([
      name,
      ...rows.map((one) => textAt(one, 'jobId') ?? ''),
    ])
    for (const posting of postings) {
      checkImportable(board, posting)
      expect([posting.date_posted, posting.places.length > 0]).toEqual([expect.any(String), true])
    }
  }
})
