import { quoteValue } from '../values/errors'
import { analyze } from './analyzer'
import { MAX_DISTANCE } from './search-limits'
import { type SearchSyntaxError, syntaxError } from './search-syntax-error'

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
 *     word     = characters other than spaces, operators, "<", '"' and "*"; the first is no quote
 *
 * @throws {SearchSyntaxError}
 */
export function readAdvancedTokens(source: string): AdvancedToken[] {
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
  return [...tokens, { kind: 'end', text: '', offset: source.length }]
}

/** The named groups are rules of the grammar; the other alternatives are operators and errors. */
const TOKEN =
  /(?<distance><(?:-|\d+)>)|(?<phrase>'(?:[^']|'')*')|(?<word>(?!['‘’“”])(?:[^\s&|!()<"*:]|:(?!\*))+)|:\*|<[^\s>]*>?|\S/g

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

/** word = characters other than spaces, operators, "<", '"' and "*"; the first is no quote */
function readWord(source: string, offset: number, text: string): AdvancedToken {
  const operator = MISTAKEN_OPERATORS.get(text)
  if (operator !== undefined) {
    const hint = `write '${text}' in quotes to search for the word`
    throw syntaxError(source, offset, `expected '${operator}', got ${quoteValue(text)}`, hint)
  }
  const words = analyze(text)
  if (words.length === 0) throw noWord(source, offset, text)
  if (text.startsWith('-')) {
    throw syntaxError(source, offset, `expected '!' to exclude, got ${quoteValue(text)}`)
  }
  return { kind: 'term', words, text, offset }
}

const MISTAKEN_OPERATORS = new Map([
  ['AND', '&'],
  ['OR', '|'],
  ['NOT', '!'],
])

function noWord(source: string, offset: number, text: string): SearchSyntaxError {
  return syntaxError(source, offset, `expected a letter or digit, got ${quoteValue(text)}`)
}

/** The error about text that is no token; it names the token that the client probably meant. */
function strayCharacter(source: string, offset: number, text: string): SearchSyntaxError {
  switch (text) {
    case "'":
      return syntaxError(source, offset, `expected "'" to close "'"`, "write '' for an apostrophe")
    case '"':
    case '‘':
    case '’':
    case '“':
    case '”':
      return syntaxError(source, offset, `expected single quotes ('), got ${quoteValue(text)}`)
    case '*':
      return syntaxError(source, offset, "expected ':*' for a prefix, got '*'")
    default:
      return badDistance(source, offset, text)
  }
}

function badDistance(source: string, offset: number, text: string): SearchSyntaxError {
  const issue = `expected '<->' or a distance from '<1>' to '<${MAX_DISTANCE}>'`
  return syntaxError(source, offset, `${issue}, got ${quoteValue(text)}`)
}
