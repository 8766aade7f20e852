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
  const lower = name.toLowerCase()
  if (pathsOf(name).length > 0) {
    const here = synonym(name, known) ?? longerName(name, known) ?? shorterName(name, known)
    return `unknown parameter; it ${belongs(name)}${here === undefined ? '' : `; here: ${here}`}`
  }
  // On the feeds `description` is a search.
  const isFormat = known.includes('description_advanced') && FORMAT.test(lower)
  const candidates = isFormat ? known.filter((other) => other !== 'description') : known
  const meant =
    nearestName(name, candidates) ??
    longerName(lower, candidates) ??
    (isFormat ? 'description_format' : nearestName(name, NAMES)) ??
    shorterName(lower, candidates) ??
    synonym(lower, known)
  if (meant === undefined) return 'unknown parameter'
  if (known.includes(meant)) return `unknown parameter; did you mean ${meant}?`
  return `unknown parameter; ${meant} ${belongs(meant)}`
}

const FORMAT = /^(?:description_|include_description)/

/** Names of the same filter on the feeds and on the live search. */
const SYNONYMS = [
  ['time_frame', 'window'],
  ['description', 'description_advanced', 'q'],
  ['location', 'location_advanced', 'city', 'province', 'state'],
]

/** The name of the same filter on this endpoint: `window` means `time_frame` on a feed. */
function synonym(name: string, known: readonly string[]): string | undefined {
  // On the live search `description` is no filter.
  const filters = known.includes('q') ? known.filter((other) => other !== 'description') : known
  return SYNONYMS.find((names) => names.includes(name))?.find((other) => filters.includes(other))
}

/** The shortest longer name: `salary` means `has_salary`. */
function longerName(name: string, known: readonly string[]): string | undefined {
  const byLength = known.toSorted((a, b) => a.length - b.length)
  return byLength.find((candidate) => name.length >= 3 && candidate.includes(name))
}

/** The longest shorter name: `title_advanced` means `title` where only that exists. */
function shorterName(name: string, known: readonly string[]): string | undefined {
  if (name.startsWith('exclude_')) return undefined
  const byLength = known.toSorted((a, b) => b.length - a.length)
  return byLength.find((candidate) => name.includes(candidate))
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
/** Without `q` and `id`, to which every name of one or two letters is similar. */
const NAMES = [...PARAMETERS_BY_PATH.values()].flat().filter((name) => name.length > 2)

function belongs(parameter: string): string {
  return `belongs to ${new Intl.ListFormat('en-GB').format(pathsOf(parameter))}`
}

/** The paths that have a query parameter of this name. */
export function pathsOf(parameter: string): string[] {
  return [...PARAMETERS_BY_PATH]
    .filter(([, names]) => names.includes(parameter))
    .map(([path]) => path)
}
