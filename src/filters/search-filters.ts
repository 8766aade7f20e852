import { parseAdvanced } from '../search/advanced-parser'
import { parsePlaces } from '../search/place-parser'
import { parsePlain } from '../search/plain-parser'
import { SearchSyntaxError } from '../search/search-syntax-error'
import { type Issue, ParameterError } from '../values/errors'
import type { JobFilter } from './job-filter'

/** What clients wrote in the parameters that are searches, by name. */
export type SearchTexts = Partial<Record<SearchParameter, string | undefined>>

export type SearchParameter =
  | 'q'
  | 'title'
  | 'title_advanced'
  | 'description'
  | 'description_advanced'
  | 'location'
  | 'location_advanced'
  | 'organization_advanced'

type SearchFilters = Pick<JobFilter, 'title' | 'text' | 'organizationName' | 'places'>

/**
 * Parses every search of a request. An advanced one replaces its plain counterpart, which is then not read.
 * Throws a `ParameterError` with the issues of all of them.
 */
export function searchFilters(texts: SearchTexts): SearchFilters {
  const issues: Issue[] = []
  const read = <Tree>(
    parameter: SearchParameter,
    parse: (text: string) => Tree,
  ): Tree | undefined => {
    const text = texts[parameter]
    try {
      return text === undefined ? undefined : parse(text)
    } catch (error) {
      if (!(error instanceof SearchSyntaxError)) throw error
      issues.push({ parameter, detail: error.message, position: error.position })
      return undefined
    }
  }
  const either = (plain: SearchParameter, advanced: SearchParameter) =>
    texts[advanced] === undefined ? read(plain, parsePlain) : read(advanced, parseAdvanced)

  const title = either('title', 'title_advanced')
  const text = read('q', parsePlain) ?? either('description', 'description_advanced')
  const each = read('location_advanced', parseAdvanced)
  const names = texts.location_advanced === undefined ? read('location', parsePlaces) : undefined
  const organizationName = read('organization_advanced', parseAdvanced)
  if (issues.length > 0) throw new ParameterError(issues)
  return {
    ...(title && { title }),
    ...(text && { text }),
    ...(each && { places: { kind: 'each', tree: each } }),
    ...(names && { places: { kind: 'names', tree: names } }),
    ...(organizationName && { organizationName }),
  }
}
