import { COUNTRY_NAMES } from '../../../../../values/country'
import { DAY_MS, floorToHour } from '../../../../../values/instant'
import { findRegion } from '../../../../../values/region'
import type { ServiceRequest } from '../page/exchange'
import { countryParameter, EMPTY_SEARCH, type Search } from './search'

/** Jobs per page of results. */
export const PAGE_SIZE = 20

/** `/v1/jobs` has no employer, advanced syntax or dates, and one country; the feed of new jobs has all. */
export function needsFeed({ country, syntax, employer, day }: Search): boolean {
  return country === 'both' || syntax === 'advanced' || employer !== '' || day !== ''
}

/** Why this search needs the feed, such as `Searches by employer`; '' if it does not. */
export function feedReason({ country, syntax, employer, day }: Search): string {
  if (!needsFeed({ ...EMPTY_SEARCH, country, syntax, employer, day })) return ''
  if (employer !== '') return 'Searches by employer'
  if (day !== '') return 'Searches of one day'
  return syntax === 'advanced' ? 'Searches in advanced syntax' : 'Searches of both countries'
}

/** The request of the interface for the first page of results, without the filters of `interfaceLacks`. */
export function listRequest(search: Search, now: Date): ServiceRequest {
  const parameters = needsFeed(search) ? feedFilters(search, now) : jobsFilters(search)
  const path = needsFeed(search) ? 'v1/active-ats' : 'v1/jobs'
  return { path, parameters: { ...parameters, limit: String(PAGE_SIZE) } }
}

/** What this search has and the requests of the interface for it lack, such as `order by pay`. */
export function interfaceLacks(search: Search): string[] {
  const { types, arrangement, payAtLeast, sort } = search
  return [
    ...(needsFeed(search) && types.length > 0 ? ['filter by type of employment'] : []),
    ...(arrangement === '' ? [] : ['filter by arrangement']),
    ...(payAtLeast === '' ? [] : ['filter by amount of pay']),
    ...(sort === '' ? [] : ['order by pay']),
  ]
}

/** The page's own request for the first page of results, in which equal postings are one. */
export function firstPage(search: Search, now: Date): ServiceRequest {
  const { path, parameters } = pageRequest(search, now, { limit: PAGE_SIZE, cursor: '' })
  return { path, parameters: { ...parameters, group: 'true' } }
}

/** The page's own request for one page of all jobs of a search. */
export function pageRequest(
  search: Search,
  now: Date,
  { limit, cursor }: { limit: number; cursor: string },
): ServiceRequest {
  const sort = search.sort === '' ? '' : 'pay'
  const page = withoutEmpty({ sort, limit: String(limit), cursor })
  return {
    path: needsFeed(search) ? 'explore/feed-jobs' : 'explore/jobs',
    parameters: { ...ownFilters(search, now), ...payParameters(search), ...page },
  }
}

/** The request for the page after one; undefined after the last one. */
export function nextPage(
  first: ServiceRequest,
  { next_cursor: cursor }: { next_cursor: string | null },
): ServiceRequest | undefined {
  const { path, parameters } = first
  return cursor === null ? undefined : { path, parameters: { ...parameters, cursor } }
}

/** The request that counts the jobs of `firstPage`. */
export function countRequest(search: Search, now: Date): ServiceRequest {
  // The order by pay leaves out jobs without pay in its unit.
  const { sort, payAtLeast } = search
  const counted = sort !== '' && payAtLeast === '' ? { ...search, payAtLeast: LEAST } : search
  return {
    path: needsFeed(search) ? 'explore/feed-count' : 'explore/count',
    parameters: { ...ownFilters(search, now), ...payParameters(counted) },
  }
}

/** The least amount that the service takes. */
const LEAST = '0.0001'

/** The request that counts the jobs of `countRequest` by what filters can choose. */
export function facetRequest(search: Search, now: Date): ServiceRequest {
  const path = needsFeed(search) ? 'explore/feed-facets' : 'explore/facets'
  return { path, parameters: countRequest(search, now).parameters }
}

/** The hourly request that keeps a copy of these jobs in step; undefined where the feeds lack a filter. */
export function hourlyRequest(search: Search, now: Date): ServiceRequest | undefined {
  if (search.types.length > 0 || interfaceLacks({ ...search, sort: '' }).length > 0)
    return undefined
  const { date_created_gte: _, ...filters } = feedFilters(search, now)
  const parameters = { ...filters, time_frame: '1h', limit: '1000', cursor: '0' }
  return { path: 'v1/active-ats', parameters }
}

/** The address of a search as an Atom feed, without a key; undefined where `/v1/jobs` lacks a filter. */
export function readerRequest(search: Search): ServiceRequest | undefined {
  return needsFeed(search) || interfaceLacks({ ...search, sort: '' }).length > 0
    ? undefined
    : { path: 'feeds/jobs.atom', parameters: jobsFilters(search) }
}

/** The filters of `/v1/jobs`. */
function jobsFilters(search: Search): Record<string, string> {
  const { country, text, title, city, region, source, types, remote, pay, window } = search
  return withoutEmpty({
    country: countryParameter(country),
    q: text,
    title,
    city,
    [country === 'CA' ? 'province' : 'state']: region,
    source,
    employment_type: types.join(','),
    remote,
    has_salary: pay,
    window,
  })
}

/** The filters of the feed of new jobs. Its widest window is 183 days, and it has no kind of employment. */
function feedFilters(search: Search, now: Date): Record<string, string> {
  const { country, source, remote, pay, window, day } = search
  const isMonth = window === '30d' && day === ''
  const monthAgo = new Date(floorToHour(now).getTime() - 30 * DAY_MS)
  return withoutEmpty({
    country: countryParameter(country),
    ...feedTexts(search),
    source,
    remote,
    has_salary: pay,
    time_frame: isMonth || window === '' || day !== '' ? '6m' : window,
    date_created_gte: isMonth ? monthAgo.toISOString() : day,
    date_created_lt: day === '' ? '' : dayAfter(day),
  })
}

/** The filters of the page's own requests, but for pay and arrangement. */
function ownFilters(search: Search, now: Date): Record<string, string> {
  if (!needsFeed(search)) return jobsFilters(search)
  const types = withoutEmpty({ employment_type: search.types.join(',') })
  return { ...feedFilters(search, now), ...types }
}

/** Arrangement and pay as parameters. */
export function payParameters(search: Search): Record<string, string> {
  const { country, arrangement, payAtLeast, payUnit, sort } = search
  const hasUnit = payAtLeast !== '' || sort !== ''
  return withoutEmpty({
    work_arrangement: arrangement,
    pay_at_least: payAtLeast,
    pay_unit: hasUnit ? payUnit || 'HOUR' : '',
    pay_currency: country === 'both' && sort !== '' ? sort.slice('pay'.length) || 'CAD' : '',
  })
}

/** The day after a day; a text that is no day stays, so that the service refuses it. */
export function dayAfter(day: string): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : new Date(at + DAY_MS).toISOString().slice(0, 10)
}

/** The texts of a search as filters of the feeds. */
export function feedTexts(search: Search): Record<string, string> {
  const { syntax, text, title, place, employer } = search
  if (syntax === 'advanced') {
    return {
      description_advanced: text,
      title_advanced: title,
      location_advanced: place,
      organization_advanced: employer,
    }
  }
  return {
    description: text,
    title,
    location: locationOf(search),
    organization_advanced: employer === '' ? '' : nameExpression(employer),
  }
}

/** The place as a `location` filter. Cities may have the name of a region, so a region alone has its code: `Washington (WA)`. */
export function locationOf(search: Search): string {
  const region = search.city === '' ? findRegion(search.region) : undefined
  return region ? `${region.name} (${region.code})` : placeNames(search).join(', ')
}

/** `Toronto, ON` becomes `Toronto`, `Ontario`, `Canada`. */
export function placeNames({ country, city, region }: Search): string[] {
  if (city === '' && region === '') return []
  const [name = '', written = ''] = city.split(',').map((part) => part.trim())
  const known = findRegion(written === '' ? region : written)
  const within = country === 'both' ? known?.country : country
  const parts = [name, known?.name ?? written, within === undefined ? '' : COUNTRY_NAMES[within]]
  return parts.filter((part) => part !== '')
}

/** Whether the city of a search has the name of a region, whose jobs a feed finds too. */
export function isCityLikeRegion({ syntax, city, region }: Search): boolean {
  return syntax === 'plain' && region === '' && findRegion(city) !== undefined
}

/** The words of a name side by side, in advanced syntax; a '*' at the end makes the last word a prefix. */
function nameExpression(name: string): string {
  const [bare = ''] = /^.*[^*]/s.exec(name) ?? []
  const isWord = /^[\p{L}\p{N}]+$/u.test(bare)
  const words = isWord ? bare : `'${bare.replaceAll("'", "''")}'`
  return `${words}${name.endsWith('*') ? ':*' : ''}`
}

function withoutEmpty(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
}
