import { quoteValue } from '../values/errors'
import { findField } from './foreign-fields'
import type { Mistake } from './search-syntax-error'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTES, startsWithOneOf } from './typed-signs'
import { findWordField } from './word-fields'

/** What is wrong with an operator of another syntax. `hint` is for a query that cannot be rewritten. */
export interface ForeignOperator {
  offset: number
  issue: string
  hint?: string | undefined
  mistake?: Mistake
}

/** The first operator in a plain filter that a plain filter does not have. */
export function findForeignOperator(source: string): ForeignOperator | undefined {
  if (!MAY_HAVE_OPERATOR.test(source)) return undefined
  const wordField = findWordField(source)
  if (wordField) return wordField
  let before = ''
  let afterQuote = -1
  for (const { 0: text, index, groups } of source.matchAll(PART)) {
    if (groups?.quoted !== undefined) {
      afterQuote = index + text.length
      before = text
      continue
    }
    const found = inWord(text, {
      before,
      after: source.slice(index + text.length, index + text.length + LOOK_AHEAD),
      isAfterQuote: index === afterQuote,
    })
    if (found) return { ...found, offset: index + found.offset }
    before = text
  }
  return undefined
}

/** A sign or two capitals, which each operator of another syntax has. */
const MAY_HAVE_OPERATOR = /[<:=&|{}!~^%?/]|[A-Z]{2}/

const PART = new RegExp(
  `(?<quoted>[${DOUBLE_QUOTES}][^${DOUBLE_QUOTES}]*[${DOUBLE_QUOTES}])|[^\\s${DOUBLE_QUOTES}]+`,
  'g',
)

/** Characters after a word that are looked at. */
const LOOK_AHEAD = 20

interface Place {
  /** The word or phrase before the word. */
  before: string
  after: string
  isAfterQuote: boolean
}

function inWord(word: string, { before, after, isAfterQuote }: Place): ForeignOperator | undefined {
  const isBeforeQuote = startsWithOneOf(after, DOUBLE_QUOTES)
  const field = findField(word, isBeforeQuote)
  if (field !== undefined) return { offset: 0, mistake: 'field', ...field }
  for (const { sign, expected } of SIGNS) {
    const found = sign.exec(word)
    if (!found) continue
    return { offset: found.index, issue: `expected ${expected}, got ${quoteValue(found[0])}` }
  }
  if (EXCLAMATION.test(word) || (isBeforeQuote && word.endsWith('!'))) {
    const offset = word.indexOf('!')
    const issue = `expected '-' to exclude, got ${quoteValue(word.slice(offset))}`
    return { offset, issue }
  }
  const bare = AROUND.exec(word)?.[0] ?? withoutParentheses(word)
  const offset = word.indexOf(bare)
  const got = `got ${quoteValue(bare)}`
  const isLast = !/\S/.test(after)
  const isBetween = before !== '' && /^\s*[^\s)]/.test(after)
  if (
    isDistanceWord(bare) ||
    (bare === 'NEAR' && isBetween) ||
    (isAfterQuote && /^~\d/.test(word))
  ) {
    return { offset, issue: `expected no distance, ${got}` }
  }
  if (EXCLUDING_WORD.test(bare) && !isLast) {
    return { offset, issue: `expected '-' to exclude, ${got}` }
  }
  if (bare === 'XOR' && !isLast) return { offset, issue: `expected 'AND' or 'OR', ${got}` }
  if (bare === 'OU' && isBetween) return { offset, issue: `expected 'OR', ${got}` }
  if (bare === 'ET' && isFrenchAnd(before, after))
    return { offset, issue: `expected 'AND', ${got}` }
  const isOr = GLUED_OR.test(bare) || (bare.startsWith('|') && isAfterQuote)
  if (isOr) return { offset, issue: `expected 'OR', ${got}` }
  const sign = foreignSign(bare)
  return sign && { offset, ...sign }
}

/** Whether `ET` joins words, and is not the time zone of `4 pm ET`. */
function isFrenchAnd(before: string, after: string): boolean {
  return !/^(?:$|\(*\d|[ap]\.?m\.?$)/i.test(before) && AT_TERM.test(after)
}

/** The beginning of a term or a group after spaces, as an expression. */
export const BEGINS_TERM = `\\s*[(\\[{!${DASHES}${DOUBLE_QUOTES}${SINGLE_QUOTES}]*\\p{L}`
const AT_TERM = new RegExp(`^${BEGINS_TERM}`, 'u')

/** `lead|senior` */
const GLUED_OR = /[^\s|]\|[^\s|]/

/** Signs of the advanced syntax and of other search engines that no title has. */
const SIGNS = [
  { sign: /<(?:-|\d+)>/, expected: 'no distance' },
  { sign: /:\*/, expected: "'*' for a prefix" },
  { sign: /&&/, expected: "'AND'" },
  { sign: /\|\|/, expected: "'OR'" },
  { sign: /[{}]/, expected: 'no brace' },
]

/** `!` before a word or a group. */
const EXCLAMATION = /^[([{&|]*!+[\p{L}\p{N}([{.'‘]/u

/** The signs of other search engines in one word, which both syntaxes refuse. */
export function foreignSign(word: string): Omit<ForeignOperator, 'offset'> | undefined {
  const got = `got ${quoteValue(word)}`
  if (FUZZY.test(word)) {
    const hint = 'there is no search for similar words; write each word'
    return { issue: `expected a word without '~', ${got}`, hint }
  }
  if (BOOST.test(word)) return { issue: `expected a word without '^', ${got}` }
  if (PERCENT.test(word)) return { issue: `expected a word without '%', ${got}` }
  if (!ONE_CHARACTER.test(word)) return undefined
  const hint = 'there is no sign for one character; write each word'
  return { issue: `expected a word without '?', ${got}`, hint }
}

/** A word with the distance of its similar words: `word~2`. */
export const FUZZY = /[\p{L}\p{N}]~\d*$|^~\d+$/u
/** The weight of a word: `word^4`. */
export const BOOST = /\^\d[\d.]*$/
/** A prefix: `develop%`. */
export const PERCENT = /\p{L}%$/u
/** A sign for one character: `wom?n`. */
export const ONE_CHARACTER = /\p{L}\?\p{L}/u

/** `NOT` of other search engines, also of French ones. */
export const EXCLUDING_WORD = /^(?:AND[-_]?NOT|EXCEPT|SAUF)$/

/** Distances of other search engines: `NEAR/5`, `w/5`, `pre/3`, `ADJ`, `ONEAR/3`. */
export function isDistanceWord(word: string): boolean {
  return (
    /^(?:o?near|w|pre|adj)\/\d+$/i.test(word) ||
    AROUND.test(word) ||
    /^(?:ADJ\d*|ONEAR)$/.test(word)
  )
}

const AROUND = /AROUND\(\d+\)/

/** The word without the parentheses around it. */
function withoutParentheses(word: string): string {
  let start = 0
  let end = word.length
  while (word[start] === '(') start += 1
  while (end > start && word[end - 1] === ')') end -= 1
  return start === end ? word : word.slice(start, end)
}
