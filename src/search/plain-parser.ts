import { readPlainAlternatives } from './plain-alternatives'
import type { PlainTerm } from './plain-tokens'
import { join, type SearchTree } from './search-tree'

/**
 * Reads a plain filter:
 *
 *     any  = all { "OR" all }
 *     all  = part { part }
 *     part = [ "-" ] ( word | '"' text '"' ) [ "*" ]
 *
 * A word that the analyzer splits is a phrase of its parts. Punctuation outside of quotes is passed
 * over, so that a pasted title is a search.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlain(source: string): SearchTree {
  return join('any', readPlainAlternatives(source).map(all))
}

/** all = part { part } */
function all(terms: readonly PlainTerm[]): SearchTree {
  return join('all', terms.filter((term) => term.words.length > 0).map(part))
}

/** part = [ "-" ] ( word | '"' text '"' ) [ "*" ] */
function part({ words, isPrefix, isExcluded }: PlainTerm): SearchTree {
  const phrase: SearchTree = { kind: 'phrase', words, prefix: isPrefix }
  return isExcluded ? { kind: 'not', child: phrase } : phrase
}
