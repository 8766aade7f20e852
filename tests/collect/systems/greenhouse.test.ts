import { expect, test } from 'bun:test'
import { greenhouse } from '../../../src/collect/systems/greenhouse'
import { boardOf, listedFrom, postingsOf } from './answers'

test.each([
  ['https://boards.greenhouse.io/acme', { slug: 'acme' }],
  ['https://boards.greenhouse.io/acme/jobs/4001?gh_src=x', { slug: 'acme' }],
  ['https://job-boards.greenhouse.io/acme/jobs/4001', { slug: 'acme' }],
  ['https://job-boards.eu.greenhouse.io/acme', { slug: 'acme', settings: { region: 'eu' } }],
  ['https://boards.eu.greenhouse.io/acme', { slug: 'acme', settings: { region: 'eu' } }],
  ['https://boards.greenhouse.io/embed/job_board?for=acme', { slug: 'acme' }],
  [
    'https://boards.greenhouse.io/embed/job_board/js?for=acme&b=https%3A%2F%2Facme.example',
    { slug: 'acme' },
  ],
  ['https://job-boards.greenhouse.io/embed/job_app?for=acme&token=4001', { slug: 'acme' }],
  ['https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true', { slug: 'acme' }],
  ['https://boards.greenhouse.io/embed/job_app?token=4001', null],
  ['https://boards.greenhouse.io/', null],
  ['https://www.greenhouse.io/acme', null],
  ['https://boards.greenhouse.io.evil.example/acme', null],
])('%s', (address, board) => {
  expect(greenhouse.boardOf(new URL(address)) ?? null).toEqual(board)
})

const ANALYST = {
  id: 4001,
  internal_job_id: 3001,
  title: ' Payroll Analyst ',
  absolute_url: 'https://boards.greenhouse.io/acme/jobs/4001',
  company_name: 'Acme Maple ',
  location: { name: 'Toronto, ON; Remote, Canada' },
  offices: [{ id: 1, name: 'Toronto', location: 'Toronto, Ontario, Canada', child_ids: [] }],
  departments: [{ id: 2, name: 'Finance', child_ids: [], parent_id: null }],
  first_published: '2026-03-04T09:30:00-05:00',
  updated_at: '2026-09-09T01:02:03-04:00',
  application_deadline: '2026-12-31',
  requisition_id: 77,
  language: 'en',
  content:
    '&lt;p&gt;Pay &amp;amp; benefits, 3 &amp;lt; 5, it&#39;s &lt;b&gt;good&lt;/b&gt;&lt;/p&gt;',
  metadata: [
    { id: 1, name: 'Work Type', value: 'Hybrid', value_type: 'single_select' },
    { id: 2, name: 'Hiring Manager', value: 'Jo Doe', value_type: 'single_select' },
    { id: 3, name: 'Sponsor', value: { name: 'Jo Doe' }, value_type: 'user' },
    { id: 4, name: 'Start', value: null, value_type: 'date' },
  ],
  pay_input_ranges: [
    { min_cents: 7000000, max_cents: 9000000, currency_type: 'CAD', title: 'Ontario' },
    { min_cents: 6500000, max_cents: 8500000, currency_type: 'CAD', title: 'Elsewhere' },
  ],
}

const PICKER = {
  id: 4002,
  title: 'Picker',
  absolute_url: 'https://careers.acme.example/jobs?gh_jid=4002',
  company_name: 'Acme Maple',
  location: { name: 'Reno, NV' },
  first_published: '2026-05-05T00:00:00Z',
  content: '<p>Plain &amp; simple</p>',
  metadata: null,
  requisition_id: null,
  pay_input_ranges: [
    { min_cents: 2150, max_cents: 2150, currency_type: 'USD', title: 'Hourly pay' },
  ],
}

const DIRECTOR = {
  id: 4003,
  title: 'Director',
  absolute_url: 'https://boards.greenhouse.io/acme/jobs/4003',
  location: { name: '' },
  offices: [
    { name: 'Office B', location: 'Boston, MA' },
    { name: 'Austin', location: null },
  ],
  pay_input_ranges: [
    { min_cents: 0, max_cents: 0, currency_type: 'USD', title: null },
    { min_cents: 10000000, max_cents: 12000000, currency_type: 'USD', title: 'US' },
    { min_cents: 9000000, max_cents: 11000000, currency_type: 'CAD', title: 'Canada' },
  ],
}

const JOBS = { jobs: [ANALYST, PICKER, DIRECTOR], meta: { total: 3 } }

test('the list is one request, with content and pay', async () => {
  const addresses: string[] = []
  for (const settings of [{}, { region: 'eu' }]) {
    await greenhouse.list(
      boardOf(greenhouse, 'acme', { settings }),
      async ({ url, isConditional }) => {
        addresses.push(`${url} ${isConditional}`)
        return { status: 200, headers: new Headers(), text: JSON.stringify(JOBS) }
      },
    )
  }
  const rest = '/v1/boards/acme/jobs?content=true&pay_transparency=true true'
  expect(addresses).toEqual([
    `https://boards-api.greenhouse.io${rest}`,
    `https://boards-api.eu.greenhouse.io${rest}`,
  ])
})

test.each([
  [undefined, 2500, 3000, 'HOUR'],
  [undefined, 20000, 20000, undefined],
  ['Annual salary', 500000, 600000, 'YEAR'],
  ['Monthly pay', 5000000, 6000000, undefined],
  ['Day rate', 20000, 25000, undefined],
  ['Hourly or annual', 5000000, 6000000, undefined],
  [undefined, 2000000, 2500000, 'YEAR'],
])('pay of %p from %d to %d cents is by %p', async (title, min_cents, max_cents, unit) => {
  const range = { min_cents, max_cents, currency_type: 'USD', title }
  const body = { jobs: [{ ...PICKER, pay_input_ranges: [range] }], meta: { total: 1 } }
  const posting = (await postingsOf(greenhouse, body)).get('4002')
  expect(posting?.salary?.value.unitText as string | undefined).toBe(unit)
})

test('the fingerprint tells changes of content and nothing else', async () => {
  const print = async (job: object) =>
    (await listedFrom(greenhouse, { jobs: [job], meta: { total: 1 } })).postings[0]?.fingerprint
  const touched = {
    ...ANALYST,
    updated_at: '2026-10-01T00:00:00Z',
    metadata: ANALYST.metadata.toReversed(),
    data_compliance: [{}],
  }
  expect(await print(touched)).toBe(await print(ANALYST))
  expect(await print({ ...ANALYST, title: 'Analyst' })).not.toBe(await print(ANALYST))
})

test('a total that differs leaves the list incomplete', async () => {
  expect((await listedFrom(greenhouse, { ...JOBS, meta: { total: 5 } })).incompleteReason).toBe(
    'the list has 3 rows, and its total is 5',
  )
  expect((await listedFrom(greenhouse, JOBS)).incompleteReason).toBeUndefined()
  expect((await listedFrom(greenhouse, { jobs: [] })).incompleteReason).toBe(
    'the list has 0 rows, and its total is not given',
  )
})

test('the board has the name that all its postings give', async () => {
  const organizationOf = async (jobs: object[]) =>
    (await listedFrom(greenhouse, { jobs, meta: { total: jobs.length } })).organization
  expect(await organizationOf([ANALYST, PICKER])).toBe('Acme Maple')
  expect(await organizationOf([ANALYST, { ...PICKER, company_name: 'Acme Oak' }])).toBeUndefined()
})

test('broken entries are unreadable, entries for trying are left out', async () => {
  const test = { ...PICKER, id: 5, title: 'z-Test & Templates Only' }
  const jobs = [
    PICKER,
    { id: 6, title: '  ', absolute_url: 'https://a.example' },
    { title: 'x' },
    7,
    test,
  ]
  const { postings, unreadable } = await listedFrom(greenhouse, { jobs, meta: { total: 5 } })
  expect(postings.map((posting) => posting.external_id)).toEqual(['4002'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['6', undefined, undefined])
})
