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
  },
  { spelling: word('(?:[Nn][Ee][Aa][Rr]|[Ww])\\/\\d+|NEAR'), meaning: 'within', native: [] },
  { spelling: `${BEGIN}AROUND\\(\\d+\\)`, meaning: 'within', native: [] },
  { spelling: word('AND[-_]?NOT|BUT\\s+NOT|NOT|EXCEPT|SAUF'), meaning: 'not', native: [] },
  {
    spelling: `(?<![^\\s([{${DOUBLE_QUOTES}])[${DASHES}]+(?=${TERM})`,
    meaning: 'not',
    native: ['plain'],
  },
  { spelling: `(?<![^\\s([{&|])!(?=${TERM})`, meaning: 'not', native: [], only: 'plain' },
  { spelling: '!', meaning: 'not', native: ['advanced'], only: 'advanced' },
  { spelling: word('AND'), meaning: 'and', native: ['plain'] },
  { spelling: `&&|${word('ET')}`, meaning: 'and', native: [] },
  { spelling: '&', meaning: 'and', native: ['advanced'], only: 'advanced' },
  { spelling: word('OR'), meaning: 'or', native: ['plain'] },
  { spelling: `\\|\\||${word('OU')}`, meaning: 'or', native: [] },
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

/** How the advanced syntax writes an operator. */
export function advancedSpelling(meaning: Meaning, text: string): string {
  switch (meaning) {
    case 'and':
      return '&'
    case 'or':
      return '|'
    case 'not':
      return '!'
    case 'open':
      return '('
    case 'close':
      return ')'
    case 'star':
      return ':*'
    case 'within':
    case 'before':
      return `<${distanceOf(text)}>`
  }
}

const SPELLINGS = OPERATORS.map(({ spelling, meaning }) => ({
  meaning,
  spelling: new RegExp(`^(?:${spelling})$`, 'u'),
}))

/** The operator of the advanced syntax that a whole text means in any syntax. */
export function operatorOf(text: string): string | undefined {
  const found = SPELLINGS.find(({ spelling }) => spelling.test(text))
  return found && advancedSpelling(found.meaning, text)
}

/** The distance of an operator: `NEAR/5`; ten words for one without a number, one for `ADJ` and `<->`. */
export function distanceOf(text: string): number {
  const digits = /\d+/.exec(text)?.[0]
  if (digits !== undefined) return Number(digits)
  return /^(?:ADJ|<->)$/.test(text) ? 1 : 10
}
