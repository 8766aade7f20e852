import { parseTokens } from '../grammar/parser'
import { type Token, wordAt } from '../grammar/tokens'
import { requireBoundedCost } from '../search-cost'
import { requireLength } from '../search-limits'
import { MAX_SUGGESTION, SearchSyntaxError, withSuggestions } from '../search-syntax-error'
import type { SearchTree } from '../search-tree'
import { inAdvancedContext } from './advanced-context'
import { findMistake } from './advanced-mistakes'
import { withFieldValue } from './other-engine-fields'
import { withoutPasteArtifacts } from './paste-artifacts'
import { readingOf } from './reading'
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
    rejectNearMe(text, suggestionFor, parse)
    return withSuggestions(
      () => parse(text),
      (error) => withFieldValue(error, text, parse),
    )
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
  if (lead === undefined) throw error
  throw error.suggesting(lead, printLoosely(source, meant), parse)
}

/** A filter of any syntax as it is read loosely, in the advanced syntax; undefined if it has no clear meaning. */
function suggestionFor(source: string): string | undefined {
  try {
    return printLoosely(source, inAdvancedContext(readTyped(source, 'advanced').tokens))
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}

/** The tokens as they are read loosely; undefined if that is no filter, or too long to suggest. */
function printLoosely(source: string, tokens: readonly Token[]): string | undefined {
  const length = tokens.reduce((sum, { text }) => sum + text.length, 0)
  if (length > MAX_SUGGESTION) return undefined
  const loose = tokens.flatMap(splitAtCommas).filter(isWord)
  try {
    return readingOf(source, loose).print('advanced')
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}

function isWord(token: Token): boolean {
  return token.kind !== 'stray' && (token.kind !== 'term' || token.words.length > 0)
}

/** Commas separate words when a text is read loosely. */
function splitAtCommas(token: Token): Token[] {
  if (token.kind !== 'term' || token.isQuoted || !/[,;]/.test(token.text)) return [token]
  const { offset } = token
  return Array.from(token.text.matchAll(/[^,;]+/g), ({ 0: text, index }) =>
    wordAt(text, offset + index),
  )
}
