import { nearestName } from '../values/nearest-name'
import { commonFilters } from './common-filters'
import { jobListing } from './job-listing'
import { searchParameters } from './search-parameters'
import { modificationWindow } from './time-frames'

/**
 * The detail of the issue about an unknown parameter, with a hint where possible. `followsText`: the
 * pair follows a text parameter. `isBare`: the pair has no '='. Either may mean that the pair is the
 * rest of a value with an unescaped '&'.
 */
export function unknownParameter(
  name: string,
  known: readonly string[],
  { followsText, isBare }: { followsText: boolean; isBare: boolean },
): string {
  if (followsText && (isBare || !/^\w+$/.test(name))) {
    return "unknown parameter; write '&' inside a value as %26"
  }
  const meant =
    nearestName(name, known) ??
    relatedName(name.toLowerCase(), known) ??
    synonym(name.toLowerCase(), known)
  if (meant !== undefined) return `unknown parameter; did you mean ${meant}?`
  const paths = pathsOf(name)
  if (paths.length === 0) return 'unknown parameter'
  return `unknown parameter; it belongs to ${new Intl.ListFormat('en-GB').format(paths)}`
}

/** `salary` means `has_salary`; `title_advanced` means `title` where only that exists. */
function relatedName(name: string, known: readonly string[]): string | undefined {
  const byLength = known.toSorted((a, b) => a.length - b.length)
  const longer = byLength.find((candidate) => name.length >= 3 && candidate.includes(name))
  return longer ?? byLength.findLast((candidate) => name.includes(candidate))
}

/** Names of the same filter on the feeds and on the live search. */
const SYNONYMS = [
  ['time_frame', 'window'],
  ['description', 'q'],
  ['location', 'city', 'province', 'state'],
]

/** The name of the same filter on this endpoint: `window` means `time_frame` on a feed. */
function synonym(name: string, known: readonly string[]): string | undefined {
  return SYNONYMS.find((names) => names.includes(name))?.find((other) => known.includes(other))
}

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
