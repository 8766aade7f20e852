import { describe, expect, test } from 'bun:test'
import { jobContent } from '../../../../src/catalogue/import/job/job-view'
import { locationsByCountry } from '../../../../src/catalogue/import/job/locations'
import type { Posting } from '../../../../src/catalogue/import/posting'
import type { JobContent } from '../../../../src/catalogue/resources/job'
import { place, posting, shownPlace } from '../../../support/posting-builder'

/** What clients see of a posting in Canada. */
function content(members: Partial<Posting> = {}): JobContent {
  const line = posting(members)
  return jobContent(line, 'CA', locationsByCountry(line).get('CA') ?? [])
}

test('a posting with the least members is a Job whose other fields are null', () => {
  const line: Posting = { source: 'lever', title: 'Nurse', url: 'https://jobs.example/1' }
  expect(jobContent(line, 'US', [])).toEqual({
    title: 'Nurse',
    organization: null,
    organization_url: null,
    organization_logo: null,
    date_posted: null,
    date_valid_through: null,
    locations: null,
    locations_alt: null,
    locations_derived: null,
    location_type: null,
    location_requirements: null,
    salary: null,
    employment_type: null,
    url: 'https://jobs.example/1',
    source: 'lever',
    source_type: 'ats',
    source_domain: 'jobs.example',
    source_slug: null,
    domain_derived: null,
    cities_derived: null,
    counties_derived: null,
    regions_derived: null,
    countries_derived: null,
    timezones_derived: null,
    lats_derived: null,
    lngs_derived: null,
    country: 'US',
    apply_url: null,
    work_arrangement: null,
  })
})

test('every list of places has one element a location, null where it is not known', () => {
  const toronto = { ...place('Toronto', 'ON', 'CA'), latitude: 43.7, longitude: -79.4 }
  const found = content({
    locations: [toronto, place(null, 'Quebec', 'Canada'), place('Banff', 'Rockies', 'CA')],
  })
  expect(found.locations as object).toEqual([
    { ...shownPlace('Toronto', 'ON', 'CA'), latitude: 43.7, longitude: -79.4 },
    shownPlace(null, 'QC', 'CA'),
    shownPlace('Banff', 'Rockies', 'CA'),
  ])
  expect(found).toMatchObject({
    locations_alt: ['Toronto, ON', 'QC', 'Banff, Rockies'],
    locations_derived: ['Toronto, Ontario, Canada', 'Quebec, Canada', 'Banff, Rockies, Canada'],
    cities_derived: ['Toronto', null, 'Banff'],
    regions_derived: ['Ontario', 'Quebec', 'Rockies'],
    countries_derived: ['Canada', 'Canada', 'Canada'],
    lats_derived: [43.7, null, null],
    lngs_derived: [-79.4, null, null],
  })
})

describe('pay', () => {
  const pay = (value: object) => ({
    currency: 'CAD',
    value: { unitText: 'HOUR' as const, ...value },
  })
  test.each<[object, object | null]>([
    [
      { minValue: 20, maxValue: 25 },
      { minValue: 20, maxValue: 25 },
    ],
    [{ minValue: 20 }, { minValue: 20 }],
    [{ maxValue: 25.5 }, { maxValue: 25.5 }],
    [{ value: 20 }, { value: 20 }],
    [{ minValue: 20, maxValue: null, value: null }, { minValue: 20 }],
    [
      { minValue: 0, maxValue: 25 },
      { minValue: 0, maxValue: 25 },
    ],
    [
      { minValue: 25, maxValue: 20 },
      { minValue: 25, maxValue: 20 },
    ],
    [{ minValue: 0, maxValue: 0 }, null],
    [{ minValue: 0 }, null],
    [{ value: 0 }, null],
    [{ minValue: 0, maxValue: 0, value: 0 }, null],
    [
      { minValue: 0, maxValue: 0, value: 20 },
      { minValue: 0, maxValue: 0, value: 20 },
    ],
  ])('%j is shown as %j', (published, shown) => {
    expect(content({ salary: pay(published) }).salary).toEqual(
      shown && {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: { '@type': 'QuantitativeValue', ...shown, unitText: 'HOUR' },
      },
    )
  })

  test('that is null is none', () => {
    expect(content({ salary: null }).salary).toBeNull()
  })
})

describe('employment types', () => {
  test.each<[Posting['employment_type'], Posting['employment_type']]>([
    [
      ['INTERN', 'FULL_TIME'],
      ['INTERN', 'FULL_TIME'],
    ],
    [
      ['FULL_TIME', 'FULL_TIME', 'INTERN', 'FULL_TIME'],
      ['FULL_TIME', 'INTERN'],
    ],
    [[], null],
    [null, null],
  ])('%j are shown as %j', (published, shown) => {
    expect(content({ employment_type: published ?? null }).employment_type).toEqual(shown ?? null)
  })
})

describe('the source', () => {
  test.each<[string, 'ats' | 'career_site' | undefined, string, string]>([
    ['greenhouse', undefined, 'greenhouse', 'ats'],
    ['Greenhouse.io', undefined, 'greenhouse', 'ats'],
    ['careerpage', undefined, 'careerpage', 'career_site'],
    ['career_site', undefined, 'careerpage', 'career_site'],
    ['careerpage', 'ats', 'careerpage', 'ats'],
    ['workday', 'career_site', 'workday', 'career_site'],
    ['homegrown', undefined, 'homegrown', 'ats'],
  ])('%s, said to be %p, is %s, a %s', (published, said, source, type) => {
    const found = content({ source: published, ...(said && { source_type: said }) })
    expect([found.source, found.source_type]).toEqual([source, type])
  })

  test.each([
    ['https://Boards.Greenhouse.IO/acme/1', 'boards.greenhouse.io'],
    ['https://jobs.example:8443/1?a=b#c', 'jobs.example'],
    ['http://user:secret@jobs.example/1', 'jobs.example'],
    ['https://emplois.québec/1', 'emplois.xn--qubec-csa'],
    ['https://[2001:db8::1]/1', '[2001:db8::1]'],
  ])('%s is on %s, and the url stays as it was published', (url, domain) => {
    const found = content({ url })
    expect(found.url).toBe(url)
    expect(found.source_domain).toBe(domain)
  })
})

describe('dates are shown in UTC, with milliseconds when there are any', () => {
  test.each([
    ['2026-01-10', '2026-01-10T00:00:00Z'],
    ['2026-01-10T12:00:00Z', '2026-01-10T12:00:00Z'],
    ['2026-01-10T12:00:00.25Z', '2026-01-10T12:00:00.250Z'],
    ['2026-01-10T12:00:00', '2026-01-10T12:00:00Z'],
    ['2026-01-10 12:00', '2026-01-10T12:00:00Z'],
    ['2026-01-10T12:00:00-05:00', '2026-01-10T17:00:00Z'],
    ['2026-01-10T23:59:59.9999-0330', '2026-01-11T03:29:59.999Z'],
  ])('%s is %s', (published, shown) => {
    const found = content({ date_posted: published, date_valid_through: published })
    expect([found.date_posted, found.date_valid_through]).toEqual([shown, shown])
  })

  test('null stays null', () => {
    const found = content({ date_posted: null, date_valid_through: null })
    expect([found.date_posted, found.date_valid_through]).toEqual([null, null])
  })
})

test('what is not derived is as it was published', () => {
  const members = {
    title: ' Nurse  (RN) ',
    organization: 'Smith, Jones & "Co"',
    source_slug: 'Acme Inc',
    location_type: 'TELECOMMUTE',
    work_arrangement: 'hybrid',
    apply_url: 'mailto:jobs@acme.example',
  } as const
  expect(content(members)).toMatchObject(members)
})
