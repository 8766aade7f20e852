import { describe, expect, test } from 'bun:test'
import { jazzhr } from '../../../src/collect/systems/jazzhr'
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

const board = boardOf(jazzhr, 'heron')
const LIST = 'https://heron.applytojob.com/apply/jobs'
const JOB = (id: string) => `https://heron.applytojob.com/apply/jobs/details/${id}`

const row = (
  id: string,
  location = 'Fremont, CA',
  title = `Boat Builder
      ${id} &amp; Painter`,
) => `<tr id="row_job_20260604_${id}" class="resumator_odd_row">
  <td><a class="job_title_link" href="/apply/jobs/details/${id}?&">${title}</a><br />
    <span class="resumator_department">Yard</span></td>
  <td>
     ${location}
  </td></tr>`

const page = (rows: readonly string[]): Answer => {
  const table = `<tr><th>Position</th><th>Location</th></tr>${rows.join('')}`
  return {
    body: `<html><head><title>JazzHR &raquo; Job Listings</title>
      <script type="application/ld+json">{"@type":"Organization","name":"Heron Boats"}</script></head>
      <body><table class="wide">${table}</table><table class="narrow">${table}</table></body></html>\n`,
  }
}

const jsonLd = (value: unknown) =>
  `<html><script type="application/ld+json">${JSON.stringify(value)}</script></html>`

const jobPage = (id: string, more: object = {}): Record<string, Answer> => ({
  [JOB(id)]: {
    body: jsonLd({
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: `Boat Builder ${id}`,
      description: '<p>Build &amp; paint.</p>',
      datePosted: '2026-06-04',
      employmentType: 'FULL_TIME',
      uniqueJobCode: `job_${id}`,
      hiringOrganization: { '@type': 'Organization', name: 'Heron Boats Inc.' },
      jobLocation: {
        '@type': 'Place',
        address: { addressLocality: 'Fremont', addressRegion: 'CA', addressCountry: 'US' },
      },
      ...more,
    }),
  },
})

test('a remote job without a place has the text of the list; pay of zero is none', async () => {
  const { fetch } = answering(jazzhr, {
    [LIST]: page([row('R1', 'Remote')]),
    ...jobPage('R1', {
      jobLocation: [],
      employmentType: ['CONTRACTOR', 'PART_TIME'],
      baseSalary: { currency: 'USD', value: { minValue: 0, maxValue: 0, unitText: 'YEAR' } },
    }),
  })
  expect(await collected(jazzhr, board, fetch)).toMatchObject([
    {
      places: [{ text: 'Remote' }],
      work_arrangement: 'remote',
      location_type: 'TELECOMMUTE',
      employment_type: ['PART_TIME', 'CONTRACTOR'],
      salary: null,
    },
  ])
})

test('a page of an older theme has the members of the list and its description', async () => {
  const { fetch } = answering(jazzhr, {
    [LIST]: page([row('OLD')]),
    [JOB('OLD')]: {
      body: '<div class="job_description_padder"><div class="job_description open"><p>Sail</p></div></div>',
    },
  })
  expect(await collected(jazzhr, board, fetch)).toMatchObject([
    {
      title: 'Boat Builder OLD & Painter',
      organization: null,
      date_posted: null,
      places: [{ text: 'Fremont, CA' }],
      work_arrangement: null,
      description_html: '<p>Sail</p>',
      source_fields: { fields: { department: { value: 'Yard' } } },
    },
  ])
})

describe('the list', () => {
  const read = async (answer: Answer) => {
    const { fetch } = answering(jazzhr, { [LIST]: answer })
    return await listed(jazzhr, board, fetch)
  }

  test('names the employer; test jobs and other links are left out', async () => {
    const other = '<tr><td><a href="/apply/other">Apply</a></td><td>Fremont</td></tr>'
    const { postings, incompleteReason, organization } = await read(
      page([row('A'), row('T', '', 'TEST - do not apply'), other]),
    )
    expect(postings.map(({ external_id }) => external_id)).toEqual(['A'])
    expect([incompleteReason, organization]).toEqual([undefined, 'Heron Boats'])
  })

  test('without jobs is empty', async () => {
    const { postings, incompleteReason } = await read(page([]))
    expect([postings, incompleteReason]).toEqual([[], undefined])
  })

  test('that ends early is not complete', async () => {
    const { body } = page([row('A'), row('B')])
    const { incompleteReason } = await read({ body: String(body).slice(0, -20) })
    expect(incompleteReason).toBe('the page ends early')
  })

  test('has a fingerprint that changes with the row', async () => {
    const print = async (text: string) => (await read(page([text]))).postings[0]?.fingerprint
    expect(await print(row('A').replaceAll('  ', ' '))).toBe(await print(row('A')))
    expect(await print(row('A', 'Reno, NV'))).not.toBe(await print(row('A')))
  })
})

describe('the page of a job', () => {
  const read = (answer: Answer) =>
    detailFrom(jazzhr, board, { external_id: 'x', url: JOB('x') }, answer)

  testGone(read)

  test('without a posting it is an error', async () => {
    await expect(read({ body: '<h1>Just a moment</h1>' })).rejects.toThrow(
      `${JOB('x')} has neither a JobPosting nor a description`,
    )
  })
})

describe('a board that does not exist', () => {
  test.each([
    [{ status: 404 }, `${LIST} answered 404`],
    [
      { status: 302, headers: { location: 'https://www.jazzhr.com/' } },
      `${LIST} redirects to www.jazzhr.com`,
    ],
    [
      { body: '<html><head><title>JazzHR - Inactive Career Page</title></head></html>' },
      `${LIST} is an inactive career page`,
    ],
  ])('%p', async (answer, reason) => {
    const { fetch } = answering(jazzhr, { [LIST]: answer })
    expect(await jazzhr.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })
})

testRecordings('recorded answers: every row is a posting, once', async () => {
  for (const [name, text] of await recordings('jazzhr')) {
    const { fetch } = answering(jazzhr, { [LIST]: { body: text } })
    const listing = await jazzhr.list(board, fetch)
    if (name === 'inactive-board.html') expect(listing.kind).toBe('missing')
    else {
      const ids = new Set([...text.matchAll(/details\/(\w+)/g)].map(([, id]) => String(id)))
      if (listing.kind === 'missing') throw new Error(listing.reason)
      expect(listing.postings.map(({ external_id }) => external_id)).toEqual([...ids])
      expect([listing.incompleteReason, listing.organization]).toEqual([undefined, 'DTEX Systems'])
    }
  }
})
