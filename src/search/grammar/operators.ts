import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTES } from '../typed-signs'

export type Syntax = 'plain' | 'advanced'

export type Meaning = 'and' | 'or' | 'not' | 'open' | 'close' | 'star' | 'within' | 'before'

interface Operator {
  /** An expression without groups of its own. */
  spelling: string
  meaning: Meaning
  /** The syntaxes that have the spelling; every other one reads it loosely or refuses it. */
  native: readonly Syntax[]
  /** The only syntax in which the spelling means this, if not all. */
  only?: Syntax
  /** Whether it is a word where no operator may stand. */
  isWord?: true
}

const QUOTES = `${DOUBLE_QUOTES}${SINGLE_QUOTES}`
/** Where a token begins, and where a word of capitals ends. */
const BEGIN = `(?<![^\\s()[\\]{},;|&${QUOTES}])`
const END = `(?![^\\s()[\\]{},;|&!${QUOTES}])`
const TERM = `[.\\p{L}\\p{N}([{${QUOTES}]`
const word = (letters: string) => `${BEGIN}(?:${letters})${END}`

/** Every operator, of both syntaxes and of other search engines. Longer spellings come first. */
export const OPERATORS: readonly Operator[] = [
  { spelling: '<(?:-|\\d+)>', meaning: 'before', native: ['plain', 'advanced'] },
  {
    spelling: word('(?:[Pp][Rr][Ee]|[Oo][Nn][Ee][Aa][Rr]|[Aa][Dd][Jj])\\/\\d+|ADJ\\d*|ONEAR'),
    meaning: 'before',
    native: [],
    isWord: true,
  },
  {
    spelling: word('(?:[Nn][Ee][Aa][Rr]|[Ww])\\/\\d+|NEAR'),
    meaning: 'within',
    native: [],
    isWord: true,
  },
  { spelling: `${BEGIN}AROUND\\(\\d+\\)`, meaning: 'within', native: [] },
  { spelling: word('AND[-_]?NOT|EXCEPT|SAUF'), meaning: 'not', native: [], isWord: true },
  { spelling: word('BUT\\s+NOT|NOT'), meaning: 'not', native: [] },
  {
    spelling: `(?<![^\\s([{${DOUBLE_QUOTES}])[${DASHES}]+(?=${TERM})`,
    meaning: 'not',
    native: ['plain'],
  },
  { spelling: `(?<=[&|!<>])[${DASHES}]+(?=${TERM})`, meaning: 'not', native: [], only: 'advanced' },
  { spelling: `(?<![^\\s([{&|])!(?=${TERM})`, meaning: 'not', native: [], only: 'plain' },
  { spelling: '!', meaning: 'not', native: ['advanced'], only: 'advanced' },
  { spelling: word('AND'), meaning: 'and', native: ['plain'] },
  { spelling: '&&', meaning: 'and', native: [] },
  { spelling: word('ET'), meaning: 'and', native: [], isWord: true },
  { spelling: '&', meaning: 'and', native: ['advanced'], only: 'advanced' },
  { spelling: word('OR'), meaning: 'or', native: ['plain'] },
  { spelling: '\\|\\|', meaning: 'or', native: [] },
  { spelling: word('OU'), meaning: 'or', native: [], isWord: true },
  { spelling: '\\|', meaning: 'or', native: ['advanced'], only: 'advanced' },
  { spelling: '\\(', meaning: 'open', native: ['plain', 'advanced'] },
  { spelling: '\\)', meaning: 'close', native: ['plain', 'advanced'] },
  { spelling: '[[{]', meaning: 'open', native: [] },
  { spelling: '[\\]}]', meaning: 'close', native: [] },
  { spelling: ':\\*', meaning: 'star', native: ['advanced'] },
  { spelling: '\\*', meaning: 'star', native: [], only: 'advanced' },
]

/** The operators of a syntax as one expression; the name of a group is `o` and the index of its operator. */
export function operatorsOf(syntax: Syntax): string {
  return OPERATORS.flatMap(({ spelling, only }, at) =>
    only === undefined || only === syntax ? [`(?<o${at}>${spelling})`] : [],
  ).join('|')
}

/** Whether a whole text is an operator in some syntax. */
export function isOperator(text: string): boolean {
  return WHOLE.test(text)
}

const WHOLE = new RegExp(`^(?:${OPERATORS.map(({ spelling }) => spelling).join('|')})$`, 'u')

/** Words that people write for operators, in lower case. */
export const SPOKEN: ReadonlyMap<string, Meaning> = new Map([
  ['and', 'and'],
  ['et', 'and'],
  ['or', 'or'],
  ['ou', 'or'],
  ['not', 'not'],
  ['except', 'not'],
  ['sauf', 'not'],
  ['near', 'within'],
])

/** How a syntax writes what trees are made of. */
export const SIGNS = {
  plain: { and: ' ', or: ' OR ', not: '-', quote: '"', star: '*' },
  advanced: { and: ' & ', or: ' | ', not: '!', quote: "'", star: ':*' },
} as const

/** How the advanced syntax writes an operator. */
export function advancedSpelling(meaning: Meaning, distance = 1): string {
  const signs = SIGNS.advanced
  switch (meaning) {
    case 'and':
    case 'or':
    case 'not':
    case 'star':
      return signs[meaning].trim()
    case 'open':
      return '('
    case 'close':
      return ')'
    case 'within':
    case 'before':
      return `<${distance}>`
  }
}

/** The distance of an operator: `NEAR/5`; ten words for one without a number, one for `ADJ` and `<->`. */
export function distanceOf(text: string): number {
  const digits = /\d+/.exec(text)?.[0]
  if (digits !== undefined) return Number(digits)
  return /^(?:ADJ|<->)$/.test(text) ? 1 : 10
}
