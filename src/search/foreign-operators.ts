import { quoteValue } from '../values/errors'
import { DOUBLE_QUOTES, startsWithOneOf } from './typed-signs'

/** What is wrong with an operator of another syntax. `hint` is for a query that cannot be rewritten. */
export interface ForeignOperator {
  offset: number
  issue: string
  hint?: string | undefined
}

/** The first operator in a plain filter that a plain filter does not have. */
export function findForeignOperator(source: string): ForeignOperator | undefined {
  const end = source.trimEnd().length
  let afterQuote = -1
  for (const { 0: text, index, groups } of source.matchAll(PART)) {
    if (groups?.quoted !== undefined) {
      afterQuote = index + text.length
      continue
    }
    const found = inWord(text, {
      isBeforeQuote: startsWithOneOf(source.charAt(index + text.length), DOUBLE_QUOTES),
      isAfterQuote: index === afterQuote,
      isLast: index + text.length >= end,
    })
    if (found) return { ...found, offset: index + found.offset }
  }
  return undefined
}

const PART = new RegExp(
  `(?<quoted>[${DOUBLE_QUOTES}][^${DOUBLE_QUOTES}]*[${DOUBLE_QUOTES}])|[^\\s${DOUBLE_QUOTES}]+`,
  'g',
)

interface Place {
  isBeforeQuote: boolean
  isAfterQuote: boolean
  isLast: boolean
}

function inWord(
  word: string,
  { isBeforeQuote, isAfterQuote, isLast }: Place,
): ForeignOperator | undefined {
  const field = findField(word, isBeforeQuote)
  if (field !== undefined) return { offset: 0, ...field }
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
  if (isDistanceWord(bare) || (isAfterQuote && /^~\d/.test(word))) {
    return { offset, issue: `expected no distance, ${got}` }
  }
  if (EXCLUDING_WORD.test(bare) && (!isLast || isBeforeQuote)) {
    return { offset, issue: `expected '-' to exclude, ${got}` }
  }
  if (bare === 'XOR' && !isLast) return { offset, issue: `expected 'AND' or 'OR', ${got}` }
  const sign = foreignSign(bare)
  return sign && { offset, ...sign }
}

/** Signs of the advanced syntax and of other search engines that no title has. */
const SIGNS = [
  { sign: /<(?:-|\d+)>/, expected: 'no distance' },
  { sign: /:\*/, expected: "'*' for a prefix" },
  { sign: /&&/, expected: "'AND'" },
  { sign: /\|\|/, expected: "'OR'" },
  { sign: /[{}]/, expected: 'no brace' },
]

/** `!` before a word or a group. */
const EXCLAMATION = /^[([{&|]*!+[\p{L}\p{N}([{.']/u

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

/** `NOT` of other search engines. */
export const EXCLUDING_WORD = /^(?:AND[-_]?NOT|EXCEPT)$/

/** Distances of other search engines: `NEAR/5`, `w/5`, `pre/3`, `ADJ`, `ONEAR/3`. */
export function isDistanceWord(word: string): boolean {
  return (
    /^(?:o?near|w|pre|adj)\/\d+$/i.test(word) ||
    AROUND.test(word) ||
    /^(?:ADJ\d*|ONEAR)$/.test(word)
  )
}

const AROUND = /AROUND\(\d+\)/

/** The issue of a field of another search engine at the beginning of a word; it names the parameter. */
export function findField(
  word: string,
  isBeforeQuote: boolean,
): Omit<ForeignOperator, 'offset'> | undefined {
  const { field = '', value = '' } = FIELD.exec(word)?.groups ?? {}
  const parameter = FIELD_PARAMETERS.get(field.toLowerCase())
  if (parameter === undefined || (value === '' && !isBeforeQuote)) return undefined
  return {
    issue: `expected a term without a field, got ${quoteValue(word)}`,
    hint: `send it in the parameter ${parameter}`,
  }
}

/** The parameters for fields of other search engines. */
const FIELD_PARAMETERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title: 'title intitle allintitle jobtitle job_title',
    organization_advanced: 'company employer organization organisation',
    location: 'location inlocation city state province country',
    description: 'description text content keyword keywords skill skills',
    source: 'site source inurl',
    remote: 'remote',
    has_salary: 'salary',
  }).flatMap(([parameter, fields]) =>
    fields.split(' ').map((field) => [field, parameter] as const),
  ),
)

/** `title:java`, also behind parentheses and a sign that excludes. */
const FIELD = new RegExp(
  `^[(!-]*(?<field>${[...FIELD_PARAMETERS.keys()].join('|')})[:=](?<value>.*)$`,
  'is',
)

/** The word without the parentheses around it. */
function withoutParentheses(word: string): string {
  let start = 0
  let end = word.length
  while (word[start] === '(') start += 1
  while (end > start && word[end - 1] === ')') end -= 1
  return start === end ? word : word.slice(start, end)
}
