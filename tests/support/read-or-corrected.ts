import { parseAdvanced } from '../../src/text/search/reading/parse-advanced'
import type { SearchTree } from '../../src/text/search/search-tree'
import { plain } from './plain'
import { syntaxErrorOf } from './syntax-errors'

/** The tree of a query, or of the query that is suggested in its place. Throws if there is neither. */
export function readOrCorrected(parse: (text: string) => SearchTree, text: string): SearchTree {
  const error = syntaxErrorOf(parse, text)
  if (error === undefined) return parse(text)
  if (error.suggestion === undefined) throw new Error(`no suggestion: ${text}: ${error.message}`)
  return parse === parseAdvanced ? parseAdvanced(error.suggestion) : plain(error.suggestion)
}
