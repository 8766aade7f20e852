import { parseAdvanced } from '../search/advanced-parser'
import { parsePlaces } from '../search/place-parser'
import { parsePlain } from '../search/plain-parser'
import { requireBoundedCost } from '../search/search-cost'
import { SearchSyntaxError } from '../search/search-syntax-error'
import type { PlaceTree, SearchTree } from '../search/search-tree'
import { type Issue, ParameterError } from '../values/errors'

/** The texts of search parameters, by parameter. */
export type SearchTexts = Partial<Record<SearchParameter, string | undefined>>

type SearchParameter =
  | 'q'
  | 'title'
  | 'title_advanced'
  | 'description'
  | 'description_advanced'
  | 'location'
  | 'location_advanced'
  | 'organization_advanced'

/** The parsed texts. */
export interface TextFilters {
  title?: SearchTree | undefined
  /** Title, employer and description. */
  text?: SearchTree | undefined
  organizationName?: SearchTree | undefined
  places?: PlaceFilter | undefined
}

export type PlaceFilter =
  /** A `location` filter: names, compared with all locations of a job together. */
  | { kind: 'names'; tree: PlaceTree }
  /** A `location_advanced` filter: an expression, compared with the text of each location. */
  | { kind: 'each'; tree: SearchTree }

/**
 * Parses all search texts of a request. An advanced filter replaces its plain counterpart, which is
 * then not parsed. Throws a `ParameterError` with the issues of all texts. `feed` is the path that has
 * the advanced filters, if this one does not.
 */
export function textFilters(texts: SearchTexts, feed?: string): TextFilters {
  const issues: Issue[] = []
  const parse = <Tree>(
    parameter: SearchParameter,
    parser: (text: string) => Tree,
  ): Tree | undefined => {
    const text = texts[parameter]
    try {
      return text === undefined ? undefined : parser(text)
    } catch (error) {
      if (!(error instanceof SearchSyntaxError)) throw error
      issues.push({ parameter, detail: error.message, position: error.position })
      return undefined
    }
  }
  let cost = 0
  /** A parser that bounds the cost of all texts together. */
  const bounded = (parser: (text: string) => SearchTree) => (text: string) => {
    const tree = parser(text)
    cost = requireBoundedCost(text, tree, cost)
    return tree
  }
  const boundedAdvanced = bounded(parseAdvanced)
  const plainParser = (advanced: SearchParameter) => (text: string) =>
    parsePlain(text, feed ? `${advanced} of ${feed}` : advanced)
  const either = (plain: SearchParameter, advanced: SearchParameter) =>
    texts[advanced] === undefined
      ? parse(plain, bounded(plainParser(advanced)))
      : parse(advanced, boundedAdvanced)

  const filters: TextFilters = {
    title: either('title', 'title_advanced'),
    text: either(texts.q === undefined ? 'description' : 'q', 'description_advanced'),
    places:
      texts.location_advanced === undefined
        ? parse('location', (text) => ({ kind: 'names', tree: parsePlaces(text) }))
        : parse('location_advanced', (text) => ({ kind: 'each', tree: boundedAdvanced(text) })),
    organizationName: parse('organization_advanced', boundedAdvanced),
  }
  if (issues.length > 0) throw new ParameterError(issues)
  return filters
}
