import { quoteValue } from '../../values/errors'
import {
  DASHES,
  DOUBLE_QUOTES,
  SINGLE_QUOTED,
  SINGLE_QUOTES,
  startsWithOneOf,
} from '../grammar/typed-signs'
import { analyze } from '../index/analyzer'
import { MIN_PREFIX } from '../search-limits'
import { syntaxError } from '../search-syntax-error'

export type PlaceToken = PlaceTerm | PlaceOperator

/** One `part` of the grammar. Punctuation without a word is a term without words. */
export interface PlaceTerm {
  operator?: undefined
  /** The text between the quotes and before the star. */
  text: string
  words: string[]
  isQuoted: boolean
  isExcluded: boolean
  isPrefix: boolean
  /** Where `text` begins in the filter. */
  offset: number
  /** Where the term ends in the filter, with its quotes and star. */
  end: number
}

export interface PlaceOperator {
  operator: 'OR' | 'NOT'
  words?: undefined
  offset: number
}

/** A `NOT`, or a dash before a word: a parenthesis that opens before it ends a word. */
const EXCLUSION = `NOT(?=[\\s(${DOUBLE_QUOTES}])|[${DASHES}]+(?:[.\\p{L}\\p{N}${DOUBLE_QUOTES}]|${SINGLE_QUOTED})`
/** An operator between groups: a parenthesis that closes before it ends a word. */
const JOINT = `(?:AND|OR|NOT)(?=[\\s(${DOUBLE_QUOTES}])`
/** The characters of a word, to the parenthesis that ends it. */
const BARE = `(?:[^\\s()${DOUBLE_QUOTES}]|\\((?!${EXCLUSION}|${SINGLE_QUOTED})|\\)(?!${JOINT}))+`

const TOKEN = new RegExp(
  `(?<operator>(?:AND|OR|NOT)(?=\\())|(?<dash>[${DASHES}]?)(?<body>[${DOUBLE_QUOTES}][^${DOUBLE_QUOTES}]*[${DOUBLE_QUOTES}]?\\*?|(?<single>${SINGLE_QUOTED})\\*?|${BARE}|[()])`,
  'gu',
)
const QUOTES = new RegExp(`[${DOUBLE_QUOTES}]`, 'g')
const SINGLE_ENDS = new RegExp(`^[${SINGLE_QUOTES}]|[${SINGLE_QUOTES}](?=\\*?$)`, 'g')

/** The parts and operators of a location filter. `NOT` is an operator only before a part or a group; `AND` is a word: `NEWFOUNDLAND AND LABRADOR`. */
export function readPlaceTokens(source: string): PlaceToken[] {
  const matches = Array.from(source.matchAll(TOKEN))
  return matches.map(({ 0: raw, index: offset, groups }, at): PlaceToken => {
    if (raw === 'OR') return { operator: raw, offset }
    const next = matches[at + 1]?.[0] ?? ''
    if (
      raw === 'NOT' &&
      next !== 'OR' &&
      (startsWithOneOf(next, '([') || analyze(next).length > 0)
    ) {
      return { operator: raw, offset }
    }
    const isExcluded = groups?.dash !== ''
    const body = groups?.body ?? raw
    const start = offset + raw.length - body.length
    return {
      ...readTerm(source, start, body, groups?.single !== undefined),
      isExcluded,
      end: offset + raw.length,
    }
  })
}

/** quoted | bare */
function readTerm(
  source: string,
  offset: number,
  raw: string,
  isSingleQuoted: boolean,
): Omit<PlaceTerm, 'isExcluded' | 'end'> {
  const isDoubleQuoted = startsWithOneOf(raw, DOUBLE_QUOTES)
  if (isDoubleQuoted && raw.match(QUOTES)?.length === 1) {
    throw syntaxError(source, offset, `expected '"' to close '${raw.charAt(0)}'`)
  }
  // Spaces replace the quotes, so that offsets stay the same.
  const unquoted = raw.replace(isSingleQuoted ? SINGLE_ENDS : QUOTES, ' ')
  const star = unquoted.indexOf('*')
  const text = star === -1 ? unquoted : unquoted.slice(0, star)
  const words = analyze(text)
  if (star !== -1) requirePrefix(source, offset + star, words, unquoted.slice(star + 1))
  if (isDoubleQuoted && words.length === 0) {
    throw syntaxError(source, offset, `expected a word between the quotes, got ${quoteValue(raw)}`)
  }
  // `Town 'n' Country` is one name.
  const isQuoted = isDoubleQuoted || (isSingleQuoted && /\s/.test(text.trim()))
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

/** Rejects an excluded group, and parentheses around an `OR` or a `|`. Other parentheses are punctuation. */
export function requireNoGroup(
  source: string,
  tokens: readonly PlaceToken[],
  advanced: string,
): void {
  const offset = findGroup(source, tokens)
  if (offset === undefined) return
  const hint = `groups belong to ${advanced}`
  const got = quoteValue(source.charAt(offset))
  throw syntaxError(source, offset, `expected no group, got ${got}`, hint)
}

/** Where the first group opens. */
function findGroup(source: string, tokens: readonly PlaceToken[]): number | undefined {
  const open: { offset: number; hasOr: boolean }[] = []
  const groups: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.operator === 'OR') for (const group of open) group.hasOr = true
    if (token.operator !== undefined || token.isQuoted) continue
    const isExcluded = token.isExcluded || tokens[at - 1]?.operator === 'NOT'
    if (isExcluded && startsWithOneOf(token.text, '([')) groups.push(token.offset)
    for (const { 0: sign, index } of source.slice(token.offset, token.end).matchAll(/[()[\]|]/g)) {
      if (sign === '(' || sign === '[') open.push({ offset: token.offset + index, hasOr: false })
      else if (sign === '|') for (const group of open) group.hasOr = true
      else {
        const closed = open.pop()
        if (closed?.hasOr) groups.push(closed.offset)
      }
    }
  }
  return groups.length === 0 ? undefined : Math.min(...groups)
}

/** The location filter with a `-` in place of each `NOT`. The words up to the next operator are one name. */
export function withDashes(source: string, tokens: readonly PlaceToken[]): string {
  let text = ''
  let copied = 0
  for (const [at, { operator, offset }] of tokens.entries()) {
    if (operator !== 'NOT') continue
    text += source.slice(copied, offset)
    copied = offset + operator.length
    const next = tokens[at + 1]
    if (next === undefined || next.operator !== undefined) continue
    const name = bareTerms(tokens.slice(at + 1))
    copied = name.at(-1)?.end ?? next.end
    const excluded = source.slice(next.offset, copied)
    text += name.length > 1 ? `-"${excluded}"` : `-${excluded}`
  }
  return `${text}${source.slice(copied)}`.trim().replace(/\s+/g, ' ')
}

/** The terms up to the first operator, exclusion or quoted term. */
function bareTerms(tokens: readonly PlaceToken[]): PlaceTerm[] {
  const terms: PlaceTerm[] = []
  for (const token of tokens) {
    if (token.operator !== undefined || token.isQuoted || token.isExcluded) break
    terms.push(token)
  }
  return terms
}
