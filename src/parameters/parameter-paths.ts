import { commonFilters } from './common-filters'
import { jobListing } from './job-listing'
import { searchParameters } from './search-parameters'
import { modificationWindow } from './time-frames'

const COUNT = [...Object.keys(commonFilters), 'time_frame']
const LISTING = [...Object.keys(commonFilters), ...Object.keys(jobListing)]

/** The query parameters of each path that has any, without `apiKey`. */
const PARAMETERS_BY_PATH: ReadonlyMap<string, readonly string[]> = new Map([
  ['/v1/active-ats', [...LISTING, 'time_frame']],
  ['/v1/active-ats-count', COUNT],
  ['/v1/modified-ats', [...LISTING, ...Object.keys(modificationWindow)]],
  ['/v1/expired-ats', ['time_frame', 'country']],
  ['/v1/ats-organizations', ['format', 'country']],
  ['/v1/jobs', Object.keys(searchParameters)],
  ['/v1/changes', ['country', 'since', 'limit', 'description', 'source_fields']],
  ['/v1/stats', ['country']],
])

/** The paths that have a query parameter of this name. */
export function pathsOf(parameter: string): string[] {
  return [...PARAMETERS_BY_PATH]
    .filter(([, names]) => names.includes(parameter))
    .map(([path]) => path)
}
