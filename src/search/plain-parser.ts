import { quoteValue } from '../values/errors'
import { parseAdvanced } from './advanced-parser'
import { suggestAdvanced, suggestPlain } from './advanced-suggestion'
import { withFieldValue } from './foreign-fields'
import { findForeignOperator } from './foreign-operators'
import { withoutLeftovers } from './leftovers'
import { requireNoHere } from './nearness'
import {
  type PlainOperator,
  type PlainTerm,
  readPlainTokens,
  requireNoGroup,
  withDashes,
} from './plain-tokens'
import { requireBoundedCost } from './search-cost'
import { requireLength, requireTermCount } from './search-limits'
import { type SearchSyntaxError, syntaxError, withSuggestions } from './search-syntax-error'
import { join, type SearchTree } from './search-tree'

/**
 * Reads a plain filter:
 *
 *     any    = all { "OR" all }
 *     all    = part { [ "AND" ] part }
 *     part   = [ dash ] ( quoted | bare )
 *     quoted = quote text quote [ "*" ]
 *     bare   = characters other than spaces and quotes; the last word may end in "*"
 *
 * A word that the analyzer splits is a phrase of its parts. Punctuation outside quotes is ignored,
 * so that a client can paste a title. A `-` between spaces is such punctuation. `advanced` names the
 * parameter for queries with groups, in the message about a group.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlain(source: string, advanced = 'an advanced filter'): SearchTree {
  return withoutLeftovers(source, (text) => parse(text, advanced))
}

function parse(source: string, advanced: string): SearchTree {
  requireNoHere(
    source,
    (rest) => rest,
    (text) => parse(text, advanced),
  )
  const groups = readPlainAlternatives(source, {
    advanced,
    joinsWithAnd: true,
    parse: (text) => parse(text, advanced),
  })
  const tree = join('any', groups.map(all))
  requireBoundedCost(source, tree)
  return tree
}

/** all = part { [ "AND" ] part } */
function all(terms: readonly PlainTerm[]): SearchTree {
  return join('all', terms.filter((term) => term.words.length > 0).map(part))
}

/** part = [ dash ] ( quoted | bare ) */
function part({ words, isPrefix, isExcluded }: PlainTerm): SearchTree {
  const phrase: SearchTree = { kind: 'phrase', words, prefix: isPrefix }
  return isExcluded ? { kind: 'not', child: phrase } : phrase
}

/** The terms of a plain filter or of a location filter, split at `OR`. Every alternative has a word. */
export function readPlainAlternatives(source: string, options: PlainOptions): PlainTerm[][] {
  const { advanced, joinsWithAnd, parse } = options
  return withSuggestions(
    () => readAlternatives(source, options),
    (error) => {
      if (error.mistake === 'not' && !joinsWithAnd) {
        const text = withDashes(source, readPlainTokens(source, joinsWithAnd))
        return error.suggesting('write: ', text, parse)
      }
      if (error.mistake === 'field') return withFieldValue(error, source, parse)
      const isGroup = error.mistake === 'group'
      const mended = isGroup ? error : error.suggesting('write: ', suggestPlain(source), parse)
      if (mended.suggestion !== undefined) return mended
      const lead = isGroup ? `groups belong to ${advanced}: ` : `write it in ${advanced}: `
      return error.suggesting(lead, suggestAdvanced(source, 'plain'), parseAdvanced)
    },
  )
}

interface PlainOptions {
  /** The parameter that a filter with groups belongs to. */
  advanced: string
  /** Whether `AND` joins parts. In a place it is a word: `NEWFOUNDLAND AND LABRADOR`. */
  joinsWithAnd: boolean
  /** Accepts a query that may be suggested. */
  parse: (text: string) => unknown
  /** The hint of the error about a missing alternative. */
  orHint?: string
}

function readAlternatives(source: string, options: PlainOptions): PlainTerm[][] {
  requireLength(source)
  if (options.joinsWithAnd) requireOwnOperators(source)
  const tokens = readPlainTokens(source, options.joinsWithAnd)
  requireTermCount(source, tokens)
  requireNoGroup(source, tokens, options.advanced)
  const alternatives: PlainTerm[][] = []
  let terms: PlainTerm[] = []
  let last: PlainOperator | undefined
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
    if (token.operator === 'AND') continue
    alternatives.push(terms)
    terms = []
  }
  if (hasWord) return [...alternatives, terms]
  if (last) throw missingTerm(source, 'after', last, options)
  const text = source.trim()
  const got = text === '' ? '' : `, got ${quoteValue(text)}`
  throw syntaxError(source, source.indexOf(text), `expected a word${got}`)
}

/** Rejects the operators of the advanced syntax and of other search engines. */
function requireOwnOperators(source: string): void {
  const found = findForeignOperator(source)
  if (found === undefined) return
  const { offset, issue, hint, mistake = 'operator' } = found
  throw syntaxError(source, offset, issue, hint, mistake)
}

function missingTerm(
  source: string,
  side: 'before' | 'after',
  { operator, offset }: PlainOperator,
  { orHint }: PlainOptions,
): SearchSyntaxError {
  const hint = operator === 'OR' ? orHint : undefined
  return syntaxError(source, offset, `expected a term ${side} '${operator}'`, hint)
}
