import { expect, test } from 'bun:test'
import { adpmyjobs } from '../../../src/collect/systems/adpmyjobs'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  listed,
  recordings,
  testRecordings,
} from './answers'

const SITE = 'https://myjobs.adp.com/public/staffing/v1/career-site/acme'

const pageAt = (skip: number) =>
  `https://my.adp.com/myadp_prefix/mycareer/public/staffing/v1/job-requisitions/apply-custom-filters?$select=reqId,jobTitle,publishedJobTitle,jobDescription,jobQualifications,workLevelCode,postingDate,clientRequisitionID,category,requisitionLocations,organizationalUnits&$orderby=reqId&$top=50&$skip=${skip}`

const site = (more: object = {}): Answer => ({
  body: {
    id: '11111111-2222-3333-4444-555555555555',
    name: 'External',
    domain: 'acme',
    clientName: 'Acme Kilns, Inc.',
    active: true,
    hideDaysPosted: false,
    myJobsToken: 'token-1',
    settings: { careerSiteType: 'External' },
    ...more,
  },
})

const place = (city: string, state: string, name: string, isPrimary: boolean) => ({
  itemID: `${city}-1`,
  address: {
    country: { codeValue: 'USA', longName: 'United States' },
    cityName: city,
    postalCode: '53202',
    lineOne: '1 Kiln Street\nSuite 2',
    countrySubdivisionLevel1: { codeValue: state, longName: 'A state' },
  },
  nameCode: { codeValue: 'K', longName: name },
  primaryIndicator: isPrimary,
})

const ROW = {
  reqId: '5001227248706',
  clientRequisitionID: '364',
  jobTitle: 'Potter II - internal',
  publishedJobTitle: 'Potter',
  jobDescription: '<p>Throw pots.</p>',
  jobQualifications: '<p>Two hands.</p>',
  postingDate: '2026-09-23T18:42:47Z',
  category: 'Craft',
  workLevelCode: 'Full-time',
  organizationalUnits: [{ name: 'Kilns', codeValue: 'K' }],
  workLocations: [],
  requisitionLocations: [
    place('Merrill', 'WI', 'Merrill Office', false),
    place('Milwaukee', 'WI', 'Milwaukee Office', true),
  ],
}

const row = (id: number, more: object = {}) => ({ ...ROW, reqId: String(id), ...more })
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => row(from + at))
const page = (count: number, jobRequisitions: object[]): Answer => ({
  body: { count, jobRequisitions },
})

const board = boardOf(adpmyjobs)

test.each([
  [{ postingDate: undefined }, { date_posted: null }],
  [{ publishedJobTitle: ' ' }, { title: 'Potter II - internal' }],
  [{ jobQualifications: null }, { description_html: '<p>Throw pots.</p>' }],
  [{ jobDescription: '<p>Two hands.</p>' }, { description_html: '<p>Two hands.</p>' }],
  [{ workLevelCode: 'Variable' }, { employment_type: null }],
  [{ requisitionLocations: [] }, { places: [] }],
  [
    { requisitionLocations: [place('Work from home', 'VA', 'Remote', true)] },
    {
      places: [{ address: { region: 'VA', country: 'USA' }, text: 'Remote' }],
      work_arrangement: 'remote',
    },
  ],
  [
    { requisitionLocations: [{ address: {}, nameCode: { longName: 'Reno, NV' } }] },
    { places: [{ text: 'Reno, NV' }] },
  ],
])('what a row lacks is not known: case %#', async (members, expected) => {
  const body = page(1, [{ ...ROW, ...members }])
  const { fetch } = answering(adpmyjobs, { [SITE]: site(), [pageAt(0)]: body })
  const [posting] = await collected(adpmyjobs, board, fetch)
  expect(posting).toMatchObject(expected as never)
})

test('every request of the list has the token and the one language that is answered', async () => {
  const { fetch, requests } = answering(adpmyjobs, {
    [SITE]: site(),
    [pageAt(0)]: page(120, rows(1, 50)),
    [pageAt(50)]: page(120, rows(51, 50)),
    [pageAt(100)]: page(120, rows(101, 20)),
  })
  const { postings, incompleteReason, organization } = await listed(adpmyjobs, board, fetch)
  expect([postings.length, incompleteReason, organization]).toEqual([
    120,
    undefined,
    'Acme Kilns, Inc.',
  ])
  expect(requests.map(({ headers }) => headers)).toEqual([
    { accept: 'application/json', 'accept-language': 'en-US' },
    // The first page is read once more, in case the list changed meanwhile.
    ...Array.from({ length: 4 }, () => ({
      accept: 'application/json',
      'accept-language': 'en-US',
      myjobstoken: 'token-1',
    })),
  ])
})

test('a list whose order shifts by a row between its pages is no proof', async () => {
  const { fetch } = answering(adpmyjobs, {
    [SITE]: site(),
    [pageAt(0)]: page(120, rows(1, 50)),
    [pageAt(50)]: page(120, rows(50, 50)),
    [pageAt(100)]: page(120, rows(100, 20)),
  })
  const { incompleteReason } = await listed(adpmyjobs, board, fetch)
  expect(incompleteReason).toBe('the list repeats rows')
})

test('a site without postings is empty, and its list is proved', async () => {
  const { fetch } = answering(adpmyjobs, { [SITE]: site(), [pageAt(0)]: page(0, []) })
  expect(await listed(adpmyjobs, board, fetch)).toMatchObject({
    postings: [],
    incompleteReason: undefined,
  })
})

test.each([
  [{ status: 400, body: { message: 'Careersite not found' } }, 'answered 400 Careersite not found'],
  [{ status: 400, body: { message: 'Careersite is not active' } }, 'Careersite is not active'],
  [{ status: 404 }, 'answered 404'],
  [site({ settings: { careerSiteType: 'Internal' } }), 'is for employees of the client'],
])('there is no such board: %p', async (answer, reason) => {
  const { fetch } = answering(adpmyjobs, { [SITE]: answer })
  expect(await adpmyjobs.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: expect.stringContaining(reason),
  })
})

test.each([
  [{ [SITE]: { status: 400, body: { message: 'Bad Request' } } }, 'answered 400: Bad Request'],
  [{ [SITE]: { status: 503 } }, 'status 503'],
  [{ [SITE]: { body: '<html>Back soon</html>' } }, 'something else than JSON'],
  [{ [SITE]: site({ myJobsToken: '' }) }, 'a site that has no token'],
  [{ [SITE]: site(), [pageAt(0)]: { status: 502 } }, 'status 502'],
  [{ [SITE]: site(), [pageAt(0)]: { body: { jobRequisitions: [] } } }, 'answered without count'],
])('is an error and no absence: case %#', async (answers, message) => {
  const { fetch } = answering(adpmyjobs, answers as Record<string, Answer>)
  await expect(adpmyjobs.list(board, fetch)).rejects.toThrow(message)
})

test('a token that the list does not know is renewed once', async () => {
  const { fetch, requests } = answering(adpmyjobs, {
    [SITE]: site(),
    [pageAt(0)]: { status: 400, body: { message: 'postingChannelId not found' } },
  })
  await expect(adpmyjobs.list(board, fetch)).rejects.toThrow('status 400')
  expect(requests.map(({ url }) => url)).toEqual([SITE, pageAt(0), SITE, pageAt(0)])
})

testRecordings('recorded lists of ADP Recruiting Management are read', async () => {
  for (const [file, text] of await recordings('adpmyjobs')) {
    if (!file.endsWith('-list.json')) continue
    const answer = JSON.parse(text)
    // The recording was cut.
    const whole = page(answer.jobRequisitions.length, answer.jobRequisitions)
    const { fetch } = answering(adpmyjobs, { [SITE]: site(), [pageAt(0)]: whole })
    const { postings, unreadable } = await listed(adpmyjobs, board, fetch)
    expect([postings.length, unreadable]).toEqual([answer.jobRequisitions.length, []])
    for (const { posting } of postings) if (posting) checkImportable(board, posting)
  }
})
