import { type ParsedTokens, parseTokens } from '../grammar/parser'
import { printSearch } from '../grammar/printer'
import type { Token } from '../grammar/tokens'
import { requireBoundedCost } from '../search-cost'
import { requireLength } from '../search-limits'
import { missingWord } from '../search-syntax-error'
import type { SearchTree } from '../search-tree'
import { withoutFillers } from './fillers'
import type { Parsed } from './parsed'
import { withoutPasteArtifacts } from './paste-artifacts'
import { inPlainContext } from './plain-context'
import { remarksOn } from './remarks'
import { suggestingWithoutSlips } from './slips'
import { rejectNearMe } from './vague-places'
import { readTyped } from './word-fields'

/**
 * Reads a plain filter. What has one meaning is read with it; `reading` says the meaning in the plain syntax
 * where it is not by the letter:
 *
 *     any    = all { "OR" all }
 *     all    = near { [ "AND" ] near }
 *     near   = not { ( "<->" | "<" N ">" ) not }
 *     not    = "-" not | part
 *     part   = "(" any ")" | quoted | word
 *     quoted = quote text quote [ "*" ]
 *     word   = characters other than spaces, quotes, brackets, "," and ";"; the last may be "*"
 *
 * Parentheses without an `OR` and other punctuation are ignored, so that a client can paste a title. A `-`
 * between spaces is such punctuation.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlain(source: string): Parsed<SearchTree> {
  return withoutPasteArtifacts(source, (text, isPasted) => {
    return suggestingWithoutSlips(text, (meant) => parse(meant, isPasted))
  })
}

/** A plain filter as it is read, in the advanced syntax. Throws as `parsePlain`. */
export function inAdvancedSyntax(source: string): string {
  return withoutPasteArtifacts(source, (text) => {
    const { tree, texts } = readPlain(text)
    return printSearch(tree, 'advanced', texts)
  })
}

/** The tokens of a plain filter as they are read. Throws as `parsePlain`. */
export function plainTokens(source: string): readonly Token[] {
  return withoutPasteArtifacts(source, (text) => readPlain(text).tokens)
}

/** `isPasted`: copying left something in the filter, so it is not read by the letter. */
function parse(source: string, isPasted = false): Parsed<SearchTree> {
  requireLength(source)
  rejectNearMe(source, (rest) => withoutFillers(rest).text || rest, parse)
  const { tree, texts, tokens, isByTheLetter } = readPlain(source)
  requireBoundedCost(source, tree)
  return {
    tree,
    reading: isByTheLetter && !isPasted ? undefined : printSearch(tree, 'plain', texts),
    remarks: remarksOn(source, tokens, (text) => requireBoundedCost(text, readPlain(text).tree)),
  }
}

/** A reading of a plain filter with its tokens, and whether each of them is read by the letter. */
interface PlainReading extends ParsedTokens {
  tokens: readonly Token[]
  isByTheLetter: boolean
}

function readPlain(source: string): PlainReading {
  const { tokens: typed, field } = readTyped(source, 'plain')
  const words = inPlainContext(source, typed)
  const tokens = field?.apply(words) ?? words
  if (!tokens.some(({ kind }) => kind === 'term' || kind === 'or' || kind === 'and')) {
    throw missingWord(source)
  }
  return {
    ...parseTokens(source, tokens),
    tokens,
    isByTheLetter: field === undefined && tokens.every(isByTheLetter),
  }
}

function isByTheLetter({ kind, isNative }: Token): boolean {
  return isNative && kind !== 'open' && kind !== 'before'
}
