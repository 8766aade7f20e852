import { describe, expect, test } from 'bun:test'
import { jobvite } from '../../../src/collect/systems/jobvite'
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

const board = boardOf(jobvite, 'kestrel')
const PAGE = (page: number) => `https://jobs.jobvite.com/kestrel/search/?p=${page}`
const JOB = (id: string) => `https://jobs.jobvite.com/kestrel/job/${id}`

const item = (
  id: string,
  location = 'Toronto, Ontario',
  title = `Pilot ${id} &amp; Guide`,
) => `<li class="mb1">
  <a class="jv-job-item flex-row-md" href="/kestrel/job/${id}">
    <div class="jv-job-list-name"><p>${title}</p></div>
    <div class="jv-job-list-location">
      <p>${location}</p>
    </div>
  </a></li>`

const row = (id: string, location = 'Toronto, Ontario') => `<tr>
  <td class="jv-job-list-name"><a href="/Kestrel/job/${id}">Pilot ${id}</a></td>
  <td class="jv-job-list-location">${location}</td></tr>`

const count = (text: string) =>
  `<div class="jv-pagination"><div class="jv-pagination-text">${text}</div></div>`

const page = (rows: readonly string[], counted: string | undefined) => ({
  body: `<html><head><title>Kestrel Air Careers</title></head><body><article class="jv-page-body">
    <a href="/kestrel/jobAlerts">Alerts</a><a href="https://jobs.jobvite.com/other/job/zzz">Other</a>
    <div class="jv-job-list"><ul>${rows.join('')}</ul></div>${counted === undefined ? '' : count(counted)}
  </article></body></html>`,
})

const toronto = {
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    addressLocality: 'Toronto',
    addressRegion: 'Ontario',
    addressCountry: 'Canada',
  },
}

const posting = (id: string, more: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: `Pilot ${id}`,
  datePosted: '2026-07-20',
  description: '<p>Fly &amp; land.</p>',
  employmentType: 'FULL_TIME',
  hiringOrganization: { '@type': 'Organization', name: 'Kestrel Air Ltd.' },
  identifier: id,
  industry: 'Operations',
  jobLocation: [toronto],
  ...more,
})

const jobPage = (id: string, more: object = {}): Record<string, Answer> => ({
  [JOB(id)]: {
    body: `<html><body><p class="jv-job-detail-meta">Operations <span>|</span> Toronto</p>
      <a class="jv-button jv-button-apply" href="/kestrel/job/${id}/apply">Apply</a>
      <script type="application/ld+json">${JSON.stringify(posting(id, more))}</script></body></html>`,
  },
})

test('a row of several locations has the places of its page', async () => {
  const seattle = { '@type': 'Place', address: { addressLocality: 'Seattle', addressRegion: 'WA' } }
  const { fetch } = answering(jobvite, {
    [PAGE(0)]: page([item('a2', '2 Locations')], '1-1 of 1'),
    ...jobPage('a2', { jobLocation: [toronto, seattle], employmentType: 'CONTRACT' }),
  })
  expect(await collected(jobvite, board, fetch)).toMatchObject([
    {
      places: [
        { address: { city: 'Seattle', region: 'WA' } },
        { address: { city: 'Toronto', region: 'Ontario', country: 'Canada' } },
      ],
      employment_type: ['CONTRACTOR'],
      salary: null,
    },
  ])
})

test('a remote row, and a job that says TELECOMMUTE', async () => {
  const { fetch } = answering(jobvite, {
    [PAGE(0)]: page([item('a3', 'Remote'), item('a4')], '1-2 of 2'),
    ...jobPage('a3', { jobLocation: [] }),
    ...jobPage('a4', { jobLocationType: 'TELECOMMUTE' }),
  })
  expect(await collected(jobvite, board, fetch)).toMatchObject([
    { places: [{ text: 'Remote' }], work_arrangement: 'remote', location_type: 'TELECOMMUTE' },
    { work_arrangement: 'remote', location_type: 'TELECOMMUTE' },
  ])
})

test('the other skin is a table; a page without JSON-LD has its own description and place', async () => {
  const { fetch } = answering(jobvite, {
    [PAGE(0)]: page([row('b1', '3 Locations')], '1-1 of 1'),
    [JOB('b1')]: {
      body: `<p class="jv-job-detail-meta">Maintenance <span>|</span> Hamilton, Ontario</p>
        <a class="jv-button-apply" href="https://elsewhere.example/apply">Apply</a>
        <script type="application/ld+json">{broken</script>
        <div class="jv-job-detail-description"><p>Repair</p></div>`,
    },
  })
  expect(await collected(jobvite, board, fetch)).toEqual([
    {
      external_id: 'b1',
      title: 'Pilot b1',
      url: JOB('b1'),
      apply_url: null,
      organization: null,
      date_posted: null,
      date_valid_through: null,
      places: [{ text: 'Hamilton, Ontario' }],
      work_arrangement: null,
      location_type: null,
      salary: null,
      employment_type: null,
      description_html: '<p>Repair</p>',
      source_fields: {
        version: 1,
        fields: { department: { value: 'Maintenance', source_path: '$.department' } },
      },
    },
  ])
})

describe('pages', () => {
  test('are read to the count, and the first one again', async () => {
    const { fetch, requests } = answering(jobvite, {
      [PAGE(0)]: page([item('a'), item('b')], '1-2 of 3'),
      [PAGE(1)]: page([item('c')], '3-3 of 3'),
    })
    const { postings, incompleteReason, organization } = await listed(jobvite, board, fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual(['a', 'b', 'c'])
    expect([incompleteReason, organization]).toEqual([undefined, 'Kestrel Air'])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(1), PAGE(0)])
  })

  test.each([
    ['a gap', [item('d')], '4-4 of 4', 'the total changed from 3 to 4'],
    ['the first page again', [item('a'), item('b')], '1-2 of 3', 'page 2 has no new rows'],
    ['a row of before', [item('b')], '3-3 of 3', 'page 2 has no new rows'],
  ])('%s: not complete', async (_, rows, counted, incompleteReason) => {
    const { fetch } = answering(jobvite, {
      [PAGE(0)]: page([item('a'), item('b')], '1-2 of 3'),
      [PAGE(1)]: page(rows, counted),
    })
    expect(await listed(jobvite, board, fetch)).toMatchObject({ incompleteReason })
  })

  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => item(String(from + index)))

  test.each([
    ['one that is empty proves it', [], undefined],
    ['one with other jobs', items(50, 52), 'more rows follow the last page that the total allows'],
  ])('behind a full last page one more is asked for: %s', async (_, rows, incompleteReason) => {
    const { fetch, requests } = answering(jobvite, {
      [PAGE(0)]: page(items(0, 50), '1-50 of 50'),
      [PAGE(1)]: page(rows, undefined),
    })
    expect((await listed(jobvite, board, fetch)).incompleteReason).toBe(incompleteReason)
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(1)])
  })

  test('behind a full last page, something else than a list proves nothing', async () => {
    const { fetch } = answering(jobvite, {
      [PAGE(0)]: page(items(0, 50), '1-50 of 50'),
      [PAGE(1)]: { body: '<html>Maintenance</html>' },
    })
    expect((await listed(jobvite, board, fetch)).incompleteReason).toStartWith(
      'the page behind the last one',
    )
  })

  test.each(['1-2 of 1,002', '1-2 de 1.002', '1-2 of <strong>1002</strong>'])(
    'count more than a thousand: %s',
    async (counted) => {
      const { fetch, requests } = answering(jobvite, {
        [PAGE(0)]: page([item('a'), item('b')], counted),
        [PAGE(1)]: page([item('c')], counted),
        [PAGE(2)]: page([], undefined),
      })
      await listed(jobvite, board, fetch)
      expect(requests[1]?.url).toBe(PAGE(1))
    },
  )

  test('a page that is empty before the count is reached: not complete', async () => {
    const { fetch } = answering(jobvite, {
      [PAGE(0)]: page([item('a'), item('b')], '1-2 of 3'),
      [PAGE(1)]: page([], undefined),
    })
    expect(await listed(jobvite, board, fetch)).toMatchObject({
      incompleteReason: 'the total changed from 3 to 0',
    })
  })

  test('without a count nothing is proved', async () => {
    const { fetch } = answering(jobvite, { [PAGE(0)]: page([row('a')], undefined) })
    expect(await listed(jobvite, board, fetch)).toMatchObject({
      incompleteReason: 'the page does not count its jobs',
    })
  })

  test('an empty board says so', async () => {
    const { fetch } = answering(jobvite, {
      [PAGE(0)]: page(['<p>No results found.</p>'], undefined),
    })
    const { postings, incompleteReason } = await listed(jobvite, board, fetch)
    expect([postings, incompleteReason]).toEqual([[], undefined])
  })

  test('test jobs and repeated links are left out', async () => {
    const { fetch } = answering(jobvite, {
      [PAGE(0)]: page([item('a'), item('a'), item('t', '', 'Test Job')], '1-2 of 2'),
    })
    const { postings, incompleteReason } = await listed(jobvite, board, fetch)
    expect([postings.map(({ external_id }) => external_id), incompleteReason]).toEqual([
      ['a'],
      undefined,
    ])
  })
})

describe('the page of a job', () => {
  const read = (answer: Answer) =>
    detailFrom(jobvite, board, { external_id: 'x', url: JOB('x'), reference: '{}' }, answer)
  const redirect = (location: string) => read({ status: 303, headers: { location } })

  testGone(read, [403, 503])

  test('a redirect with error=404: the posting is gone', async () => {
    const location = 'https://jobs.jobvite.com/careers/kestrel/jobs?error=404'
    expect(await redirect(location)).toBeUndefined()
  })

  test.each(['https://jobs.jobvite.com/kestrel/jobs', 'https://search.jobvite.com/?error=404', ''])(
    'a redirect to %p does not prove it',
    async (location) => {
      await expect(redirect(location)).rejects.toThrow(`${JOB('x')} redirects to`)
    },
  )

  test('without a posting it is an error', async () => {
    await expect(read({ body: '<h1>Maintenance</h1>' })).rejects.toThrow(
      `${JOB('x')} has neither a JobPosting nor a description`,
    )
  })
})

describe('a board that does not exist', () => {
  test('redirects to the search of the vendor', async () => {
    const { fetch } = answering(jobvite, {
      [PAGE(0)]: { status: 302, headers: { location: 'http://search.jobvite.com/?invalid=1' } },
    })
    expect(await jobvite.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${PAGE(0)} redirects to search.jobvite.com`,
    })
  })
})

testRecordings('recorded answers: every link of the board is a row', async () => {
  for (const [name, text] of await recordings('html')) {
    if (name !== 'jobvite.html') continue
    const slug = /\/([\w-]+)\/job\//.exec(text)?.[1] ?? ''
    const url = `https://jobs.jobvite.com/${slug}/search/?p=0`
    const { fetch } = answering(jobvite, { [url]: { body: text } })
    const { postings } = await listed(jobvite, boardOf(jobvite, slug), fetch)
    expect(postings).toHaveLength(text.split('/job/').length - 1)
  }
})
