import { parseAdvanced } from '../../src/search/advanced-parser'
import { parsePlain } from '../../src/search/plain-parser'
import type { SearchTree } from '../../src/search/search-tree'
import { syntaxErrorOf } from './syntax-errors'

export const plain = (text: string) => parsePlain(text, 'title_advanced')

/** The tree of a query, or of the query that is suggested in its place. Throws if there is neither. */
export function readOrMended(parse: (text: string) => SearchTree, text: string): SearchTree {
  const error = syntaxErrorOf(parse, text)
  if (error === undefined) return parse(text)
  if (error.suggestion === undefined) throw new Error(`no suggestion: ${text}: ${error.message}`)
  const isAdvanced = parse === parseAdvanced || error.message.includes('title_advanced: ')
  return isAdvanced ? parseAdvanced(error.suggestion) : plain(error.suggestion)
}
