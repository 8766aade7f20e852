import type { Countable } from '../../catalogue/database/queries/count-up-to'
import type { JobFilter } from '../../catalogue/job-filter'
import { ParameterError } from '../../values/errors'
import { cityPlaces, type ReadFilter } from '../filters/job-filter'
import { textFilters } from '../filters/text-filters'
import type { AskedParameters } from './asked-values'

/** Jobs are counted up to this number. */
export const MAX_COUNT = 100

/** Whether what is told of the reading of a parameter proposes another filter: a second proposal would contradict it. */
export function hasOtherReading({ notices = [] }: ReadFilter, parameter: string): boolean {
  return notices.some((notice) => notice.parameter === parameter && notice.suggestion !== null)
}

/** A changed search as it is counted, up to `limit`; undefined for one that is no filter. */
export function changedSearch(
  filter: JobFilter,
  parameters: AskedParameters,
  limit = MAX_COUNT,
): Countable | undefined {
  const { city, province, state } = parameters
  const isPlaced = (city ?? province ?? state) !== undefined
  const [country = 'CA'] = filter.countries
  const changed = ifFilter(() => ({
    ...filter,
    ...textFilters(parameters),
    organizations: parameters.organization,
    excludedOrganizations: parameters.exclude_organization,
    sources: parameters.source,
    excludedSources: parameters.exclude_source,
    placeTerms: isPlaced ? cityPlaces({ country, ...parameters }) : filter.placeTerms,
    isRemote: parameters.remote ?? filter.isRemote,
    employmentTypes: parameters.employment_type ?? filter.employmentTypes,
  }))
  return changed && { filter: changed, limit }
}

/** What `read` returns; undefined if its parameters are no filter. */
export function ifFilter<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ParameterError) return undefined
    throw error
  }
}
