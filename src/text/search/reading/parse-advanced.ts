import { distanceOf, type Meaning, SPOKEN } from '../grammar/operators'
import { parseTokens } from '../grammar/parser'
import { printSearch } from '../grammar/printer'
import { beginsPart, endsPart, NUMBER_COMMA, type Token, wordAt } from '../grammar/tokens'
import { requireBoundedCost } from '../search-cost'
import { requireLength } from '../search-limits'
import { ifValid, MAX_SUGGESTION } from '../search-syntax-error'
import type { SearchTree } from '../search-tree'
import { findMistake } from './advanced-mistakes'
import { withoutPasteArtifacts } from './paste-artifacts'
import { rejectNearMe } from './vague-places'
import { readTyped } from './word-fields'

/**
 * Reads an advanced filter:
 *
 *     search   = any end
 *     any      = all { "|" all }
 *     all      = near { "&" near }
 *     near     = not { distance not }
 *     not      = "!" not | primary
 *     primary  = "(" any ")" | term [ ":*" ]
 *     term     = word | "'" text "'"
 *     distance = "<->" | "<" N ">"
 *
 * The error about anything else gives the filter as it is read loosely, in this syntax.
 *
 * @throws {SearchSyntaxError}
 */
export function parseAdvanced(source: string): SearchTree {
  return withoutPasteArtifacts(source, (text) => {
    const read = (rest: string) => inAdvancedContext(readTyped(rest, 'advanced').tokens)
    rejectNearMe(text, (rest) => ifValid(() => printLoosely(rest, read(rest))), parse)
    return parse(text)
  })
}

function parse(source: string): SearchTree {
  requireLength(source)
  const { tokens, field } = readTyped(source, 'advanced')
  const words = inAdvancedContext(tokens)
  const meant = field?.apply(words.filter(isWord)) ?? words
  const mistake = findMistake(source, meant, field)
  if (mistake === undefined) {
    const { tree } = parseTokens(source, meant)
    requireBoundedCost(source, tree)
    return tree
  }
  const { error, lead } = mistake
  throw lead === undefined ? error : error.suggesting(lead, printLoosely(source, meant), parse)
}

/**
 * The tokens of an advanced filter. Its terms need an operator between them, so a word for an operator (`near`, `w/5`)
 * is one between terms, and a word elsewhere.
 */
function inAdvancedContext(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at): Token => {
    const meaning = meaningOf(token)
    if (meaning === undefined) return token
    const { text, offset, end } = token
    const isAfterPart = endsPart(tokens[at - 1])
    const isBeforePart = beginsPart(tokens[at + 1])
    const isOperator = isBeforePart && (isAfterPart || meaning === 'not')
    if (!isOperator) return token.kind === 'term' ? token : wordAt(text, offset)
    return { kind: meaning, text, distance: distanceOf(text), offset, end, isNative: false }
  })
}

/** What a token means that may be a word. */
function meaningOf(token: Token): Meaning | undefined {
  if (token.kind === 'term')
    return token.isQuoted ? undefined : SPOKEN.get(token.text.toLowerCase())
  return token.isWord && token.kind !== 'stray' ? token.kind : undefined
}

/** The tokens as they are read loosely; undefined if that is no filter, or too long to suggest. */
function printLoosely(source: string, tokens: readonly Token[]): string | undefined {
  const length = tokens.reduce((sum, { text }) => sum + text.length, 0)
  if (length > MAX_SUGGESTION) return undefined
  return ifValid(() => {
    const { tree, texts } = parseTokens(source, tokens.flatMap(splitAtCommas).filter(isWord))
    return printSearch(tree, 'advanced', texts)
  })
}

function isWord(token: Token): boolean {
  return token.kind !== 'stray' && (token.kind !== 'term' || token.words.length > 0)
}

const LISTED = new RegExp(`(?:[^,;]|${NUMBER_COMMA})+`, 'g')

/** Commas separate words when a text is read loosely. */
function splitAtCommas(token: Token): Token[] {
  if (token.kind !== 'term' || token.isQuoted || !/[,;]/.test(token.text)) return [token]
  const { offset } = token
  return Array.from(token.text.matchAll(LISTED), ({ 0: text, index }) =>
    wordAt(text, offset + index),
  )
}
