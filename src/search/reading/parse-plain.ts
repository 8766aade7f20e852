import { rejectNearMe } from '../nearness'
import { withFieldValue } from '../other-engine-fields'
import type { Parsed, Remark } from '../parsed'
import { pastedText, withoutPasteArtifacts } from '../paste-artifacts'
import { requireBoundedCost } from '../search-cost'
import { requireLength } from '../search-limits'
import { SearchSyntaxError, withSuggestions } from '../search-syntax-error'
import type { SearchTree } from '../search-tree'
import { readLoosely } from './read-loosely'

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
 * A word that the analyzer splits is a phrase of its parts. Parentheses without an `OR` and other punctuation
 * are ignored, so that a client can paste a title. A `-` between spaces is such punctuation.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlain(source: string): Parsed<SearchTree> {
  const text = pastedText(source)
  const parsed = withoutPasteArtifacts(source, parse)
  if (text === source || parsed.reading !== undefined) return parsed
  return { ...parsed, reading: readLoosely(text, 'plain').print('plain') }
}

function parse(source: string): Parsed<SearchTree> {
  requireLength(source)
  rejectNearMe(source, (rest) => rest, parse)
  const { tree, tokens, isByTheLetter, print } = withSuggestions(
    () => readLoosely(source, 'plain'),
    (error) => (error.mistake === 'field' ? withFieldValue(error, source, parse) : error),
  )
  requireBoundedCost(source, tree)
  return {
    tree,
    reading: isByTheLetter ? undefined : print('plain'),
    remarks: remarksOn(source, tokens),
  }
}

type Tokens = ReturnType<typeof readLoosely>['tokens']

/** Words in lower case that may have been meant as operators, with what to write for these. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['or', 'OR'],
  ['ou', 'OR'],
  ['not', '-'],
  ['sauf', '-'],
  ['et', 'AND'],
])

/** The remark on `or`, `not` and their like between words, and on a `|`. */
function remarksOn(source: string, tokens: Tokens): Remark[] {
  const bar = source.indexOf('|')
  if (bar === -1 && !/(?<![^\s])(?:or|ou|not|sauf|et)(?![^\s])/.test(source)) return []
  const spoken = tokens.flatMap((token, at) => {
    const sign = token.kind === 'term' && !token.isQuoted ? SPOKEN.get(token.text) : undefined
    const isBetween = tokens[at + 1] !== undefined && (at > 0 || sign === '-')
    return sign !== undefined && isBetween ? [{ ...token, sign }] : []
  })
  const bars = barsOf(source, tokens)
  const [first] = spoken
  if (first === undefined && bars.length === 0) return []
  const detail =
    first === undefined
      ? "'|' is read as punctuation; for alternatives write OR"
      : `'${first.text}' is read as a word; for the operator write ${first.sign}`
  let meant = source
  const signs = [...spoken, ...bars].toSorted((a, b) => b.offset - a.offset)
  for (const { offset, end, sign } of signs) {
    const after = sign === '-' ? meant.slice(end).trimStart() : meant.slice(end)
    const spaced = sign === '-' || /\s$/.test(meant.slice(0, offset)) ? sign : ` ${sign} `
    meant = `${meant.slice(0, offset)}${spaced}${after}`
  }
  return [{ detail, suggestion: isRead(meant) ? meant : null }]
}

function barsOf(source: string, tokens: Tokens) {
  const inQuotes = (at: number) =>
    tokens.some(({ kind, offset, end }) => kind === 'term' && offset < at && at < end)
  const first = tokens[0]?.offset ?? 0
  const last = tokens.at(-1)?.offset ?? 0
  return Array.from(source.matchAll(/(?<!\|)\|(?!\|)/g))
    .filter(({ index }) => index > first && index < last && !inQuotes(index))
    .map(({ index }) => ({ offset: index, end: index + 1, sign: 'OR' }))
}

function isRead(text: string): boolean {
  try {
    requireBoundedCost(text, readLoosely(text, 'plain').tree)
    return true
  } catch (error) {
    if (error instanceof SearchSyntaxError) return false
    throw error
  }
}
