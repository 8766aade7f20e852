import { describe, expect, test } from 'bun:test'
import { memberAt, textAt } from '../../../src/collect/answers/members'
import { paycom } from '../../../src/collect/systems/paycom'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  listed,
  pageKey,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const board = boardOf(paycom, KEY)
const PORTAL = `https://www.paycomonline.net/v4/ats/web.php/portal/${KEY}`
const SERVICE = 'https://portal-applicant-tracking.us-east.paycomonline.net'
const DETAIL = (id: number) => `${SERVICE}/api/ats/job-postings/${id}`

const page = (skip: number) =>
  pageKey(`${SERVICE}/api/ats/job-posting-previews/search`, {
    skip,
    take: 100,
    filtersForQuery: {
      distanceFrom: 0,
      keywordSearchText: '',
      location: '',
      sortOption: '',
      workEnvironments: [],
      positionTypes: [],
      educationLevels: [],
      categories: [],
      travelTypes: [],
      shiftTypes: [],
      otherFilters: [],
    },
  })

const portal = (service = `${SERVICE}/`, jwt = 'aaa.bbb.ccc'): Answer => ({
  body: `<script>var configsFromHost = ${JSON.stringify({
    sessionJWT: jwt,
    libConfig: JSON.stringify({ atsPortalMantleServiceUrl: service, note: 'a }; in a text' }),
  })}; var Mountable = {};</script>`,
})

const PAGE = { [`${PORTAL}/career-page`]: portal() }

const row = (id: number, more: object = {}) => ({
  jobId: id,
  jobTitle: 'Kiln operator',
  positionType: 'Full Time',
  remoteType: '',
  locations: 'Kiln house 7 - Waco, TX 76701',
  description: 'Fire the ware ...',
  postedOn: '',
  isHotJob: false,
  ...more,
})

const answerOf = (rows: unknown[], total: number): Answer => ({
  body: { jobPostingPreviews: rows, jobPostingPreviewsCount: total },
})

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => row(from + index))

const jobOf = (id: number, more: object = {}, google: object = {}) => ({
  body: {
    jobPosting: {
      ...row(id),
      clientCode: '0AB12',
      location: 'Kiln house 7 - Waco, TX 76701',
      secondaryLocations: ['Round Rock, TX 78664', 'All sites'],
      salaryRange: '$18.25 - $24.50 Hourly',
      startDate: '',
      jobCategory: 'Ceramics',
      description: '<p>Fire the ware.</p>',
      qualifications: '<ul><li>Patience</li></ul>',
      qualificationsTitle: 'Qualifications',
      googleJobJson: JSON.stringify({
        datePosted: '2026-08-19',
        hiringOrganization: { '@type': 'Organization', name: 'Clay & Sons' },
        baseSalary: { currency: 'USD', value: { minValue: 1, maxValue: 2, unitText: '' } },
        ...google,
      }),
      ...more,
    },
  },
})

const readDetail = async (more: object, google: object = {}) => {
  const { fetch } = answering(paycom, { ...PAGE, [DETAIL(11)]: jobOf(11, more, google) })
  return await paycom.detail?.(board, { external_id: '11', fingerprint: '' }, fetch)
}

test('pay is the text of the range, in the dollars of the places', async () => {
  expect((await readDetail({ secondaryLocations: [] }))?.salary).toMatchObject({
    currency: 'USD',
    value: { minValue: 18.25, maxValue: 24.5, unitText: 'HOUR' },
  })
})

test.each([
  ['Waco, TX', { city: 'Waco', region: 'TX', country: 'US' }],
  ['Plant - North - Winston-Salem, NC 27101-1234', { city: 'Winston-Salem', region: 'NC' }],
  ['12 Clay Road, Windsor, ON', { city: 'Windsor', region: 'ON', country: 'CA' }],
  ['Home Office', undefined],
  ['Waco, Texas', undefined],
  ['Acme - Paris, FR', undefined],
])('the place %s', async (location, address) => {
  const [place] = (await readDetail({ location, secondaryLocations: [] }))?.places ?? []
  expect(place).toMatchObject({ ...(address && { address }), text: location })
  expect('address' in (place ?? {})).toBe(address !== undefined)
})

test('a portal that is gone says so with 200', async () => {
  for (const answer of [
    { body: '<p>Job board does not exist or is unavailable at this time.</p>' },
    { status: 404 },
    { status: 410 },
  ]) {
    const { fetch } = answering(paycom, { [`${PORTAL}/career-page`]: answer })
    expect((await paycom.list(board, fetch)).kind).toBe('missing')
  }
})

test.each([
  [{ body: 'Back soon' }, 'no session'],
  [{ status: 503 }, 'status 503'],
  [portal('https://evil.example/'), 'a service that is not its own'],
  [portal('https://paycomonline.net.evil.example/'), 'a service that is not its own'],
  [portal('http://a.paycomonline.net/'), 'a service that is not its own'],
  [portal('https://user@a.paycomonline.net:8443/'), 'a service that is not its own'],
] as const)('is not missing: %p', async (answer, message) => {
  const { fetch, requests } = answering(paycom, { [`${PORTAL}/career-page`]: answer })
  await expect(paycom.list(board, fetch)).rejects.toThrow(message)
  expect(requests).toHaveLength(1)
})

test('a 404 of the service does not say that the board is missing', async () => {
  const { fetch } = answering(paycom, { ...PAGE, [page(0)]: { status: 404 } })
  await expect(paycom.list(board, fetch)).rejects.toThrow('status 404')
})

describe('pages', () => {
  const boardOfPages = async (second: unknown[], total = 250) => {
    const { fetch, requests } = answering(paycom, {
      ...PAGE,
      [page(0)]: answerOf(rows(1, 101), 250),
      [page(100)]: answerOf(second, total),
      [page(200)]: answerOf(rows(201, 251), 250),
    })
    return { ...(await listed(paycom, board, fetch)), requests }
  }

  test('are read to the total, and the first one again', async () => {
    const { postings, incompleteReason, requests } = await boardOfPages(rows(101, 201))
    expect([postings.length, incompleteReason]).toEqual([250, undefined])
    expect(requests.flatMap(({ body }) => memberAt(body, 'skip') ?? [])).toEqual([0, 100, 200, 0])
  })

  test('whose order shifts by one row prove nothing', async () => {
    // The last row of the first page is the first one of the second, and row 200 is on none.
    expect((await boardOfPages(rows(100, 200))).incompleteReason).toBe('the list repeats rows')
  })

  test('whose total changes prove nothing', async () => {
    expect((await boardOfPages(rows(102, 201), 249)).incompleteReason).toBe(
      'the total changed from 250 to 249',
    )
  })

  test('of a board that exists may be empty', async () => {
    const { fetch } = answering(paycom, { ...PAGE, [page(0)]: answerOf([], 0) })
    expect(await listed(paycom, board, fetch)).toMatchObject({
      postings: [],
      incompleteReason: undefined,
    })
  })
})

test('broken rows are named', async () => {
  const broken = [row(1), row(2, { jobTitle: '' })]
  const { fetch } = answering(paycom, { ...PAGE, [page(0)]: answerOf(broken, 2) })
  const { postings, unreadable } = await listed(paycom, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2'])
})

testGone(
  async (answer) => {
    const { fetch } = answering(paycom, { ...PAGE, [DETAIL(11)]: answer })
    return await paycom.detail?.(board, { external_id: '11', fingerprint: '' }, fetch)
  },
  [302, 503],
)

testRecordings('recorded answers: each row is a posting', async () => {
  const texts = await recordings('paycom')
  const list = [...texts].find(([name]) => name.includes('previews'))
  const detail = [...texts].find(([name]) => name.includes('detail'))
  if (list === undefined || detail === undefined) return
  const previews: unknown[] = JSON.parse(list[1]).jobPostingPreviews
  const ids = previews.map((one) => textAt(one, 'jobId') ?? '')
  const { fetch } = answering(paycom, {
    ...PAGE,
    [page(0)]: { body: list[1] },
    ...Object.fromEntries(ids.map((id) => [DETAIL(Number(id)), { body: detail[1] }])),
  })
  const postings = await collected(paycom, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(ids)
  for (const posting of postings) {
    checkImportable(board, posting)
    expect(posting).toMatchObject({
      title: 'Point of Care Specialist',
      date_posted: '2026-08-27T00:00:00Z',
      places: [{ address: { city: 'Floresville', region: 'TX', country: 'US' } }],
      employment_type: ['FULL_TIME'],
      salary: null,
      work_arrangement: null,
    })
  }
})
