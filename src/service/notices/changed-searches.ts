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

/** The jobs that each changed search of a request finds, at most `most`; 0 for one that is no filter. */
export async function countSearches(
  queries: Queries,
  filter: JobFilter,
  searches: readonly AskedParameters[],
  most = MAX_COUNT,
): Promise<number[]> {
  const changed = searches.map((parameters) => changedFilter(filter, parameters))
  const filters = changed.filter((one) => one !== undefined)
  const counts = (await countUpTo(queries, filters, most)).values()
  return changed.map((one) => (one === undefined ? 0 : (counts.next().value ?? 0)))
}

/** A count as it is told. */
export function countText(count: number, most = MAX_COUNT): string {
  return count < most ? String(count) : `at least ${most}`
}

/** Whether what is told of the reading of a parameter proposes another filter: a second proposal would contradict it. */
export function hasOtherReading({ notices = [] }: ReadFilter, parameter: string): boolean {
  return notices.some((notice) => notice.parameter === parameter && notice.suggestion !== null)
}

function changedFilter(filter: JobFilter, parameters: AskedParameters): JobFilter | undefined {
  try {
    const { city, province, state } = parameters
    const isPlaced = (city ?? province ?? state) !== undefined
    const [country = 'CA'] = filter.countries
    return {
      ...filter,
      ...textFilters(parameters),
      organizations: parameters.organization,
      excludedOrganizations: parameters.exclude_organization,
      sources: parameters.source,
      excludedSources: parameters.exclude_source,
      placeTerms: isPlaced ? cityPlaces({ country, ...parameters }) : filter.placeTerms,
      isRemote: parameters.remote ?? filter.isRemote,
    }
  } catch (error) {
    if (error instanceof ParameterError || error instanceof SearchSyntaxError) return undefined
    throw error
  }
}
