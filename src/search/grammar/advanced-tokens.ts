import { quoteValue } from '../../values/errors'
import { analyze } from '../analyzer'
import { findField } from '../other-engine-fields'
import { BOOST, PERCENT, refusedSign } from '../refused-signs'
import { MAX_DISTANCE } from '../search-limits'
import { type SearchSyntaxError, syntaxError } from '../search-syntax-error'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTES, startsWithOneOf } from '../typed-signs'
import { findWordField } from '../word-fields'
import { operatorOf } from './operators'

const OPERATORS = ['&', '|', '!', '(', ')', ':*'] as const

/** `text` is the token as the client wrote it; it is empty for `end`. */
export type AdvancedToken = { text: string; offset: number } & (
  | { kind: (typeof OPERATORS)[number] | 'end' }
  | { kind: 'distance'; distance: number }
  | { kind: 'term'; words: string[] }
)

/**
 * Splits an advanced filter into tokens; the last token is `end`.
 *
 *     token    = operator | distance | phrase | word
 *     operator = "&" | "|" | "!" | "(" | ")" | ":*"
 *     distance = "<->" | "<" digits ">"
 *     phrase   = "'" { character | "''" } "'"
 *     word     = characters other than spaces, operators, "<", double quotes and "*"; the first is no quote
 *
 * @throws {SearchSyntaxError}
 */
export function readAdvancedTokens(source: string): AdvancedToken[] {
  const wordField = findWordField(source)
  if (wordField) throw mistaken(source, wordField.offset, wordField.issue)
  const tokens: AdvancedToken[] = []
  for (const { 0: text, index: offset, groups = {} } of source.matchAll(TOKEN)) {
    const { distance, phrase, word } = groups
    const operator = OPERATORS.find((candidate) => candidate === text)
    if (operator) tokens.push({ kind: operator, text, offset })
    else if (distance) tokens.push(readDistance(source, offset, text))
    else if (phrase) tokens.push(readPhrase(source, offset, text))
    else if (word) tokens.push(readWord(source, offset, text))
    else throw strayCharacter(source, offset, text)
  }
  requireQuotedJoins(source, tokens)
  return [...tokens, { kind: 'end', text: '', offset: source.length }]
}

/** The named groups are rules of the grammar; the other alternatives are operators and errors. */
const TOKEN = new RegExp(
  `(?<distance><(?:-|\\d+)>)|(?<phrase>'(?:[^']|'')*')|(?<word>(?![${SINGLE_QUOTES}])(?:[^\\s&|!()<*:${DOUBLE_QUOTES}]|:(?!\\*))+)|:\\*|&&|\\|\\||<[^\\s>]*>?|\\S`,
  'g',
)

/** distance = "<->" | "<" digits ">" */
function readDistance(source: string, offset: number, text: string): AdvancedToken {
  const distance = text === '<->' ? 1 : Number(text.slice(1, -1))
  if (distance < 1 || distance > MAX_DISTANCE) throw badDistance(source, offset, text)
  return { kind: 'distance', distance, text, offset }
}

/** phrase = "'" { character | "''" } "'" */
function readPhrase(source: string, offset: number, text: string): AdvancedToken {
  const words = analyze(text.slice(1, -1).replaceAll("''", "'"))
  if (words.length === 0) throw noWord(source, offset, text)
  return { kind: 'term', words, text, offset }
}

/** word = characters other than spaces, operators, "<", double quotes and "*"; the first is no quote */
function readWord(source: string, offset: number, text: string): AdvancedToken {
  const operator = /^(?:AND|OR|NOT)$/.test(text) ? operatorOf(text) : undefined
  if (operator !== undefined) {
    const hint = `write '${text}' in quotes to search for the word`
    throw mistaken(source, offset, `expected '${operator}', got ${quoteValue(text)}`, hint)
  }
  const isBeforeQuote = startsWithOneOf(source.charAt(offset + text.length), QUOTES)
  const field = findField(text, isBeforeQuote)
  if (field) throw syntaxError(source, offset, field.issue, field.hint, 'field')
  const words = analyze(text)
  const isBeforeGroup = startsWithOneOf(source.charAt(offset + text.length), `(${QUOTES}`)
  if (startsWithOneOf(text, DASHES) && (words.length > 0 || isBeforeGroup)) {
    throw mistaken(source, offset, `expected '!' to exclude, got ${quoteValue(text)}`)
  }
  const brackets = /[[\]{}]/.exec(text)
  if (brackets) {
    const [sign] = brackets
    const issue = `expected '${operatorOf(sign)}', got '${sign}'`
    throw mistaken(source, offset + brackets.index, issue)
  }
  const { issue, hint } = refusedSign(text) ?? weight(text) ?? {}
  if (issue !== undefined) throw mistaken(source, offset, issue, hint)
  if (words.length === 0) throw noWord(source, offset, text)
  return { kind: 'term', words, text, offset }
}

/** The operator of this syntax that a word in any case means where no term may stand. */
export function spokenOperator(word: string): string | undefined {
  return operatorOf(word) ?? operatorOf(word.toUpperCase())
}

const QUOTES = DOUBLE_QUOTES + SINGLE_QUOTES

/** The issue of a weight or a prefix of other search engines. */
function weight(text: string): { issue: string; hint?: string } | undefined {
  const sign = BOOST.test(text) ? '^' : PERCENT.test(text) ? '%' : undefined
  return sign && { issue: `expected a word without '${sign}', got ${quoteValue(text)}` }
}

/** A word of capitals and digits. */
export const CAPITALS = /^\p{Lu}[\p{Lu}\p{N}]*$/u

/** Rejects `AT&T` without quotes, which would be two words. */
function requireQuotedJoins(source: string, tokens: readonly AdvancedToken[]): void {
  for (const [at, { kind, offset }] of tokens.entries()) {
    const left = tokens[at - 1]
    const right = tokens[at + 1]
    if (kind !== '&' || left?.kind !== 'term' || right?.kind !== 'term') continue
    const isJoined = left.offset + left.text.length === offset && right.offset === offset + 1
    if (!isJoined || !CAPITALS.test(left.text) || !CAPITALS.test(right.text)) continue
    const word = `${left.text}&${right.text}`
    throw mistaken(
      source,
      left.offset,
      `expected ${quoteValue(word)} in quotes`,
      "or write spaces around '&'",
    )
  }
}

function noWord(source: string, offset: number, text: string): SearchSyntaxError {
  return syntaxError(source, offset, `expected a letter or digit, got ${quoteValue(text)}`)
}

/** The error about text that is no token; it names the token that the client probably meant. */
function strayCharacter(source: string, offset: number, text: string): SearchSyntaxError {
  if (text === "'") {
    return syntaxError(source, offset, `expected "'" to close "'"`, "write '' for an apostrophe")
  }
  if (text === '*') return mistaken(source, offset, "expected ':*' for a prefix, got '*'")
  if (text === '&&' || text === '||') {
    return mistaken(source, offset, `expected '${text.charAt(0)}', got '${text}'`)
  }
  if (startsWithOneOf(text, DOUBLE_QUOTES + SINGLE_QUOTES)) {
    return mistaken(source, offset, `expected single quotes ('), got ${quoteValue(text)}`)
  }
  return badDistance(source, offset, text)
}

/** The error about an operator of another syntax. `hint` is for a query that cannot be rewritten. */
function mistaken(source: string, offset: number, issue: string, hint?: string): SearchSyntaxError {
  return syntaxError(source, offset, issue, hint, 'operator')
}

function badDistance(source: string, offset: number, text: string): SearchSyntaxError {
  const issue = `expected '<->' or a distance from '<1>' to '<${MAX_DISTANCE}>'`
  return syntaxError(source, offset, `${issue}, got ${quoteValue(text)}`)
}
