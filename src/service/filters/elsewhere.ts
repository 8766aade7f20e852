import { SearchSyntaxError } from '../../text/search/search-syntax-error'

/** Parameters of the feeds, and what `/v1/jobs` has in their place. */
const ON_SEARCH: Readonly<Record<string, string>> = {
  location: 'city',
  description: 'q',
  organization_advanced: 'q',
}

/** Parameters that take codes, and not the value of a hint. */
const CODES: readonly string[] = ['country', 'province', 'state']

/** The error about the text of `sentIn`, its hint naming a parameter of the path, which has the parameters `known`. */
export function sayingWhere(
  error: SearchSyntaxError,
  sentIn: string,
  known: readonly string[],
): SearchSyntaxError {
  const { issue, position, hint, suggestion, elsewhere } = error
  if (elsewhere === undefined || hint === undefined || known.length === 0) return error
  const { parameter, field = parameter } = elsewhere
  // On `/v1/jobs`, `description` chooses what is returned.
  const filters = known.filter((name) => name !== 'description' || !known.includes('q'))
  const here = [field, parameter, ON_SEARCH[parameter]].find((name) => filters.includes(name ?? ''))
  const [before, value = ''] = hint.split(`parameter ${parameter}`)
  const saying = (name: string, rest = '') =>
    new SearchSyntaxError(issue, position, `${before}parameter ${name}${rest}`, suggestion)
  // Of what the fields mean, the feeds lack only this.
  if (here === undefined) return saying(`${parameter} of /v1/jobs`)
  if (here === 'city' && value.startsWith(': -')) return new SearchSyntaxError(issue, position)
  if (CODES.includes(here)) return saying(here)
  return saying(here, here === sentIn ? value.replace(', and here: ', ' ') : value)
}
