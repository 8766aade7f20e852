import { describe, expect, test } from 'bun:test'
import { paylocity } from '../../../src/collect/systems/paylocity'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  detailFrom,
  listedFrom,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const GUID = '3f2c1a90-5b7d-4e68-9a01-c4d5e6f70812'
const board = boardOf(paylocity, GUID)
const LIST = `https://recruiting.paylocity.com/Recruiting/Jobs/All/${GUID}`
const DETAIL = (id: number) => `https://recruiting.paylocity.com/Recruiting/Jobs/Details/${id}`
const NOT_FOUND = { location: '/Recruiting/Jobs/JobNotFound' }

const boise = {
  LocationId: 41,
  Name: 'Kiln Street',
  Address: '12 Kiln Street',
  Metro: null,
  City: 'Boise',
  State: 'ID',
  Zip: '83702',
  Country: 'USA',
}

const row = (id: number, more: object = {}) => ({
  JobId: id,
  JobTitle: 'Kiln Operator',
  LocationName: 'Kiln Street',
  PublishedDate: '2026-08-03T16:20:05-06:00',
  Description: '',
  IsInternal: false,
  HiringDepartment: 'Firing',
  JobLocation: boise,
  IsRemote: false,
  IndeedRemoteType: 2,
  ...more,
})

const pageData = (jobs: readonly unknown[], more: object = {}) =>
  JSON.stringify({ Departments: ['All'], Jobs: jobs, ModuleTitle: 'Clay & Sons', ...more })

const page = (jobs: readonly unknown[], more: object = {}) =>
  `<html><script>
    window.pageData = ${pageData(jobs, more)};
  </script><script>({"a": {"b": 1}});</script></html>`

const jsonLd = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Kiln Operator',
  datePosted: '2026-11-20T03:04:05-06:00',
  hiringOrganization: { '@type': 'Organization', name: 'Clay & Sons LLC' },
  description: '<p>Fire &amp; glaze.</p>',
  employmentType: 'FULL_TIME',
  jobLocation: {
    '@type': 'Place',
    address: { addressLocality: 'Nampa', addressRegion: 'ID', addressCountry: 'US' },
  },
  baseSalary: {
    '@type': 'MonetaryAmount',
    currency: 'USD',
    value: { '@type': 'QuantitativeValue', minValue: 21, maxValue: 27.5, unitText: 'HOUR' },
  },
}

const jobPage = (more: object = {}) =>
  `<html><script type="application/ld+json">${JSON.stringify({ ...jsonLd, ...more })}</script></html>`

/** The page of a board without JobPostings. */
const sections = `<html><div class="job-preview-details">
  <div class="vertical-padding"><div class="job-listing-header">Job Type</div><div>Part-time</div></div>
  <div class="job-listing-header">Description</div><div><p>Load the kiln.</p></div>
  <div class="job-listing-header">Benefits</div><div> </div>
  <div class="job-listing-header">Requirements</div><div><ul><li>Steady hands</li></ul></div>
</div></html>`

const postingOf = async (more: object, body = jobPage()) => {
  const { fetch } = answering(paylocity, {
    [LIST]: { body: page([row(70001, more)]) },
    [DETAIL(70001)]: { body },
  })
  const [posting] = await collected(paylocity, board, fetch)
  return posting
}

test('a page without a JobPosting is read by its sections', async () => {
  expect(await postingOf({}, sections)).toMatchObject({
    title: 'Kiln Operator',
    date_posted: '2026-08-03T22:20:05Z',
    employment_type: ['PART_TIME'],
    salary: null,
    description_html:
      '<h3>Description</h3>\n<p>Load the kiln.</p>\n<h3>Requirements</h3>\n<ul><li>Steady hands</li></ul>',
  })
  expect((await postingOf({}, sections))?.description_html).not.toContain('Benefits')
})

describe('places', () => {
  const none = { City: null, State: null, Country: null, Name: null }

  test('Home Office is the seat of the employer, and no work from home', async () => {
    const posting = await postingOf({ LocationName: 'Home Office' })
    expect(posting?.places).toEqual([{ address: { city: 'Boise', region: 'ID', country: 'USA' } }])
    expect(posting?.work_arrangement).toBeUndefined()
    const nowhere = await postingOf({ LocationName: 'Home Office', JobLocation: none })
    expect(nowhere?.places).toEqual([{ address: { city: 'Nampa', region: 'ID', country: 'US' } }])
  })

  test('a location without a town has its region, and one without parts its name', async () => {
    const JobLocation = { ...none, Metro: 'Treasure Valley', State: 'ID', Country: 'USA' }
    const inRegion = await postingOf({ LocationName: 'Treasure Valley, ID', JobLocation })
    expect(inRegion?.places).toEqual([
      { address: { region: 'ID', country: 'USA' }, text: 'Treasure Valley, ID' },
    ])
    const named = await postingOf({ LocationName: 'Main 499 - Boise, ID 83702', JobLocation: null })
    expect(named?.places).toEqual([{ text: 'Main 499 - Boise, ID 83702' }])
  })

  test.each([
    [{ IsRemote: true }, 'remote', 'TELECOMMUTE'],
    [{ LocationName: 'Hybrid' }, 'hybrid', null],
    [{ LocationName: 'Remote' }, 'remote', 'TELECOMMUTE'],
    [{ LocationName: 'Remote Springs' }, undefined, undefined],
    [{ IndeedRemoteType: 2 }, undefined, undefined],
  ])('%j is %p', async (more, arrangement, type) => {
    const posting = await postingOf(more)
    expect<unknown[]>([posting?.work_arrangement, posting?.location_type]).toEqual([
      arrangement,
      type,
    ])
  })
})

describe('the list', () => {
  test('has no internal postings, and may be empty', async () => {
    const { postings } = await listedFrom(
      paylocity,
      page([row(1, { IsInternal: true }), row(2)]),
      board,
    )
    expect(postings.map(({ external_id }) => external_id)).toEqual(['2'])
    const empty = await listedFrom(paylocity, page([]), board)
    expect([empty.postings, empty.incompleteReason]).toEqual([[], undefined])
  })

  test('texts may look like the end of the script', async () => {
    const Description = 'Say "};" </script> or \\" window.pageData = {}; { or }'
    const { postings } = await listedFrom(paylocity, page([row(1, { Description }), row(2)]), board)
    expect(postings.map(({ external_id }) => external_id)).toEqual(['1', '2'])
  })

  test('an entry changes with what its row shows, and only then', async () => {
    const fingerprintOf = async (more: object) =>
      (await listedFrom(paylocity, page([row(1, more)]), board)).postings[0]?.fingerprint
    const before = await fingerprintOf({})
    expect(await fingerprintOf({ IndeedRemoteType: 1, ModuleId: 9 })).toBe(before ?? '')
    expect(await fingerprintOf({ Description: 'Load.' })).not.toBe(before)
    expect(await fingerprintOf({ JobLocation: { ...boise, City: 'Nampa' } })).not.toBe(before)
  })

  test('an entry without a title is named', async () => {
    const { unreadable } = await listedFrom(paylocity, page([row(5, { JobTitle: ' ' })]), board)
    expect(unreadable).toMatchObject([{ external_id: '5' }])
  })

  test('a board that does not exist redirects to JobNotFound', async () => {
    const { fetch } = answering(paylocity, { [LIST]: { status: 302, headers: NOT_FOUND } })
    expect(await paylocity.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${LIST} redirects to recruiting.paylocity.com`,
    })
  })
})

describe('a posting', () => {
  const read = async (answer: Answer) =>
    await detailFrom(
      paylocity,
      board,
      { external_id: '70001', url: DETAIL(70001), reference: JSON.stringify(row(70001)) },
      answer,
    )

  testGone(read, [403, 500, 503])

  test('that is closed redirects to JobNotFound', async () => {
    expect(await read({ status: 302, headers: NOT_FOUND })).toBeUndefined()
  })

  test('is not gone by another redirect, or by a page without a text', async () => {
    const login = { status: 302, headers: { location: '/Recruiting/Account/Login' } }
    await expect(read(login)).rejects.toThrow('redirects to /Recruiting/Account/Login')
    await expect(read({ body: '<html>Back soon</html>' })).rejects.toThrow('neither a JobPosting')
  })
})

testRecordings('recorded answers: every row is a posting', async () => {
  const texts = await recordings('paylocity')
  const detailText = [...texts].find(([name]) => name.startsWith('detail-'))?.[1] ?? ''
  for (const [name, text] of texts) {
    if (name.startsWith('detail-')) continue
    const { postings, incompleteReason, organization, unreadable } = await listedFrom(
      paylocity,
      text,
      board,
    )
    expect([name, incompleteReason, unreadable]).toEqual([name, undefined, []])
    expect([organization, text.split('"JobId":').length - 1]).toEqual([
      expect.any(String),
      postings.length,
    ])
    for (const entry of postings) {
      const posting = await detailFrom(
        paylocity,
        board,
        { ...entry, url: DETAIL(Number(entry.external_id)) },
        { body: detailText },
      )
      if (posting === undefined) throw new Error(`${entry.external_id} is gone`)
      checkImportable(board, posting)
      expect([posting.places.length, posting.date_posted]).toEqual([1, expect.any(String)])
      expect(posting.description_html?.length).toBeGreaterThan(1000)
    }
  }
})
