import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import Type from 'typebox'
import {
  exploreFeedFilter,
  exploreFeedFilters,
  exploreFilter,
  exploreFilters,
} from '../../../../src/service/filters/explore-filter'
import { commonFilter, searchFilter } from '../../../../src/service/filters/job-filter'
import type { ServiceRequest } from '../../../../src/service/pages/explore/browser/page/exchange'
import {
  countRequest,
  firstPage,
  hourlyRequest,
  interfaceLacks,
  listRequest,
  nextPage,
  readerRequest,
} from '../../../../src/service/pages/explore/browser/search/requests'
import {
  EMPTY_SEARCH,
  type Search,
} from '../../../../src/service/pages/explore/browser/search/search'
import { commonFilters } from '../../../../src/service/parameters/common-filters'
import { decodeQuery } from '../../../../src/service/parameters/decode-query'
import { jobListing } from '../../../../src/service/parameters/job-listing'
import { boolean } from '../../../../src/service/parameters/parameter-types'
import { sort } from '../../../../src/service/parameters/pay-and-arrangement'
import { searchParameters } from '../../../../src/service/parameters/search-parameters'
import { newJobsFrame } from '../../../../src/service/parameters/time-frames'
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
  const page = { ...searchParameters, sort, group: boolean({ description: 'Equal postings.' }) }
  const { limit, cursor } = page
  if (path === 'v1/jobs') searchFilter(decodeQuery(Type.Object(searchParameters), query), NOW)
  else if (path === 'explore/count') {
    exploreFilter(decodeQuery(Type.Object(exploreFilters), query), NOW)
  } else if (path === 'explore/jobs') {
    exploreFilter(decodeQuery(Type.Object({ ...exploreFilters, ...page }), query), NOW)
  } else if (path === 'explore/feed-count') {
    exploreFeedFilter(decodeQuery(Type.Object(exploreFeedFilters), query), NOW)
  } else if (path === 'explore/feed-jobs') {
    const { sort, group } = page
    const feed = { ...exploreFeedFilters, limit, cursor, sort, group }
    exploreFeedFilter(decodeQuery(Type.Object(feed), query), NOW)
  } else if (path === 'v1/active-ats') {
    const feed = { ...commonFilters, ...jobListing, time_frame: newJobsFrame }
    commonFilter(decodeQuery(Type.Object(feed), query))
  } else throw new Error(`no path ${path}`)
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
    source: fc.constantFrom('', 'lever', 'uber,lever'),
    types: fc.uniqueArray(fc.constantFrom(...EMPLOYMENT_TYPES)),
    remote: fc.constantFrom('', 'true', 'false'),
    pay: fc.constantFrom('', 'true', 'false'),
    arrangement: fc.constantFrom('', 'hybrid', 'remote,onsite'),
    payAtLeast: fc.constantFrom('', '45', '27.50'),
    payUnit: fc.constantFrom('', 'YEAR'),
    day: fc.constantFrom('', '2026-01-30'),
    sort: fc.constantFrom('', 'pay'),
    window: fc.constantFrom('', '1h', '24h', '7d', '30d', '6m'),
  })
})

test('the service takes every request that the fields can make', () => {
  fc.assert(
    fc.property(searches, (each) => {
      read(listRequest(each, NOW))
      read(firstPage(each, NOW))
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

describe('the page asks', () => {
  const one = search({ arrangement: 'remote,hybrid', payAtLeast: '45' })

  test('for equal postings as one, and follows next_cursor to its end', () => {
    const first = firstPage(one, NOW)
    const parameters = {
      country: 'CA',
      work_arrangement: 'remote,hybrid',
      pay_at_least: '45',
      pay_unit: 'HOUR',
      limit: '20',
      group: 'true',
    }
    expect(first).toEqual({ path: 'explore/jobs', parameters })
    const next = { path: 'explore/jobs', parameters: { ...parameters, cursor: 'abc' } }
    expect(nextPage(first, { next_cursor: 'abc' })).toEqual(next)
    expect(nextPage(first, { next_cursor: null })).toBeUndefined()
  })

  test('for the jobs of one day, of both countries, by type, the best paid in one currency first', () => {
    const asked = search({
      country: 'both',
      types: ['INTERN'],
      day: '2026-01-31',
      sort: 'payUSD',
      payUnit: 'YEAR',
    })
    const filters = {
      time_frame: '6m',
      date_created_gte: '2026-01-31',
      date_created_lt: '2026-02-01',
      employment_type: 'INTERN',
      pay_unit: 'YEAR',
      pay_currency: 'USD',
    }
    expect(firstPage(asked, NOW)).toEqual({
      path: 'explore/feed-jobs',
      parameters: { ...filters, sort: 'pay', limit: '20', group: 'true' },
    })
    // Jobs without pay in that unit are not in the list, so they are not counted.
    expect(countRequest(asked, NOW)).toEqual({
      path: 'explore/feed-count',
      parameters: { ...filters, pay_at_least: '0.0001' },
    })
  })

  test('for what the interface lacks, which is told beside its requests', () => {
    expect(interfaceLacks(one)).toEqual(['filter by arrangement', 'filter by amount of pay'])
    expect(interfaceLacks(search({ types: ['INTERN'] }))).toEqual([])
    expect(hourlyRequest(one, NOW)).toBeUndefined()
    expect(readerRequest(one)).toBeUndefined()
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
