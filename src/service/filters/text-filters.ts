import type { JobFilter } from '../../catalogue/job-filter'
import { parsePlaces } from '../../text/search/places/parse-places'
import { parseAdvanced } from '../../text/search/reading/parse-advanced'
import { parsePlain } from '../../text/search/reading/parse-plain'
import type { Parsed } from '../../text/search/reading/parsed'
import { requireBoundedCost } from '../../text/search/search-cost'
import { SearchSyntaxError } from '../../text/search/search-syntax-error'
import type { SearchTree } from '../../text/search/search-tree'
import { type Issue, ParameterError } from '../../values/errors'
import type { Notice } from '../../values/notice'
import { acceptedNames, readingsOf } from '../parameters/decode-query'
import { sayingWhere } from './elsewhere'

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
export interface TextFilters
  extends Pick<JobFilter, 'title' | 'fullText' | 'organizationName' | 'places'> {
  /** How texts were read that were not read by the letter; absent if there is none. */
  notices?: readonly Notice[] | undefined
}

/**
 * Parses all search texts of a request. An advanced filter replaces its plain counterpart, which is
 * then not parsed. `query`: the decoded query of the texts, whose other readings are told and whose path has the parameters that
 * messages name. Throws a `ParameterError` with the issues of all texts.
 */
export function textFilters(texts: SearchTexts, query: object = {}): TextFilters {
  const issues: Issue[] = []
  const notices: Notice[] = []
  const parse = <Tree>(
    parameter: SearchParameter,
    parser: (text: string) => Parsed<Tree>,
  ): Tree | undefined => {
    const text = texts[parameter]
    try {
      if (text === undefined) return undefined
      const { tree, reading, remarks = [] } = parser(text)
      if (reading !== undefined) {
        notices.push({ parameter, detail: `read as ${reading}`, suggestion: null })
      }
      notices.push(...remarks.map((remark) => ({ parameter, ...remark })))
      return tree
    } catch (error) {
      if (!(error instanceof SearchSyntaxError)) throw error
      const { message: detail, position } = sayingWhere(error, parameter, acceptedNames(query))
      issues.push({ parameter, detail, position })
      return undefined
    }
  }
  let cost = 0
  /** A parser that bounds the cost of all texts together. */
  const bounded = (parser: (text: string) => Parsed<SearchTree>) => (text: string) => {
    const parsed = parser(text)
    cost = requireBoundedCost(text, parsed.tree, cost)
    return parsed
  }
  const boundedAdvanced = bounded((text) => byTheLetter(parseAdvanced(text)))
  const boundedPlain = bounded(parsePlain)
  const either = (plain: SearchParameter, advanced: SearchParameter) =>
    texts[advanced] === undefined ? parse(plain, boundedPlain) : parse(advanced, boundedAdvanced)

  const filters: TextFilters = {
    title: either('title', 'title_advanced'),
    fullText: either(texts.q === undefined ? 'description' : 'q', 'description_advanced'),
    places:
      texts.location_advanced === undefined
        ? placeFilter('names', parse('location', parsePlaces))
        : placeFilter('each', parse('location_advanced', boundedAdvanced)),
    organizationName: parse('organization_advanced', boundedAdvanced),
  }
  if (issues.length > 0) throw new ParameterError(issues)
  notices.push(...readingsOf(query))
  return notices.length === 0 ? filters : { ...filters, notices }
}

function byTheLetter<Tree>(tree: Tree): Parsed<Tree> {
  return { tree, reading: undefined }
}

function placeFilter<Kind extends string, Tree>(kind: Kind, tree: Tree | undefined) {
  return tree && { kind, tree }
}
