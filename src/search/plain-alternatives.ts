import { quoteValue } from '../values/errors'
import { type PlainTerm, type PlainToken, readPlainTokens } from './plain-tokens'
import { requireLength, requireTermCount } from './search-limits'
import { type SearchSyntaxError, syntaxError } from './search-syntax-error'

/**
 * The terms of a plain filter or a place, split at `OR`. Each alternative has a term with a word.
 * `orHelp` is the way out when one is missing.
 */
export function readPlainAlternatives(source: string, orHelp?: string): PlainTerm[][] {
  requireLength(source)
  const tokens = readPlainTokens(source)
  requireTermCount(
    source,
    tokens.filter((token) => token.kind === 'term'),
  )
  const alternatives: PlainTerm[][] = []
  let terms: PlainTerm[] = []
  for (const token of tokens) {
    if (token.kind === 'term') {
      terms.push(token)
      continue
    }
    if (!hasWord(terms)) throw missing(source, 'before', token, orHelp)
    alternatives.push(terms)
    terms = []
  }
  if (hasWord(terms)) return [...alternatives, terms]
  const or = tokens.findLast((token) => token.kind === 'or')
  throw or === undefined ? noWord(source) : missing(source, 'after', or, orHelp)
}

function hasWord(terms: readonly PlainTerm[]): boolean {
  return terms.some((term) => term.words.length > 0)
}

function missing(
  source: string,
  side: 'before' | 'after',
  or: PlainToken,
  orHelp?: string,
): SearchSyntaxError {
  return syntaxError(source, or.offset, `expected a term ${side} 'OR'`, orHelp)
}

function noWord(source: string): SearchSyntaxError {
  const text = source.trim()
  const got = text === '' ? '' : `, got ${quoteValue(text)}`
  return syntaxError(source, source.indexOf(text), `expected a word${got}`)
}
