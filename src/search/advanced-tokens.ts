import { quoteValue } from '../values/errors'
import { analyze } from './analyzer'
import { MAX_DISTANCE } from './search-limits'
import { type SearchSyntaxError, syntaxError } from './search-syntax-error'

/** `text` is the token as the client wrote it; `end` has none. */
export type AdvancedToken = { text: string; offset: number } & (
  | { kind: (typeof OPERATORS)[number] | 'end' }
  | { kind: 'distance'; distance: number }
  | { kind: 'term'; words: string[] }
)

/**
 * Splits the text of an advanced filter; the last token is `end`.
 *
 *     operator = "&" | "|" | "!" | "(" | ")" | ":*"
 *     distance = "<->" | "<" digits ">"
 *     phrase   = "'" { character | "''" } "'"
 *     word     = characters other than spaces and those of operators; apostrophes inside
 */
export function readAdvancedTokens(source: string): AdvancedToken[] {
  const tokens: AdvancedToken[] = []
  let offset = skipSpaces(source, 0)
  while (offset < source.length) {
    const token = readToken(source, offset)
    tokens.push(token)
    offset = skipSpaces(source, offset + token.text.length)
  }
  return [...tokens, { kind: 'end', text: '', offset }]
}

const OPERATORS = ['&', '|', '!', '(', ')', ':*'] as const
const DISTANCE = /<(?:-|(\d+))>/y
const PHRASE = /'(?:[^']|'')*'/y
const WORD = /(?!['‘’“”])(?:[^\s&|!()<"*:]|:(?!\*))+/y

function readToken(source: string, offset: number): AdvancedToken {
  const operator = OPERATORS.find((candidate) => source.startsWith(candidate, offset))
  if (operator !== undefined) return { kind: operator, text: operator, offset }

  const distance = matchAt(DISTANCE, source, offset)
  if (distance) return readDistance(source, offset, distance[0], Number(distance[1] ?? 1))

  const phrase = matchAt(PHRASE, source, offset)?.[0]
  if (phrase !== undefined) {
    return readTerm(source, offset, phrase, phrase.slice(1, -1).replaceAll("''", "'"))
  }
  const word = matchAt(WORD, source, offset)?.[0]
  if (word !== undefined) return readWord(source, offset, word)

  throw strayCharacter(source, offset)
}

function readDistance(source: string, offset: number, text: string, distance: number) {
  if (distance < 1 || distance > MAX_DISTANCE) throw badDistance(source, offset, text)
  return { kind: 'distance' as const, distance, text, offset }
}

function readWord(source: string, offset: number, word: string): AdvancedToken {
  const operator = MISTAKEN_OPERATORS.get(word)
  if (operator !== undefined) {
    const help = `write '${word}' in quotes to search for the word`
    throw syntaxError(source, offset, `expected '${operator}', got ${quoteValue(word)}`, help)
  }
  const term = readTerm(source, offset, word, word)
  if (word.startsWith('-')) {
    throw syntaxError(source, offset, `expected '!' to exclude, got ${quoteValue(word)}`)
  }
  return term
}

const MISTAKEN_OPERATORS = new Map([
  ['AND', '&'],
  ['OR', '|'],
  ['NOT', '!'],
])

function readTerm(source: string, offset: number, raw: string, text: string): AdvancedToken {
  const words = analyze(text)
  if (words.length === 0) {
    throw syntaxError(source, offset, `expected a letter or digit, got ${quoteValue(raw)}`)
  }
  return { kind: 'term', words, text: raw, offset }
}

/** No token begins here: says what the client may have meant. */
function strayCharacter(source: string, offset: number): SearchSyntaxError {
  const character = source.charAt(offset)
  switch (character) {
    case "'":
      return syntaxError(source, offset, `expected "'" to close "'"`, "write '' for an apostrophe")
    case '"':
    case '‘':
    case '’':
    case '“':
    case '”':
      return syntaxError(source, offset, `expected single quotes ('), got ${quoteValue(character)}`)
    case '*':
      return syntaxError(source, offset, "expected ':*' for a prefix, got '*'")
    default:
      return badDistance(
        source,
        offset,
        source.slice(offset).match(/^<[^\s>]*>?/)?.[0] ?? character,
      )
  }
}

function badDistance(source: string, offset: number, text: string): SearchSyntaxError {
  const issue = `expected '<->' or a distance from '<1>' to '<${MAX_DISTANCE}>'`
  return syntaxError(source, offset, `${issue}, got ${quoteValue(text)}`)
}

function matchAt(pattern: RegExp, source: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset
  return pattern.exec(source)
}

function skipSpaces(source: string, offset: number): number {
  return offset + (matchAt(/\s*/y, source, offset)?.[0].length ?? 0)
}
