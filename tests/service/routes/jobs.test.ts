import { describe, expect, test } from 'bun:test'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { SearchPage } from '../../../src/catalogue/resources/job'
import { EMPLOYMENT_TYPES } from '../../../src/values/vocabulary'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

interface Page {
  jobs: Record<string, unknown>[]
  next_cursor: string | null
}
const app = useTestApp({ start: '2026-01-15T10:00:00Z' }, async (app) => {
  await app.write(...POSTINGS)
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'gone',
    status: 'expired',
  })
  app.clock.set('2026-01-15T10:30:00Z')
})

const pay = {
  currency: 'CAD',
  value: { minValue: 20, maxValue: 30, unitText: 'HOUR' as const },
}

/** Titles tell the jobs apart; each differs from the plain one in what its filter asks for. */
const POSTINGS = [
  posting({ title: 'Gone', external_id: 'gone' }),
  posting({
    title: 'Développeur Java',
    organization: 'Société Générale',
    locations: [place('Montréal', 'QC', 'CA')],
    date_posted: '2026-01-14T00:00:00Z',
    description_html: '<p>Kubernetes &amp; <b>Helm</b></p>',
    source_fields: { version: 1, fields: { team: { value: 'Core', source_path: 'a.b' } } },
  }),
  posting({
    title: 'Night Nurse',
    locations: [place('Toronto', 'ON', 'CA'), place('Québec', 'Quebec', 'CA')],
    date_posted: '2026-01-13T00:00:00Z',
    source: 'workday',
    source_slug: null,
    employment_type: ['PART_TIME', 'PER_DIEM'],
  }),
  posting({
    title: 'Remote Analyst',
    locations: [],
    countries: ['CA'],
    date_posted: '2026-01-12T00:00:00Z',
    location_type: 'TELECOMMUTE',
  }),
  posting({ title: 'Cook', date_posted: null, salary: pay, source: 'careerpage' }),
  posting({
    title: 'Rancher',
    locations: [place('Paris', 'TX', 'US')],
    date_posted: '2026-01-11T00:00:00Z',
  }),
  posting({
    title: 'Baker',
    locations: [place('Paris', 'KY', 'US'), place('Toronto', 'OH', 'US')],
  }),
]

const titles = async (query: string): Promise<unknown[]> =>
  (await app.get<Page>(`/v1/jobs?${query}`)).jobs.map(({ title }) => title)

describe('200', () => {
  test('active jobs of Canada, newest first, those without date_posted last', async () => {
    expect(await titles('')).toEqual(['Développeur Java', 'Night Nurse', 'Remote Analyst', 'Cook'])
  })

  test.each([
    ['country=CA&q=nurse', ['Night Nurse']],
    ['country=US', ['Rancher', 'Baker']],
    ['q=kubernetes', ['Développeur Java']],
    ['q=societe', ['Développeur Java']],
    ['q=java', ['Développeur Java']],
    ['q=cobol', []],
    ['q=nurse+OR+helm', ['Développeur Java', 'Night Nurse']],
    ['q=acme+-nurse', ['Remote Analyst', 'Cook']],
    ['q=%22night+nurse%22', ['Night Nurse']],
    ['q=%22nurse+night%22', []],
    ['title=java', ['Développeur Java']],
    ['title=kubernetes', []],
    ['title=nur*', ['Night Nurse']],
    ['q=helm&title=java', ['Développeur Java']],
    ['q=helm&title=nurse', []],
    ['province=ON', ['Night Nurse', 'Cook']],
    ['province=qc', ['Développeur Java', 'Night Nurse']],
    ['province=on,QC', ['Développeur Java', 'Night Nurse', 'Cook']],
    ['province=BC', []],
    ['country=US&state=tx', ['Rancher']],
    ['country=US&state=KY,TX', ['Rancher', 'Baker']],
    ['country=US&state=NY', []],
    ['city=montreal', ['Développeur Java']],
    ['city=Calgary', []],
    ['city=Toronto,ON', ['Night Nurse', 'Cook']],
    ['city=toronto,+ontario', ['Night Nurse', 'Cook']],
    ['city=Qu%C3%A9bec,+Qu%C3%A9bec', ['Night Nurse']],
    ['city=Toronto,+QC', []],
    ['city=Toronto&province=QC', []],
    ['city=Toronto,ON&province=QC', []],
    ['city=Toronto,ON&province=QC,ON', ['Night Nurse', 'Cook']],
    ['country=US&city=Paris', ['Rancher', 'Baker']],
    ['country=US&city=Paris,+Kentucky', ['Baker']],
    ['country=US&city=Paris&state=TX', ['Rancher']],
    ['country=US&city=Paris&state=OH', []],
    ['source=workday', ['Night Nurse']],
    ['source=myworkdayjobs,CAREERS', ['Night Nurse', 'Cook']],
    ['source=lever', []],
    ['employment_type=PER_DIEM', ['Night Nurse']],
    ['employment_type=PART_TIME,INTERN', ['Night Nurse']],
    ['employment_type=INTERN', []],
    ['employment_type=per-diem', ['Night Nurse']],
    ['employment_type=Part+Time,intern', ['Night Nurse']],
    ['remote=true', ['Remote Analyst']],
    ['remote=false', ['Développeur Java', 'Night Nurse', 'Cook']],
    ['has_salary=true', ['Cook']],
    ['has_salary=false', ['Développeur Java', 'Night Nurse', 'Remote Analyst']],
    ['window=1h', ['Développeur Java', 'Night Nurse', 'Remote Analyst', 'Cook']],
    ['limit=2', ['Développeur Java', 'Night Nurse']],
    ['limit=1000', ['Développeur Java', 'Night Nurse', 'Remote Analyst', 'Cook']],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test.each([
    ['employment_type=full-time', 'read as FULL_TIME'],
    ['employment_type=Full+Time', 'read as FULL_TIME'],
    [
      'employment_type=fulltime,PART_TIME&employment_type=per_diem',
      'read as FULL_TIME,PART_TIME,PER_DIEM',
    ],
    ['employment_type=FULL_TIME, PART_TIME', undefined],
  ])('%s is told where it is spelled otherwise', async (query, detail) => {
    const response = await app.request(`/v1/jobs?${query}`)
    expect(response.status).toBe(200)
    const notice = { parameter: 'employment_type', detail, suggestion: null }
    const told = JSON.parse(response.headers.get('X-Notices') ?? '[]')
    expect(told).toEqual(detail === undefined ? [] : [notice])
  })

  test.each([
    ['', []],
    ['description=none', []],
    ['description=text', ['description_text']],
    ['description=html', ['description_html']],
    ['description=both', ['description_text', 'description_html']],
    ['source_fields=true', ['source_fields']],
    ['source_fields=false', []],
  ])('%s adds exactly what it says', async (query, added) => {
    const [plain] = (await app.get<Page>('/v1/jobs?q=helm')).jobs
    const [job] = (await app.get<Page>(`/v1/jobs?q=helm&${query}`)).jobs
    const names = new Set(Object.keys(plain ?? {}))
    expect(Object.keys(job ?? {}).filter((name) => !names.has(name))).toEqual(added)
  })

  test('descriptions and source fields are those of the posting', async () => {
    const page = await app.get<Page>('/v1/jobs?q=helm&description=both&source_fields=true')
    expect(page.jobs[0]).toMatchObject({
      description_text: 'Kubernetes & Helm',
      description_html: '<p>Kubernetes &amp; <b>Helm</b></p>',
      source_fields: { version: 1, fields: { team: { value: 'Core', source_path: 'a.b' } } },
      status: 'active',
      date_modified: null,
      date_removed: null,
    })
  })

  test('pages hold against their schema, and each job is billed', async () => {
    const response = await app.request('/v1/jobs?description=both&source_fields=true')
    expect(response.headers.get('x-jobs-this-request')).toBe('4')
    const validator = Compile(Type.Cyclic({ SearchPage }, 'SearchPage'))
    expect([...validator.Errors(await response.json())]).toEqual([])
  })

  test('no job at all is an empty last page', async () => {
    expect(await app.get('/v1/jobs?q=cobol')).toEqual({ jobs: [], next_cursor: null })
  })

  test('HEAD has the headers of the page, and bills nothing', async () => {
    const response = await app.request('/v1/jobs', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })
})

describe('400', () => {
  test.each([
    ['country=ca', "country: expected CA or US, got 'ca'"],
    ['country=CA,UK', "country: expected CA or US, got 'CA,UK'"],
    ['q=%22open', `q: expected '"' to close '"' at position 1; write: "open"`],
    [
      'title=a+OR',
      "title: expected a term after 'OR' at position 3; for the word, write it in lower case; or write: a",
    ],
    [
      'province=XX',
      "province: expected one of AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT, got 'XX'",
    ],
    [
      'province=ON,NY',
      "province: expected one of AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT, got 'NY' at position 4",
    ],
    [
      'country=US&province=ON',
      'province: goes with country=CA only, got country=US; send country=CA',
    ],
    [
      'state=NY',
      'state: goes with country=US only, got country=CA (CA unless it is sent); send country=US',
    ],
    ['city=Toronto,', "city: expected a province or territory of Canada after ',', got ''"],
    ['city=Paris,TX', "city: expected a province or territory of Canada after ',', got 'TX'"],
    [
      'country=US&city=Paris,+Ontario',
      "city: expected a state or territory of the United States after ',', got 'Ontario'",
    ],
    [
      'city=a,b,c',
      "city: expected a city, or a city and its region such as 'Toronto, ON', got 'a,b,c'",
    ],
    ['city=%2A', "city: expected a city, or a city and its region such as 'Toronto, ON', got '*'"],
    [
      'employment_type=full-timers',
      `employment_type: expected one of ${EMPLOYMENT_TYPES.join(', ')}, got 'full-timers'`,
    ],
    ['remote=yes', "remote: expected true or false, got 'yes'"],
    ['has_salary=1', "has_salary: expected true or false, got '1'"],
    ['window=1m', "window: expected one of 1h, 24h, 7d, 30d, 6m, got '1m'"],
    ['description=all', "description: expected one of none, text, html, both, got 'all'"],
    ['source_fields=', 'source_fields: expected a value'],
    ['limit=0', "limit: expected an integer from 1 to 1000, got '0'"],
    ['limit=1001', "limit: expected an integer from 1 to 1000, got '1001'"],
    ['offset=1', 'offset: unknown parameter; it belongs to /v1/active-ats and /v1/modified-ats'],
    ['q=%00', 'q: holds a NUL character at position 1'],
  ])('%s', async (query, detail) => {
    const response = await app.request(`/v1/jobs?${query}`)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 400, detail })
  })
})

test('401 without a key', async () => {
  const response = await app.request('/v1/jobs?limit=0', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
})
