import { BoundedCache } from '../../../values/bounded-cache'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTES } from './typed-signs'

export type Syntax = 'plain' | 'advanced'

export type Meaning = 'and' | 'or' | 'not' | 'open' | 'close' | 'star' | 'within' | 'before'

/** Where the operators of each meaning stand: before a term or a group, after one, or between two. */
export const PLACES: Readonly<Record<Meaning, 'before' | 'after' | 'between'>> = {
  and: 'between',
  or: 'between',
  within: 'between',
  before: 'between',
  not: 'before',
  open: 'before',
  close: 'after',
  star: 'after',
}

interface Operator {
  /** The text of the operator, as an expression. */
  text: string
  /** What stands before and after it, as expressions of no width. */
  before?: string
  after?: string
  meaning: Meaning
  /** The syntaxes that have the operator; every other one reads it loosely or refuses it. Absent: none. */
  native?: readonly Syntax[]
  /** The only syntax in which the text means this, if not all. */
  only?: Syntax
  /** Whether it is a word where no operator may stand. */
  isWord?: true
}

const QUOTES = `${DOUBLE_QUOTES}${SINGLE_QUOTES}`
/** An operator in letters is a whole word. */
const WHOLE_WORD = {
  before: `(?<![^\\s()[\\]{},;|&${QUOTES}])`,
  after: `(?![^\\s()[\\]{},;|&!${QUOTES}])`,
}
/** The same, and a word where no operator may stand. */
const WORD = { ...WHOLE_WORD, isWord: true as const }
/** What begins a term or a group. */
const BEFORE_TERM = `(?=[.\\p{L}\\p{N}([{${QUOTES}])`
/** Behind a space, a separator or an opening sign; or behind the group that the text begins with: `(nurse)-travel`. */
const BEGINNING = `(?:(?<![^\\s,;([{${DOUBLE_QUOTES}])|(?<=^\\s*\\([^()]*\\)))`
const BEGINNING_OR_SIGN = '(?<![^\\s([{&|])'
const DASH = `[${DASHES}]+`

/**
 * Every operator, of both syntaxes and of other search engines. Longer texts come first. Quotes, and signs that are part of a
 * word (`eng*`, `develop%`, `word^4`), are read in `tokens.ts`.
 */
export const OPERATORS: readonly Operator[] = [
  { text: '<(?:-|\\d+)>', meaning: 'before', native: ['plain', 'advanced'] },
  {
    text: `(?:${anyCase('PRE', 'ONEAR', 'ADJ')})\\/\\d+|ADJ\\d*|ONEAR`,
    ...WORD,
    meaning: 'before',
  },
  { text: `(?:${anyCase('NEAR', 'W')})\\/\\d+|NEAR`, ...WORD, meaning: 'within' },
  { text: 'AROUND\\(\\d+\\)', before: WHOLE_WORD.before, meaning: 'within' },
  { text: 'AND[-_]?NOT|EXCEPT|SAUF', ...WORD, meaning: 'not' },
  { text: '(?:AND|BUT)\\s+NOT|NOT', ...WHOLE_WORD, meaning: 'not' },
  { text: DASH, before: BEGINNING, after: BEFORE_TERM, meaning: 'not', native: ['plain'] },
  { text: DASH, before: '(?<=[&|!<>])', after: BEFORE_TERM, meaning: 'not', only: 'advanced' },
  { text: '!', before: BEGINNING_OR_SIGN, after: BEFORE_TERM, meaning: 'not', only: 'plain' },
  { text: '!', meaning: 'not', native: ['advanced'], only: 'advanced' },
  { text: 'AND', ...WHOLE_WORD, meaning: 'and', native: ['plain'] },
  { text: '&&', meaning: 'and' },
  { text: 'ET', ...WORD, meaning: 'and' },
  { text: '&', meaning: 'and', native: ['advanced'], only: 'advanced' },
  { text: 'OR', ...WHOLE_WORD, meaning: 'or', native: ['plain'] },
  { text: '\\|\\|', meaning: 'or' },
  { text: 'OU', ...WORD, meaning: 'or' },
  { text: '\\|', meaning: 'or', native: ['advanced'], only: 'advanced' },
  { text: '\\(', meaning: 'open', native: ['plain', 'advanced'] },
  { text: '\\)', meaning: 'close', native: ['plain', 'advanced'] },
  { text: '[[{]', meaning: 'open' },
  { text: '[\\]}]', meaning: 'close' },
  { text: ':\\*', meaning: 'star', native: ['advanced'] },
  { text: '\\*', meaning: 'star', only: 'advanced' },
]

/** Words in any case, as an expression. */
function anyCase(...words: readonly string[]): string {
  const either = (letter: string) => `[${letter}${letter.toLowerCase()}]`
  return words.map((word) => [...word].map(either).join('')).join('|')
}

/** The operators of a syntax where they are operators, as one expression without groups. */
export function operatorsOf(syntax: Syntax): string {
  return OPERATORS.filter(({ only = syntax }) => only === syntax)
    .map(({ text, before = '', after = '' }) => `${before}(?:${text})${after}`)
    .join('|')
}

const WHOLE = OPERATORS.map((operator) => ({
  operator,
  expression: new RegExp(`^(?:${operator.text})$`, 'u'),
}))

const found = new BoundedCache<Operator | 'none'>(1_000)

/** The operator that a whole text is in a syntax; undefined if it is none. */
export function operatorOf(text: string, syntax: Syntax): Operator | undefined {
  const operator = found.get(`${syntax} ${text}`, () => {
    const isOperator = ({ operator: { only = syntax }, expression }: (typeof WHOLE)[number]) =>
      only === syntax && expression.test(text)
    return WHOLE.find(isOperator)?.operator ?? 'none'
  })
  return operator === 'none' ? undefined : operator
}

/** Words that people write for operators, in lower case. */
export const SPOKEN: ReadonlyMap<string, Meaning> = new Map([
  ['and', 'and'],
  ['et', 'and'],
  ['or', 'or'],
  ['ou', 'or'],
  ['not', 'not'],
  ['except', 'not'],
  ['sauf', 'not'],
])

/** How a syntax writes what trees are made of. */
export const SIGNS = {
  plain: { and: ' ', or: ' OR ', not: '-', quote: '"', star: '*' },
  advanced: { and: ' & ', or: ' | ', not: '!', quote: "'", star: ':*', open: '(', close: ')' },
} as const

/** How the advanced syntax writes an operator. */
export function advancedSpelling(meaning: Meaning, distance = 1): string {
  const isDistance = meaning === 'within' || meaning === 'before'
  return isDistance ? `<${distance}>` : SIGNS.advanced[meaning].trim()
}

/** The distance of an operator: `NEAR/5`; ten words for one without a number, one for `ADJ` and `<->`. */
export function distanceOf(text: string): number {
  const digits = /\d+/.exec(text)?.[0]
  if (digits !== undefined) return Number(digits)
  return /^(?:ADJ|<->)$/.test(text) ? 1 : 10
}
