import { quoteValue } from '../values/errors'
import { analyze } from './analyzer'
import { MIN_PREFIX, requireLength, requireTermCount } from './search-limits'
import { syntaxError } from './search-syntax-error'
import { join, type SearchTree } from './search-tree'

/**
 * Reads a plain filter:
 *
 *     any    = all { "OR" all }
 *     all    = part { part }
 *     part   = [ "-" ] ( quoted | bare )
 *     quoted = '"' text '"' [ "*" ]
 *     bare   = characters other than spaces and '"'; the last word may end in "*"
 *
 * A word that the analyzer splits is a phrase of its parts. Punctuation outside quotes is ignored,
 * so that a client can paste a title. A `-` between spaces is such punctuation.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlain(source: string): SearchTree {
  return join('any', readPlainAlternatives(source).map(all))
}

/** all = part { part } */
function all(terms: readonly PlainTerm[]): SearchTree {
  return join('all', terms.filter((term) => term.words.length > 0).map(part))
}

/** part = [ "-" ] ( quoted | bare ) */
function part({ words, isPrefix, isExcluded }: PlainTerm): SearchTree {
  const phrase: SearchTree = { kind: 'phrase', words, prefix: isPrefix }
  return isExcluded ? { kind: 'not', child: phrase } : phrase
}

/** One `part` of the grammar. Punctuation without a word is a term without words. */
export interface PlainTerm {
  /** The text between the quotes and before the star. */
  text: string
  words: string[]
  isQuoted: boolean
  isExcluded: boolean
  isPrefix: boolean
  /** Where `text` begins in the filter. */
  offset: number
}

/**
 * The terms of a plain filter or of a location filter, split at `OR`. Every alternative has a word.
 * `orHint` is the hint of the error about a missing alternative.
 */
export function readPlainAlternatives(source: string, orHint?: string): PlainTerm[][] {
  requireLength(source)
  const tokens = readTokens(source)
  requireTermCount(source, tokens)
  const alternatives: PlainTerm[][] = []
  let terms: PlainTerm[] = []
  let lastOr: { offset: number } | undefined
  for (const token of tokens) {
    if ('words' in token) {
      terms.push(token)
      continue
    }
    if (!hasWord(terms))
      throw syntaxError(source, token.offset, "expected a term before 'OR'", orHint)
    alternatives.push(terms)
    terms = []
    lastOr = token
  }
  if (hasWord(terms)) return [...alternatives, terms]
  if (lastOr) throw syntaxError(source, lastOr.offset, "expected a term after 'OR'", orHint)
  const text = source.trim()
  const got = text === '' ? '' : `, got ${quoteValue(text)}`
  throw syntaxError(source, source.indexOf(text), `expected a word${got}`)
}

function hasWord(terms: readonly PlainTerm[]): boolean {
  return terms.some((term) => term.words.length > 0)
}

const TOKEN = /(?<minus>-?)(?<body>"[^"]*"?\*?|[^\s"]+)/g

/** token = "OR" | part; a token without words is an `OR`. */
function readTokens(source: string): (PlainTerm | { offset: number })[] {
  return Array.from(source.matchAll(TOKEN), ({ 0: raw, index: offset, groups }) => {
    if (raw === 'OR') return { offset }
    const isExcluded = groups?.minus === '-'
    const start = offset + (isExcluded ? 1 : 0)
    return { ...readTerm(source, start, groups?.body ?? raw), isExcluded }
  })
}

/** quoted | bare */
function readTerm(source: string, offset: number, raw: string): Omit<PlainTerm, 'isExcluded'> {
  const isQuoted = raw.startsWith('"')
  if (isQuoted && !/^"[^"]*"/.test(raw)) {
    throw syntaxError(source, offset, `expected '"' to close '"'`)
  }
  // Spaces replace the quotes, so that offsets stay the same.
  const unquoted = raw.replaceAll('"', ' ')
  const star = unquoted.indexOf('*')
  const text = star === -1 ? unquoted : unquoted.slice(0, star)
  const words = analyze(text)
  if (star !== -1) requirePrefix(source, offset + star, words, unquoted.slice(star + 1))
  if (isQuoted && words.length === 0) {
    throw syntaxError(source, offset, `expected a word between the quotes, got ${quoteValue(raw)}`)
  }
  return { text, words, isQuoted, isPrefix: star !== -1, offset }
}

/** Rejects a `*` that does not follow a word of MIN_PREFIX characters, or that a word follows in the same term. */
function requirePrefix(
  source: string,
  star: number,
  words: readonly string[],
  after: string,
): void {
  const word = words.at(-1)
  if (word === undefined) throw syntaxError(source, star, "expected a word before '*'")
  if ([...word].length < MIN_PREFIX) {
    throw syntaxError(source, star, `expected at least ${MIN_PREFIX} characters before '*'`)
  }
  if (after.includes('*') || analyze(after).length > 0) {
    throw syntaxError(source, star, "expected '*' at the end of a word or phrase")
  }
}
