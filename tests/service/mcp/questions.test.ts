import { expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/client'
import type { Posting } from '../../../src/catalogue/import/posting'
import { DAY_MS } from '../../../src/values/instant'
import { useTestApp } from '../../support/use-test-app'
import { callTool, connectClient } from './mcp-client'
import { NEWER, OLDER } from './question-catalogue'

/*
 * Questions that people ask an assistant. Each test makes the calls that a careful model makes who has read the descriptions of
 * the tools and nothing else, and checks the answer.
 */

let client: Client

const app = useTestApp({ start: '2026-01-02T09:00:00Z' }, async (app) => {
  await app.write(...OLDER)
  app.clock.advance(10 * DAY_MS)
  await app.write(...NEWER)
  app.clock.advance(DAY_MS)
  await app.prepare()
  client = await connectClient(app)
})

interface Row {
  id: number
  title: string
  organization: string
  salary: { value: { minValue: number; maxValue: number } } | null
  locations_derived: string[]
}

interface Found {
  jobs: Row[]
  total: number | null
  next_cursor: string | null
  notices: unknown[]
}

/** The structure of an answer; an error of the tool fails the test. */
async function ask<Answer>(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { structured, isError, text } = await callTool(client, name, args)
  expect([isError, isError ? text : '']).toEqual([false, ''])
  return structured as Answer
}

const search = (args: Record<string, unknown>) => ask<Found>('search_jobs', args)
const rowsOf = ({ jobs }: Found) => jobs.map(({ title, organization }) => [title, organization])

test('1. Remote nurse jobs in Ontario over 45 an hour, this week', async () => {
  const found = await search({
    title: 'nurse OR rn',
    location: 'Ontario',
    remote: true,
    pay_at_least: 45,
    pay_unit: 'HOUR',
    country: ['CA'],
    date_created_gte: '2026-01-06',
  })
  expect(rowsOf(found)).toEqual([['Registered Nurse, Virtual Care', 'Harbour Health']])
})

test('2. How many welding jobs are there in Texas?', async () => {
  const { count } = await ask<{ count: number }>('count_jobs', {
    title: 'weld*',
    location: 'Texas',
  })
  expect(count).toBe(2)
})

test('3. Which hospitals in Ontario look for part-time nurses, and what do they pay?', async () => {
  const { jobs } = await search({
    title: 'nurse',
    organization_advanced: 'hospital | health',
    location: 'Ontario',
    employment_type: ['PART_TIME'],
  })
  expect(jobs.map(({ organization, salary }) => [organization, salary?.value])).toMatchObject([
    ['Lakeside Hospital', { minValue: 40, maxValue: 55 }],
  ])
})

test('4. What does that nurse need? Read me the posting', async () => {
  const { jobs } = await search({ title: 'nurse', organization: ['Lakeside Hospital'], limit: 1 })
  const job = await ask<{ description_text: string }>('get_job', { id: jobs[0]?.id })
  expect(job.description_text).toContain('A licence of the province is required.')
})

test('5. Is the job that I saved still open?', async () => {
  const { jobs } = await search({ title: 'taxi OR driver', organization: ['Foothill Taxi'] })
  const id = jobs[0]?.id
  expect(await ask<unknown>('get_job', { id })).toMatchObject({ status: 'active' })
  const [line] = NEWER.filter(({ organization }) => organization === 'Foothill Taxi')
  await app.write({ ...(line as Posting), status: 'expired' })
  expect(await ask<unknown>('get_job', { id })).toMatchObject({
    status: 'expired',
    date_removed: '2026-01-13T09:00:00Z',
  })
})

test('6. Who looks for the most truck drivers in Alberta?', async () => {
  const { employers } = await ask<{ employers: unknown[] }>('facets', {
    title: '"truck driver"',
    location: 'Alberta',
  })
  expect(employers[0]).toEqual({ name: 'Prairie Lines', jobs: 2 })
})

test('7. In which provinces are the software jobs?', async () => {
  const { regions } = await ask<{ regions: unknown }>('facets', {
    title: 'software (developer OR engineer)',
    country: ['CA'],
  })
  expect(regions).toEqual({ ON: 2, BC: 1 })
})

test('8. Hybrid data jobs in Toronto', async () => {
  const { total } = await search({
    title: 'data',
    location: 'Toronto, Ontario',
    work_arrangement: ['hybrid'],
  })
  expect(total).toBe(1)
})

test('9. Which accountant jobs in Canada pay best by the year?', async () => {
  const { jobs } = await search({
    title: 'accountant',
    country: ['CA'],
    sort: 'pay',
    pay_unit: 'YEAR',
  })
  expect(jobs.map(({ salary }) => salary?.value.maxValue ?? 95_000)).toEqual([
    110_000, 95_000, 85_000,
  ])
})

test('10. Tell me each morning what is new in Canada', async () => {
  const { next_since: since } = await ask<{ next_since: number }>('changes', { country: 'CA' })
  const [line] = NEWER.filter(({ organization }) => organization === 'Corner Diner')
  await app.write({ ...(line as Posting), title: 'Line Cook' })
  const { events, more } = await ask<{ events: unknown[]; more: boolean }>('changes', {
    country: 'CA',
    since,
  })
  expect([events.length, more]).toEqual([1, false])
  expect(events[0]).toMatchObject({
    event: 'updated',
    changed: ['title'],
    job: { title: 'Line Cook' },
  })
})

test('11. What is open at Ledger?', async () => {
  const { employers } = await ask<{ employers: { organization: string }[] }>('list_employers', {
    name: 'ledger',
  })
  expect(employers.map(({ organization }) => organization)).toEqual(['Ledger Partners'])
  const { total } = await search({ organization: [employers[0]?.organization] })
  expect(total).toBe(3)
})

test('12. Truck drivers, but no agencies', async () => {
  const found = await search({
    title: '"truck driver"',
    organization_advanced: '!staffing & !recruit:* & !agency',
  })
  expect(rowsOf(found).map(([, organization]) => organization)).toEqual([
    'Prairie Lines',
    'Prairie Lines',
  ])
})

test('13. Internships in Vancouver that were posted this year', async () => {
  const found = await search({
    employment_type: ['INTERN'],
    location: 'Vancouver, British Columbia',
    date_posted_gte: '2026-01-01',
  })
  expect(rowsOf(found)).toEqual([['Design Intern', 'Maple Apps']])
})

test('14. How many jobs do you know?', async () => {
  const { countries } = await ask<{ countries: { country: string; active_jobs: number }[] }>(
    'catalogue_stats',
  )
  const jobs = Object.fromEntries(countries.map((one) => [one.country, one.active_jobs]))
  // The figures may be minutes old.
  expect([jobs.CA, jobs.US]).toEqual([expect.any(Number), 28])
  expect([25, 26]).toContain(jobs.CA ?? 0)
})

test('15. Customer service in Montreal that asks for French', async () => {
  const { total } = await search({
    title: 'customer service',
    description: 'french OR bilingual',
    location: 'Montreal, Quebec',
  })
  expect(total).toBe(1)
})

test('16. Python and SQL, but nothing senior', async () => {
  const found = await search({ description: 'python sql', title: '-senior' })
  expect(rowsOf(found)).toEqual([['Software Developer', 'Maple Apps']])
})

test('17. What share of the cooks is told the pay?', async () => {
  const { counted, has_salary } = await ask<{
    counted: number
    has_salary: { true: number; false: number }
  }>('facets', { title: 'cook' })
  expect([counted, has_salary]).toEqual([3, { true: 2, false: 1 }])
})

test('18. What do cooks get in Ontario?', async () => {
  const { pay_bands } = await ask<{ pay_bands: unknown[] }>('facets', {
    title: 'cook',
    location: 'Ontario',
  })
  const hourly = { currency: 'CAD', unit: 'HOUR' }
  expect(pay_bands).toEqual([
    { ...hourly, at_least: 15, jobs: 2 },
    { ...hourly, at_least: 20, jobs: 2 },
    { ...hourly, at_least: 25, jobs: 1 },
  ])
  const { count } = await ask<{ count: number }>('count_jobs', {
    title: 'cook',
    location: 'Ontario',
    pay_at_least: 25,
    pay_unit: 'HOUR',
  })
  expect(count).toBe(1)
})

test('19. Cooks in Toronto or Ottawa', async () => {
  const { total } = await search({ title: 'cook', location: 'Toronto, Ontario OR Ottawa, Ontario' })
  expect(total).toBe(3)
})

test('20. List all warehouse jobs in Ohio', async () => {
  const asked = { title: 'warehouse', location: 'Ohio', limit: 20 }
  const first = await search(asked)
  expect([first.total, first.jobs.length]).toEqual([26, 20])
  const rest = await search({ ...asked, cursor: first.next_cursor })
  expect([rest.total, rest.next_cursor]).toEqual([null, null])
  const ids = [...first.jobs, ...rest.jobs].map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([26, 26])
})

test('a model that writes pay into the text is told where it goes', async () => {
  const { notices } = await search({ title: 'nurse $45 an hour', country: ['CA'] })
  expect(notices.at(-1)).toEqual({
    parameter: 'title',
    detail: "for pay send 'pay_at_least' and 'pay_unit', without '$45 an hour', 5 jobs are found",
    suggestion: 'nurse',
  })
})

test.each([
  [{ query: 'nurse' }, 'description'],
  [{ employer: 'Maple Apps' }, 'organization'],
  [{ salary_min: 45 }, 'pay_at_least'],
  [{ min_pay: 45 }, 'pay_at_least'],
  [{ hybrid: true }, 'work_arrangement'],
  [{ order_by: 'pay' }, 'sort'],
  [{ city: 'Toronto' }, 'location'],
])('%j, which no tool has, names %s', async (args, meant) => {
  const { isError, text } = await callTool(client, 'search_jobs', args)
  expect([isError, text]).toEqual([
    true,
    expect.stringContaining(`unknown parameter; did you mean ${meant}?`),
  ])
})
