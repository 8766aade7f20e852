import { nearestName } from '../../values/nearest-name'

/** The names of the query parameters of each path, without `apiKey`. */
export type ParametersByPath = ReadonlyMap<string, { parameters: readonly string[] }>

/**
 * The detail of the issue about an unknown parameter, with a hint where possible. `followsText`: the
 * pair follows a text parameter. `isBare`: the pair has no '='. Either may mean that the pair is the
 * rest of a value with an unescaped '&'.
 */
export function unknownParameter(
  name: string,
  known: readonly string[],
  { followsText, isBare, routes }: Context,
): string {
  if (followsText && (isBare || !/^[\w-]+$/.test(name))) {
    return "unknown parameter; write '&' inside a value as %26"
  }
  const accepted =
    known.length === 0 ? 'none is accepted' : `the accepted ones are ${known.join(', ')}`
  if (name === '') return `expected the name of a parameter before '='; ${accepted}`
  const lower = name.toLowerCase()
  if (pathsOf(name, routes).length > 0) {
    const here = synonym(name, known) ?? longerName(name, known) ?? shorterName(name, known)
    return `unknown parameter; it ${belongs(name, routes)}${here === undefined ? '' : `; here: ${here}`}`
  }
  const other = nameHere(lower, known)
  if (other !== undefined) return `unknown parameter; did you mean ${other}? ${accepted}`
  // On the feeds `description` is a search.
  const isFormat = known.includes('description_advanced') && FORMAT.test(lower)
  const candidates = isFormat ? known.filter((other) => other !== 'description') : known
  const meant =
    nearestName(name, candidates) ??
    longerName(lower, candidates) ??
    (isFormat ? 'description_format' : nearestName(name, longNames(routes))) ??
    shorterName(lower, candidates) ??
    synonym(lower, known)
  if (meant === undefined) return `unknown parameter; ${accepted}`
  if (known.includes(meant)) return `unknown parameter; did you mean ${meant}?`
  return `unknown parameter; ${meant} ${belongs(meant, routes)}`
}

interface Context {
  followsText: boolean
  isBare: boolean
  routes: ParametersByPath
}

const FORMAT = /^(?:description_|include_description)/

/** Names of the same filter on the feeds and on the live search. */
const SYNONYMS = [
  ['time_frame', 'window'],
  ['description', 'description_advanced', 'q'],
  ['location', 'location_advanced', 'city', 'province', 'state'],
]

/** Names that other interfaces have, by what may be meant here, the best first. */
const OTHER_NAMES: readonly { meant: readonly string[]; names: RegExp }[] = [
  { meant: ['q', 'description'], names: /^(?:query|search|text|keywords?|term|what)$/ },
  { meant: ['organization', 'q'], names: /^(?:employer|company|company_name|companies)$/ },
  { meant: ['location', 'city'], names: /^(?:where|place|region)$/ },
  { meant: ['offset', 'cursor', 'since'], names: /^(?:page|skip|start|from|after|page_token)$/ },
  { meant: ['limit'], names: /^(?:per_page|page_size|pagesize|size|count|results)$/ },
  { meant: ['employment_type'], names: /^(?:job_?type|type|contract_type)$/ },
  {
    meant: ['pay_at_least', 'has_salary'],
    names: /^(?:min_salary|salary_min|salary_max|min_pay|pay)$/,
  },
  { meant: ['work_arrangement'], names: /^(?:hybrid|on_?site|workplace|workplace_type)$/ },
  { meant: ['sort'], names: /^(?:order|order_?by|sort_?by)$/ },
  { meant: ['time_frame', 'window'], names: /^(?:days|period|since_days|max_age)$/ },
]

function nameHere(name: string, known: readonly string[]): string | undefined {
  const meant = OTHER_NAMES.find(({ names }) => names.test(name))?.meant
  return meant?.find((other) => filtersOf(known).includes(other))
}

/** Beside `q`, and where nothing is searched, `description` chooses what is returned. */
export function filtersOf(known: readonly string[]): readonly string[] {
  const isFilter = known.includes('title') && !known.includes('q')
  return isFilter ? known : known.filter((other) => other !== 'description')
}

/** The name of the same filter on this endpoint: `window` means `time_frame` on a feed. */
export function synonym(name: string, known: readonly string[]): string | undefined {
  const meant = SYNONYMS.find((names) => names.includes(name))
  return meant?.find((other) => filtersOf(known).includes(other))
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

function belongs(parameter: string, routes: ParametersByPath): string {
  return `belongs to ${new Intl.ListFormat('en-GB').format(pathsOf(parameter, routes))}`
}

/** The paths that have a query parameter of this name. */
function pathsOf(parameter: string, routes: ParametersByPath): string[] {
  return [...routes]
    .filter(([, { parameters }]) => parameters.includes(parameter))
    .map(([path]) => path)
}

/** Without `q` and `id`, to which every name of one or two letters is similar. */
function longNames(routes: ParametersByPath): string[] {
  const names = [...routes.values()].flatMap(({ parameters }) => parameters)
  return names.filter((name) => name.length > 2)
}
