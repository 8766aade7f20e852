import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import Type from 'typebox'
import { commonFilter, searchFilter } from '../../../../src/service/filters/job-filter'
import type { ServiceRequest } from '../../../../src/service/pages/explore/browser/page/exchange'
import {
  countRequest,
  hourlyRequest,
  listRequest,
  nextPage,
  PAGE_SIZE,
  readerRequest,
} from '../../../../src/service/pages/explore/browser/search/requests'
import {
  EMPTY_SEARCH,
  type Search,
} from '../../../../src/service/pages/explore/browser/search/search'
import { commonFilters } from '../../../../src/service/parameters/common-filters'
import { decodeQuery } from '../../../../src/service/parameters/decode-query'
import { jobListing } from '../../../../src/service/parameters/job-listing'
import {
  searchFilterParameters,
  searchParameters,
} from '../../../../src/service/parameters/search-parameters'
import { countFrame, newJobsFrame } from '../../../../src/service/parameters/time-frames'
import { COUNTRIES } from '../../../../src/values/country'
import { HOUR_MS } from '../../../../src/values/instant'
import { REGIONS } from '../../../../src/values/region'
import { EMPLOYMENT_TYPES } from '../../../../src/values/vocabulary'
import { place, posting } from '../../../support/posting-builder'
import { createTestApp, type TestApp } from '../../../support/test-app'

const NOW = new Date('2026-01-31T10:30:00Z')
const search = (members: Partial<Search>): Search => ({ ...EMPTY_SEARCH, ...members })

/** Throws when the service does not take the request. */
function read({ path, parameters }: ServiceRequest): void {
  const query = String(new URLSearchParams(parameters))
  if (path === 'v1/jobs') searchFilter(decodeQuery(Type.Object(searchParameters), query), NOW)
  else if (path === 'explore/count') {
    searchFilter(decodeQuery(Type.Object(searchFilterParameters), query), NOW)
  } else if (path === 'v1/active-ats') {
    const feed = { ...commonFilters, ...jobListing, time_frame: newJobsFrame }
    commonFilter(decodeQuery(Type.Object(feed), query))
  } else {
    const count = { ...commonFilters, time_frame: countFrame }
    commonFilter(decodeQuery(Type.Object(count), query))
  }
}

const word = fc.constantFrom('', 'nurse', 'zoo', "o'brien")
const searches = fc.constantFrom(...COUNTRIES).chain((country) => {
  const codes = REGIONS.filter((region) => region.country === country).map(({ code }) => code)
  return fc.record({
    country: fc.constant(country),
    syntax: fc.constantFrom('plain' as const, 'advanced' as const),
    text: fc.constantFrom('', 'nurse'),
    title: fc.constantFrom('', 'nurse'),
    city: fc.constantFrom('', 'Springfield', `Springfield, ${codes[0]}`),
    region: fc.constantFrom('', ...codes),
    place: fc.constantFrom('', 'toronto'),
    employer: word.filter((name) => !name.includes("'")),
    source: fc.constantFrom('', 'lever', 'uber'),
    types: fc.uniqueArray(fc.constantFrom(...EMPLOYMENT_TYPES)),
    remote: fc.constantFrom('', 'true', 'false'),
    pay: fc.constantFrom('', 'true', 'false'),
    window: fc.constantFrom('', '1h', '24h', '7d', '30d', '6m'),
  })
})

test('the service takes every request that the fields can make', () => {
  fc.assert(
    fc.property(searches, (each) => {
      read(listRequest(each, NOW))
      read(countRequest(each, NOW))
      const hourly = hourlyRequest(each, NOW)
      if (hourly !== undefined) read(hourly)
    }),
  )
})

describe('the list', () => {
  test('is the live search, where it has the filters', () => {
    const request = listRequest(
      search({ text: 'nurse', city: 'Toronto', region: 'ON', types: ['FULL_TIME', 'INTERN'] }),
      NOW,
    )
    expect(request).toEqual({
      path: 'v1/jobs',
      parameters: {
        country: 'CA',
        q: 'nurse',
        city: 'Toronto',
        province: 'ON',
        employment_type: 'FULL_TIME,INTERN',
        limit: '20',
      },
    })
  })

  test('is the feed with names of places for an employer', () => {
    const request = listRequest(
      search({ country: 'US', employer: "O'Brien & Sons*", city: 'Austin, TX', pay: 'true' }),
      NOW,
    )
    expect(request).toEqual({
      path: 'v1/active-ats',
      parameters: {
        country: 'US',
        location: 'Austin, Texas, United States',
        organization_advanced: "'O''Brien & Sons':*",
        has_salary: 'true',
        time_frame: '6m',
        limit: '20',
      },
    })
  })

  test.each([
    ['health', 'health'],
    ['santé*', 'santé:*'],
    ['General Hospital', "'General Hospital'"],
    ['AT&T', "'AT&T'"],
  ])('names the employer %s as a person would write it: %s', (employer, expression) => {
    const { parameters } = listRequest(search({ employer }), NOW)
    expect(parameters.organization_advanced).toBe(expression)
  })

  test.each([
    ['', { time_frame: '6m' }],
    ['24h', { time_frame: '24h' }],
    ['30d', { time_frame: '6m', date_created_gte: '2026-01-01T10:00:00.000Z' }],
  ])('is the feed for the advanced syntax; window %s', (window, frame) => {
    const fields = { syntax: 'advanced', text: 'a | b', title: 'c', place: 'd', window } as const
    expect(listRequest(search(fields), NOW).parameters).toEqual({
      country: 'CA',
      description_advanced: 'a | b',
      title_advanced: 'c',
      location_advanced: 'd',
      ...frame,
      limit: '20',
    })
  })
})

describe('the next page', () => {
  const live = listRequest(search({}), NOW)
  const feed = listRequest(search({ syntax: 'advanced' }), NOW)
  const full = Array.from({ length: PAGE_SIZE })

  test('of the live search follows next_cursor to its end', () => {
    const next = nextPage(live, { jobs: full, next_cursor: 'abc' }, PAGE_SIZE)
    expect(next).toEqual({ path: 'v1/jobs', parameters: { ...live.parameters, cursor: 'abc' } })
    expect(nextPage(live, { jobs: full, next_cursor: null }, PAGE_SIZE)).toBeUndefined()
  })

  test('of the feed skips what was shown, until a page is short', () => {
    const next = nextPage(feed, { jobs: full }, 2 * PAGE_SIZE)
    expect(next?.parameters).toEqual({ ...feed.parameters, offset: '40' })
    expect(nextPage(feed, { jobs: full.slice(1) }, PAGE_SIZE)).toBeUndefined()
  })
})

test('the hourly request is the feed of the last full hour, where it has the filters', () => {
  expect(hourlyRequest(search({ text: 'nurse', region: 'ON', window: '30d' }), NOW)).toEqual({
    path: 'v1/active-ats',
    parameters: {
      country: 'CA',
      description: 'nurse',
      location: 'Ontario (ON)',
      time_frame: '1h',
      limit: '1000',
      cursor: '0',
    },
  })
  expect(hourlyRequest(search({ types: ['INTERN'] }), NOW)).toBeUndefined()
})

describe('the feed of a region finds the jobs that the search finds', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    const places = [
      ['Seattle', 'WA'],
      ['Washington', 'DC'],
      ['Washington', 'PA'],
      ['Richmond', 'VA'],
      ['Charleston', 'WV'],
      ['Virginia', 'MN'],
    ] as const
    await app.write(
      ...places.map(([city, region]) => posting({ locations: [place(city, region, 'US')] })),
    )
    await app.write(posting({ locations: [{ address: { addressRegion: 'WA' } }] }))
    app.clock.advance(HOUR_MS)
  })
  afterAll(() => app?.stop())

  test.each([
    ['WA', 2],
    ['DC', 1],
    ['VA', 1],
    ['WV', 1],
    ['PA', 1],
    ['OH', 0],
  ])('%s', async (region, count) => {
    const searched = search({ country: 'US', region })
    const idsOf = async ({ path, parameters }: ServiceRequest) => {
      const page = await app.get<{ id: number }[] | { jobs: { id: number }[] }>(
        `/${path}?${new URLSearchParams(parameters)}`,
      )
      return ('jobs' in page ? page.jobs : page).map(({ id }) => id).toSorted()
    }
    const listed = await idsOf(listRequest(searched, app.clock.now()))
    expect(listed).toHaveLength(count)
    const hourly = hourlyRequest(searched, app.clock.now())
    expect(hourly && (await idsOf(hourly))).toEqual(listed)
  })
})

test('a search of one country has an address for feed readers, others have none', () => {
  expect(readerRequest(search({ text: 'nurse', region: 'ON', types: ['INTERN'] }))).toEqual({
    path: 'feeds/jobs.atom',
    parameters: { country: 'CA', q: 'nurse', province: 'ON', employment_type: 'INTERN' },
  })
  expect(readerRequest(search({ country: 'both' }))).toBeUndefined()
})
