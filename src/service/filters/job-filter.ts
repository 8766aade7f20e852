import type { Static, TObject } from 'typebox'
import type { JobFilter } from '../../catalogue/job-filter'
import { analyze } from '../../text/search/index/analyzer'
import { cityTerms } from '../../text/search/places/place-names'
import { regionTerm } from '../../text/search/places/place-terms'
import { COUNTRY_NAMES, type Country } from '../../values/country'
import { type Issue, ParameterError, quoteValue } from '../../values/errors'
import { findRegion } from '../../values/region'
import type { OpenWindow, Window } from '../../values/window'
import type { commonFilters } from '../parameters/common-filters'
import type { SearchFilterParameters } from '../parameters/search-parameters'
import { type TextFilters, textFilters } from './text-filters'
import { windowBefore } from './time-window'

/** A filter, and how its texts were read. */
export type ReadFilter = JobFilter & Pick<TextFilters, 'notices'>

/** The decoded filters of the feeds and of the count. */
export type CommonParameters = Static<TObject<typeof commonFilters>> &
  Pick<MemberParameters, 'id' | 'employment_type' | 'work_arrangement'>

/** The members of a filter whose value is that of a parameter. */
export const MEMBERS = {
  organization: 'organizations',
  exclude_organization: 'excludedOrganizations',
  source: 'sources',
  exclude_source: 'excludedSources',
  has_salary: 'hasSalary',
  remote: 'isRemote',
  employment_type: 'employmentTypes',
  work_arrangement: 'arrangements',
  id: 'ids',
} as const satisfies Readonly<Record<string, keyof JobFilter>>

type MemberParameters = {
  [Name in keyof typeof MEMBERS]?: JobFilter[(typeof MEMBERS)[Name]]
}

/** The members of a filter that parameters give as they are. */
function sameMembers(parameters: MemberParameters): Partial<JobFilter> {
  const members = Object.entries(MEMBERS).map(([name, member]) => [
    member,
    parameters[name as keyof typeof MEMBERS],
  ])
  return Object.fromEntries(members)
}

/** The filter of a feed or of the count, without the window of its `time_frame`. */
export function commonFilter(parameters: CommonParameters): ReadFilter {
  const { has_no_location: hasNoLocation } = parameters
  return {
    ...textFilters(parameters, parameters),
    ...sameMembers(parameters),
    countries: parameters.country,
    posted: openWindow(parameters.date_posted_gte, parameters.date_posted_lt),
    created: openWindow(parameters.date_created_gte, parameters.date_created_lt),
    hasLocation: hasNoLocation === undefined ? undefined : !hasNoLocation,
  }
}

function openWindow(from: Date | undefined, to: Date | undefined): OpenWindow | undefined {
  return (from ?? to) && { from, to }
}

/** The filter of `/v1/jobs`, whose `window` ends at this instant. */
export function searchFilter(
  parameters: SearchFilterParameters & Pick<MemberParameters, 'work_arrangement'>,
  end: Date,
): ReadFilter & { created: Window | undefined } {
  const { country, q, title, window } = parameters
  return {
    ...textFilters({ q, title }, parameters),
    ...sameMembers(parameters),
    countries: [country],
    placeTerms: cityPlaces(parameters),
    created: window && windowBefore(end, window),
  }
}

interface PlaceParameters {
  country: Country
  province?: readonly string[] | undefined
  state?: readonly string[] | undefined
  city?: string | undefined
}

/**
 * The terms of `province`, `state` and `city`. One location of the job meets all of them:
 * `city=Toronto&province=QC` does not find a job in Toronto, Ontario and in Montreal. Undefined if
 * none of the three was sent.
 */
export function cityPlaces(parameters: PlaceParameters): string[] | undefined {
  const { country, province, state, city } = parameters
  const issues: Issue[] = []
  if (province && country !== 'CA') issues.push(countryIssue('province', 'CA', country))
  if (state && country !== 'US') issues.push(countryIssue('state', 'US', country))
  const place = city === undefined ? undefined : readCity(city, country)
  if (typeof place === 'string') issues.push({ parameter: 'city', detail: place })
  if (issues.length > 0) throw new ParameterError(issues)
  if (typeof place !== 'object') return (province ?? state)?.map(regionTerm)
  const { name, region } = place
  const regions = province ?? state ?? region
  if (regions === undefined) return cityTerms(name)
  return regions
    .filter((code) => region === undefined || region.includes(code))
    .flatMap((code) => cityTerms(name, code))
}

function countryIssue(parameter: string, needed: Country, country: Country): Issue {
  const got = country === 'CA' ? 'country=CA (CA unless it is sent)' : `country=${country}`
  const detail = `goes with country=${needed} only, got ${got}; send country=${needed}`
  return { parameter, detail }
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
