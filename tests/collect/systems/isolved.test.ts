import { expect, test } from 'bun:test'
import { isolved } from '../../../src/collect/systems/isolved'
import { type Answer, answering, boardOf, collected, detailFrom, listed, testGone } from './answers'

const board = boardOf(isolved, 'acme.applicantpro.com')
const PAGE = 'https://acme.applicantpro.com/jobs/'
const LIST = 'https://acme.applicantpro.com/core/jobs/7?getParams=%7B%22isInternal%22%3A0%7D'

const site: Answer = {
  body: `<html><script>
if (typeof mountingData.courierCurrentRouteData === 'undefined') {
  mountingData.courierCurrentRouteData = {"domain_id":"7","career_site_name":"Acme & Sons","root_domain_id":"32","organization_name":"Acme &amp; Sons"};
}</script><job-listings></job-listings></html>`,
}

const row = (id: number, more: object = {}) => ({
  id,
  title: 'Kiln &amp; glaze operator ',
  city: 'Reno',
  subdomain: 'acme',
  iso3: 'USA',
  abbreviation: 'NV',
  classification: null,
  siteId: 7,
  startDateRef: 'Jul 20, 2026',
  endDateRef: 'Aug 19, 2026',
  untilFilled: 0,
  orgTitle: 'Kilns',
  stateName: 'Nevada',
  workplaceType: 'Onsite',
  employmentType: 'Full Time',
  payRate: null,
  payType: 'Salary',
  payTypeFrame: 'per year',
  payDetails: '',
  minSalary: '45,888',
  maxSalary: '47,887.50',
  jobLocation: '1 Kiln Rd, Reno, NV, USA',
  jobUrl: `https://acme.applicantpro.com/jobs/${id}`,
  ...more,
})

const list = (rows: unknown[], more: object = {}): Answer => ({
  body: { success: true, data: { jobs: rows, jobCount: rows.length, ...more } },
})

const page = (more: object = {}): Answer => {
  const job = {
    '@type': 'JobPosting',
    title: 'Kiln &amp; glaze operator',
    description: '<p>Fire the <b>ware</b>.</p>',
    datePosted: '2026-07-20 00:00:00',
    validThrough: '2031-07-20 00:00:00T23:59',
    employmentType: 'FULL_TIME',
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'USD',
      value: { '@type': 'QuantitativeValue', value: '', unitText: 'YEAR' },
    },
    hiringOrganization: { '@type': 'Organization', name: 'Acme & Sons' },
    jobLocation: {
      '@type': 'Place',
      address: { addressLocality: 'Reno', addressRegion: 'NV', addressCountry: 'US' },
      geo: { latitude: '39.52', longitude: '-119.81' },
    },
    ...more,
  }
  return {
    body: `<html><script type="application/ld+json">${JSON.stringify(job)}</script></html>`,
  }
}

const hourly = { payTypeFrame: 'per hour', minSalary: '', maxSalary: null }
const pay = (value: object, currency = 'USD') => ({
  salary: { currency, value: { unitText: 'HOUR', ...value } },
})
const HOURLY = {
  '@type': 'MonetaryAmount',
  currency: 'USD',
  value: { minValue: '23.98', maxValue: '35.09', unitText: 'HOUR' },
}
const CANADA = {
  jobLocation: {
    address: { addressLocality: 'Ottawa', addressRegion: 'ON', addressCountry: 'CA' },
  },
}

test.each([
  [{ ...hourly, payRate: '13.85' }, {}, pay({ value: 13.85 })],
  [{ ...hourly, minSalary: '17.5' }, {}, pay({ minValue: 17.5 })],
  [{ ...hourly, minSalary: '18.00', maxSalary: '18.21' }, {}, pay({ maxValue: 18.21 })],
  [{ ...hourly, payRate: 'DOE' }, {}, { salary: null }],
  [{ ...hourly, minSalary: '20', maxSalary: 'DOE' }, {}, { salary: null }],
  [{ minSalary: '30', maxSalary: '20' }, {}, { salary: null }],
  [{ payTypeFrame: null }, {}, { salary: null }],
  [{}, { baseSalary: undefined }, { salary: null }],
  [{ ...hourly }, { baseSalary: HOURLY }, pay({ minValue: 23.98, maxValue: 35.09 })],
  [{ ...hourly, payRate: 'DOE' }, { baseSalary: HOURLY }, pay({ minValue: 23.98 })],
  [{ ...hourly, payRate: '20' }, { baseSalary: HOURLY }, pay({ value: 20 })],
  [{ ...hourly }, { ...CANADA, baseSalary: HOURLY }, { salary: null }],
  // The vendor's own currency is no proof for another country.
  [{}, CANADA, { salary: null }],
  [{ ...hourly, minSalary: '20' }, { ...CANADA, baseSalary: { currency: 'CAD' } }, pay({}, 'CAD')],
  [{ untilFilled: 1 }, {}, { date_valid_through: null }],
  [{}, { datePosted: undefined }, { date_posted: '2026-07-20T00:00:00Z' }],
  [{ workplaceType: 'Remote' }, {}, { work_arrangement: 'remote', location_type: 'TELECOMMUTE' }],
  [{ workplaceType: 'Hybrid' }, {}, { work_arrangement: 'hybrid', location_type: null }],
  [{ workplaceType: 'Work from home flexibility' }, {}, { work_arrangement: null }],
  [
    { workplaceType: null },
    { jobLocationType: 'TELECOMMUTE' },
    { work_arrangement: 'remote', location_type: 'TELECOMMUTE' },
  ],
  [{ employmentType: 'Other' }, {}, { employment_type: ['FULL_TIME'] }],
  [
    {},
    { jobLocation: undefined },
    { places: [{ address: { city: 'Reno', region: 'NV', country: 'USA' } }] },
  ],
  [
    { city: null, abbreviation: null, stateName: null, iso3: null },
    { jobLocation: undefined },
    { places: [{ text: '1 Kiln Rd, Reno, NV, USA' }] },
  ],
])('what is stated: case %#', async (members, job, expected) => {
  const { fetch } = answering(isolved, {
    [PAGE]: site,
    [LIST]: list([row(101, members)]),
    [`${PAGE}101.html`]: page(job),
  })
  const [posting] = await collected(isolved, board, fetch)
  expect(posting).toMatchObject(expected as never)
})

const listOf = async (rows: unknown[], more: object = {}) => {
  const { fetch } = answering(isolved, { [PAGE]: site, [LIST]: list(rows, more) })
  return await listed(isolved, board, fetch)
}

test('a list is proved by its count, an empty one too', async () => {
  expect(await listOf([row(101), row(102)])).toMatchObject({
    incompleteReason: undefined,
    organization: 'Acme & Sons',
  })
  expect(await listOf([])).toMatchObject({ postings: [], incompleteReason: undefined })
  expect(await listOf([row(101)], { jobCount: 9 })).toMatchObject({
    incompleteReason: 'the list has 1 rows, and its total is 9',
  })
  expect(await listOf([], { jobCount: undefined })).toMatchObject({
    incompleteReason: 'the list has 0 rows, and its total is not given',
  })
})

test('broken rows are named, and rows of tests left out', async () => {
  const { postings, unreadable, incompleteReason } = await listOf([
    row(101),
    row(102, { title: null }),
    row(103, { title: 'TEST - do not apply' }),
    { siteId: 7, title: 'Potter' },
  ])
  expect(postings.map(({ external_id }) => external_id)).toEqual(['101'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['102', undefined])
  expect(incompleteReason).toBeUndefined()
})

test('the fingerprint changes with the row alone', async () => {
  const read = async (more: object) => (await listOf([row(101, more)])).postings[0]?.fingerprint
  expect(await read({ chatToApplyEnabled: '1' })).toBe(await read({}))
  expect(await read({ minSalary: '46,000' })).not.toBe(await read({}))
})

test('the number of the career site may be that of a component', async () => {
  const { fetch } = answering(isolved, {
    [PAGE]: { body: '<script>{ componentData: { organizationId : 9, domainId : 7 } }</script>' },
    [LIST]: list([row(101)]),
  })
  expect(await listed(isolved, board, fetch)).toMatchObject({ organization: undefined })
})

test.each([
  'This career site has been disabled. Contact us.',
  'You may have typed the url for this website incorrectly. Try again.',
])('there is no such board: %s', async (body) => {
  const { fetch } = answering(isolved, { [PAGE]: { body } })
  expect(await isolved.list(board, fetch)).toMatchObject({ kind: 'missing' })
})

test.each([404, 410])('%d: there is no such board', async (status) => {
  const { fetch } = answering(isolved, { [PAGE]: { status } })
  expect(await isolved.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${PAGE} answered ${status}`,
  })
})

test.each([
  [{ status: 404 }, 'status 404'],
  [{ body: '<b>Fatal error</b>' }, 'answered with something else than JSON'],
  [{ body: { success: false, data: null } }, 'answered without success'],
  [{ body: { success: true, data: {} } }, 'answered without a list of data.jobs'],
  [list([row(101), row(102, { siteId: '8' })]), 'answered with the career site 8'],
])('a list that fails is no absence: %p', async (answer, message) => {
  const { fetch } = answering(isolved, { [PAGE]: site, [LIST]: answer })
  await expect(isolved.list(board, fetch)).rejects.toThrow(message)
})

test('a page on the host of another employer is an error', async () => {
  const fetch = async () => ({
    status: 200,
    headers: new Headers(),
    text: String(site.body),
    url: 'https://other.applicantpro.com/jobs/',
  })
  await expect(isolved.list(board, fetch)).rejects.toThrow(
    `${PAGE} redirects to other.applicantpro.com`,
  )
})

const detailOf = (answer: Answer) =>
  detailFrom(isolved, board, { external_id: '101', url: `${PAGE}101.html` }, answer)

testGone(detailOf)

test('a page without a posting is an error', async () => {
  await expect(detailOf({ body: '<html>Back soon</html>' })).rejects.toThrow('has no JobPosting')
})
