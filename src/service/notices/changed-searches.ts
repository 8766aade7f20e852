import type { Queries } from '../../catalogue/database/client/drizzle'
import { countUpTo } from '../../catalogue/database/queries/count-up-to'
import type { JobFilter } from '../../catalogue/job-filter'
import { SearchSyntaxError } from '../../text/search/search-syntax-error'
import { ParameterError } from '../../values/errors'
import { cityPlaces, type ReadFilter } from '../filters/job-filter'
import { textFilters } from '../filters/text-filters'
import type { AskedParameters } from './asked-values'

/** Jobs are counted up to this number. */
const MAX_COUNT = 100

/** The jobs that each changed search of a request finds; 0 for one that is no filter. */
export async function countSearches(
  queries: Queries,
  filter: JobFilter,
  searches: readonly AskedParameters[],
): Promise<number[]> {
  const changed = searches.map((parameters) => changedFilter(filter, parameters))
  const filters = changed.filter((one) => one !== undefined)
  const counts = (await countUpTo(queries, filters, MAX_COUNT)).values()
  return changed.map((one) => (one === undefined ? 0 : (counts.next().value ?? 0)))
}

/** A count as it is told. */
export function countText(count: number): string {
  return count < MAX_COUNT ? String(count) : `at least ${MAX_COUNT}`
}

/** Whether what is told of the reading of a parameter proposes another filter: a second proposal would contradict it. */
export function hasOtherReading({ notices = [] }: ReadFilter, parameter: string): boolean {
  return notices.some((notice) => notice.parameter === parameter && notice.suggestion !== null)
}

function changedFilter(filter: JobFilter, parameters: AskedParameters): JobFilter | undefined {
  try {
    const { city } = parameters
    const [country = 'CA'] = filter.countries
    return {
      ...filter,
      ...textFilters(parameters),
      organizations: parameters.organization,
      excludedOrganizations: parameters.exclude_organization,
      sources: parameters.source,
      excludedSources: parameters.exclude_source,
      placeTerms: city === undefined ? filter.placeTerms : cityPlaces({ country, ...parameters }),
    }
  } catch (error) {
    if (error instanceof ParameterError || error instanceof SearchSyntaxError) return undefined
    throw error
  }
}
