import type { Country } from '../values/country'
import type { JobFilter } from './job-filter'
import { type SearchTexts, searchFilters } from './search-filters'

/** The decoded common filters of the feeds and the count. */
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

/** The active jobs that the common filters ask for, whenever they were created. */
export function commonFilter(parameters: CommonParameters): JobFilter {
  const { date_posted_gte: from, date_posted_lt: to, has_no_location: hasNoLocation } = parameters
  const { date_created_gte: createdFrom, date_created_lt: createdTo } = parameters
  return {
    countries: parameters.country,
    ...searchFilters(parameters),
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
