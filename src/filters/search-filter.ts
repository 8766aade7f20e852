import type { Static, TObject } from 'typebox'
import type { searchFilterParameters } from '../parameters/search-parameters'
import { analyze } from '../search/analyzer'
import { cityTerm, regionTerm } from '../search/place-terms'
import { COUNTRY_NAMES, type Country } from '../values/country'
import { type Issue, ParameterError, quoteValue } from '../values/errors'
import { findRegion } from '../values/region'
import type { JobFilter } from './job-filter'
import { searchFilters } from './search-filters'

/** The decoded filters of `/v1/jobs`. */
export type SearchFilterParameters = Static<TObject<typeof searchFilterParameters>>

/** The active jobs that a search asks for, whenever they were created. */
export function searchFilter(parameters: SearchFilterParameters): JobFilter {
  const { country, q, title, source, employment_type, has_salary, remote } = parameters
  const placeTerms = searchPlaces(parameters)
  return {
    countries: [country],
    ...searchFilters({ q, title }),
    ...(placeTerms && { placeTerms: [placeTerms] }),
    ...(source && { sources: source }),
    ...(employment_type && { employmentTypes: employment_type }),
    ...(has_salary !== undefined && { hasSalary: has_salary }),
    ...(remote !== undefined && { isRemote: remote }),
  }
}

interface PlaceParameters {
  country: Country
  province?: readonly string[] | undefined
  state?: readonly string[] | undefined
  city?: string | undefined
}

/**
 * The terms that one location of a job has to answer to: one location, so that `city=Toronto&province=QC` does not
 * find a job in Toronto, Ontario and in Montreal. `undefined` when no place is asked for.
 */
function searchPlaces({ country, province, state, city }: PlaceParameters): string[] | undefined {
  const issues: Issue[] = []
  const complain = (parameter: string, detail: string): void => {
    issues.push({ parameter, detail })
  }
  if (province && country !== 'CA') complain('province', countryIssue('CA', country))
  if (state && country !== 'US') complain('state', countryIssue('US', country))
  const place = city === undefined ? undefined : readCity(city, country)
  if (typeof place === 'string') complain('city', place)
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

/** `City` or `City, Region`; a text says what is wrong with it. The region is its code, alone in a list. */
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
