import { COUNTRY_NAMES } from '../../../../../values/country'
import { DAY_MS, floorToHour } from '../../../../../values/instant'
import { findRegion } from '../../../../../values/region'
import type { ServiceRequest } from '../page/exchange'
import { countryParameter, EMPTY_SEARCH, type Search } from './search'

/** Jobs per page of results. */
export const PAGE_SIZE = 20

/** `/v1/jobs` has neither an employer nor the advanced syntax, and one country; the feed of new jobs has all. */
export function needsFeed({ country, syntax, employer }: Search): boolean {
  return country === 'both' || syntax === 'advanced' || employer !== ''
}

/** Why this search needs the feed, such as `Searches by employer`; '' if it does not. */
export function feedReason({ country, syntax, employer }: Search): string {
  if (!needsFeed({ ...EMPTY_SEARCH, country, syntax, employer })) return ''
  if (employer !== '') return 'Searches by employer'
  return syntax === 'advanced' ? 'Searches in advanced syntax' : 'Searches of both countries'
}

/** The request for the first page of results. */
export function listRequest(search: Search, now: Date): ServiceRequest {
  return pageRequest(search, now, { limit: PAGE_SIZE, cursor: '' })
}

/** The request for one page of all jobs of a search. */
export function pageRequest(
  search: Search,
  now: Date,
  { limit, cursor }: { limit: number; cursor: string },
): ServiceRequest {
  const parameters = needsFeed(search) ? feedFilters(search, now) : jobsFilters(search)
  const path = needsFeed(search) ? 'v1/active-ats' : 'v1/jobs'
  return { path, parameters: { ...parameters, limit: String(limit), ...withoutEmpty({ cursor }) } }
}

/** The request for the page after one; undefined after the last one. `shown`: the number of jobs so far. */
export function nextPage(
  first: ServiceRequest,
  page: { jobs: readonly unknown[]; next_cursor?: string | null },
  shown: number,
): ServiceRequest | undefined {
  const { path, parameters } = first
  if (path === 'v1/jobs') {
    const { next_cursor: cursor } = page
    return cursor ? { path, parameters: { ...parameters, cursor } } : undefined
  }
  if (page.jobs.length < PAGE_SIZE) return undefined
  return { path, parameters: { ...parameters, offset: String(shown) } }
}

/** The request that counts the jobs of `listRequest`. */
export function countRequest(search: Search, now: Date): ServiceRequest {
  return needsFeed(search)
    ? { path: 'v1/active-ats-count', parameters: feedFilters(search, now) }
    : { path: 'explore/count', parameters: jobsFilters(search) }
}

/** The request that counts the jobs of `countRequest` by what filters can choose. */
export function facetRequest(search: Search, now: Date): ServiceRequest {
  const path = needsFeed(search) ? 'explore/feed-facets' : 'explore/facets'
  return { path, parameters: countRequest(search, now).parameters }
}

/** The hourly request that keeps a copy of these jobs in step; undefined where the feeds lack a filter. */
export function hourlyRequest(search: Search, now: Date): ServiceRequest | undefined {
  if (!needsFeed(search) && search.types.length > 0) return undefined
  const { date_created_gte: _, ...filters } = feedFilters(search, now)
  const parameters = { ...filters, time_frame: '1h', limit: '1000', cursor: '0' }
  return { path: 'v1/active-ats', parameters }
}

/** The address of a search as an Atom feed, without a key; undefined where `/v1/jobs` lacks a filter. */
export function readerRequest(search: Search): ServiceRequest | undefined {
  return needsFeed(search)
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
  const { country, source, remote, pay, window } = search
  const isMonth = window === '30d'
  const monthAgo = new Date(floorToHour(now).getTime() - 30 * DAY_MS)
  return withoutEmpty({
    country: countryParameter(country),
    ...feedTexts(search),
    source,
    remote,
    has_salary: pay,
    time_frame: isMonth || window === '' ? '6m' : window,
    date_created_gte: isMonth ? monthAgo.toISOString() : '',
  })
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
