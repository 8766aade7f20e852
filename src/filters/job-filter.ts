import type { SearchFilterParameters } from '../parameters/search-parameters'
import { analyze } from '../search/analyzer'
import { cityTerm, regionTerm } from '../search/place-terms'
import { COUNTRY_NAMES, type Country } from '../values/country'
import { type Issue, ParameterError, quoteValue } from '../values/errors'
import { findRegion } from '../values/region'
import type { EmploymentType } from '../values/vocabulary'
import type { OpenWindow } from '../values/window'
import { type SearchTexts, type TextFilters, textFilters } from './text-filters'

/** A condition on jobs; an absent member sets no condition. */
export interface JobFilter extends TextFilters {
  countries: readonly Country[]
  organizations?: readonly string[]
  excludedOrganizations?: readonly string[]
  sources?: readonly string[]
  excludedSources?: readonly string[]
  posted?: OpenWindow
  created?: OpenWindow
  modified?: OpenWindow
  hasSalary?: boolean
  isRemote?: boolean
  hasLocation?: boolean
  employmentTypes?: readonly EmploymentType[]
  /** Terms of the place dictionary. The job has at least one term of each list. */
  placeTerms?: readonly (readonly string[])[]
  ids?: readonly bigint[]
}

/** The decoded filters of the feeds and of the count. */
export interface CommonParameters extends SearchTexts {
  country: readonly Country[]
  organization?: readonly string[] | undefined
  exclude_organization?: readonly string[] | undefined
  source?: readonly string[] | undefined
  exclude_source?: readonly string[] | undefined
  date_posted_gte?: Date | undefined
  date_posted_lt?: Date | undefined
  date_created_gte?: Date | undefined
  date_created_lt?: Date | undefined
  has_salary?: boolean | undefined
  remote?: boolean | undefined
  has_no_location?: boolean | undefined
  id?: readonly bigint[] | undefined
}

/** The filter of a feed or of the count, without the window of its `time_frame`. */
export function commonFilter(parameters: CommonParameters): JobFilter {
  const { date_posted_gte: from, date_posted_lt: to, has_no_location: hasNoLocation } = parameters
  const { date_created_gte: createdFrom, date_created_lt: createdTo } = parameters
  return {
    countries: parameters.country,
    ...textFilters(parameters),
    ...(parameters.organization && { organizations: parameters.organization }),
    ...(parameters.exclude_organization && {
      excludedOrganizations: parameters.exclude_organization,
    }),
    ...(parameters.source && { sources: parameters.source }),
    ...(parameters.exclude_source && { excludedSources: parameters.exclude_source }),
    ...((from ?? to) && { posted: { from, to } }),
    ...((createdFrom ?? createdTo) && { created: { from: createdFrom, to: createdTo } }),
    ...(parameters.has_salary !== undefined && { hasSalary: parameters.has_salary }),
    ...(parameters.remote !== undefined && { isRemote: parameters.remote }),
    ...(hasNoLocation !== undefined && { hasLocation: !hasNoLocation }),
    ...(parameters.id && { ids: parameters.id }),
  }
}

/** The filter of `/v1/jobs`, without its `window`. */
export function searchFilter(parameters: SearchFilterParameters): JobFilter {
  const { country, q, title, source, employment_type, has_salary, remote } = parameters
  const placeTerms = searchPlaces(parameters)
  return {
    countries: [country],
    ...textFilters({ q, title }, '/v1/active-ats'),
    ...(placeTerms && { placeTerms: [placeTerms] }),
    ...(source && { sources: source }),
    ...(employment_type && { employmentTypes: employment_type }),
    ...(has_salary !== undefined && { hasSalary: has_salary }),
    ...(remote !== undefined && { isRemote: remote }),
  }
}

/**
 * The terms of `province`, `state` and `city`. One location of the job meets all of them:
 * `city=Toronto&province=QC` does not find a job in Toronto, Ontario and in Montreal. Undefined if
 * none of the three was sent.
 */
function searchPlaces(parameters: SearchFilterParameters): string[] | undefined {
  const { country, province, state, city } = parameters
  const issues: Issue[] = []
  const addIssue = (parameter: string, detail: string): void => {
    issues.push({ parameter, detail })
  }
  if (province && country !== 'CA') addIssue('province', countryIssue('CA', country))
  if (state && country !== 'US') addIssue('state', countryIssue('US', country))
  const place = city === undefined ? undefined : readCity(city, country)
  if (typeof place === 'string') addIssue('city', place)
  if (issues.length > 0) throw new ParameterError(issues)
  if (typeof place !== 'object') return (province ?? state)?.map(regionTerm)
  const { name, region } = place
  const regions = province ?? state ?? region
  if (regions === undefined) return [cityTerm(name)]
  return regions
    .filter((code) => region === undefined || region.includes(code))
    .map((code) => cityTerm(name, code))
}

function countryIssue(needed: Country, country: Country): string {
  return `goes with country=${needed} only, got country=${country}; send country=${needed}`
}

/** Reads `City` or `City, Region`; `region` is a list of one code. A string is the detail of an issue. */
function readCity(text: string, country: Country): { name: string; region?: string[] } | string {
  const [name = '', regionText, ...more] = text.split(',')
  if (analyze(name).length === 0 || more.length > 0) {
    return `expected a city, or a city and its region such as 'Toronto, ON', got ${quoteValue(text)}`
  }
  if (regionText === undefined) return { name }
  const region = findRegion(regionText)
  if (region?.country === country) return { name, region: [region.code] }
  const kind = country === 'CA' ? 'province' : 'state'
  return `expected a ${kind} or territory of ${kind === 'state' ? 'the ' : ''}${COUNTRY_NAMES[country]} after ',', got ${quoteValue(regionText.trim())}`
}
