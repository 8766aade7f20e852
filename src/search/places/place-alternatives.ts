import { quoteValue } from '../../values/errors'
import { requireLength, requireTermCount } from '../search-limits'
import { type SearchSyntaxError, syntaxError, withSuggestions } from '../search-syntax-error'
import {
  type PlaceOperator,
  type PlaceTerm,
  readPlaceTokens,
  requireNoGroup,
  withDashes,
} from './place-tokens'

/** The terms of a location filter, split at `OR`. Every alternative has a word. */
export function readPlaceAlternatives(source: string, options: PlaceOptions): PlaceTerm[][] {
  return withSuggestions(
    () => readAlternatives(source, options),
    (error) => {
      if (error.mistake !== 'not') return error
      return error.suggesting('write: ', withDashes(source, readPlaceTokens(source)), options.parse)
    },
  )
}

interface PlaceOptions {
  /** The parameter that a filter with groups belongs to. */
  advanced: string
  /** Accepts a query that may be suggested. */
  parse: (text: string) => unknown
  /** The hint of the error about a missing alternative. */
  orHint?: string
}

function readAlternatives(source: string, options: PlaceOptions): PlaceTerm[][] {
  requireLength(source)
  const tokens = readPlaceTokens(source)
  requireTermCount(source, tokens)
  requireNoGroup(source, tokens, options.advanced)
  const alternatives: PlaceTerm[][] = []
  let terms: PlaceTerm[] = []
  let last: PlaceOperator | undefined
  /** Whether a word follows the last operator. */
  let hasWord = false
  for (const token of tokens) {
    if (token.operator === undefined) {
      terms.push(token)
      hasWord ||= token.words.length > 0
      continue
    }
    if (token.operator === 'NOT') {
      throw syntaxError(
        source,
        token.offset,
        "expected '-' to exclude, got 'NOT'",
        undefined,
        'not',
      )
    }
    if (!hasWord) throw missingTerm(source, 'before', token, options)
    hasWord = false
    last = token
    alternatives.push(terms)
    terms = []
  }
  if (hasWord) return [...alternatives, terms]
  if (last) throw missingTerm(source, 'after', last, options)
  const text = source.trim()
  const got = text === '' ? '' : `, got ${quoteValue(text)}`
  throw syntaxError(source, source.indexOf(text), `expected a word${got}`)
}

function missingTerm(
  source: string,
  side: 'before' | 'after',
  { operator, offset }: PlaceOperator,
  { orHint }: PlaceOptions,
): SearchSyntaxError {
  const hint = operator === 'OR' ? orHint : undefined
  return syntaxError(source, offset, `expected a term ${side} '${operator}'`, hint)
}
