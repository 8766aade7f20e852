import { quoteValue } from '../values/errors'
import { DOUBLE_QUOTES, SINGLE_QUOTES } from './typed-signs'

/** The fields of search forms: any of the words, all of them, none of them, or the words side by side. */
export type WordField = 'any' | 'all' | 'none' | 'exact'

/** The field before all words of a query, and the words: `any: java python`. */
export function readWordField(source: string): { field: WordField; text: string } | undefined {
  const { field, text = '' } = FIELD.exec(source)?.groups ?? {}
  if (field === undefined) return undefined
  const name = field.toLowerCase()
  const bare = text.trim()
  const inner = /^\(([^()]*)\)$/.exec(bare)?.[1] ?? bare
  if (name === 'any' || name === 'all' || name === 'none') return { field: name, text: inner }
  return { field: 'exact', text: inner.replace(QUOTES, ' ') }
}

/** The issue of such a field. */
export function findWordField(source: string): { offset: number; issue: string } | undefined {
  const { field } = FIELD.exec(source)?.groups ?? {}
  if (field === undefined) return undefined
  return {
    offset: source.indexOf(field),
    issue: `expected words without a field, got ${quoteValue(`${field}:`)}`,
  }
}

const FIELD = /^\s*(?<field>any|all|none|exact|phrase):(?<text>.*\p{L}.*)$/isu

const QUOTES = new RegExp(
  `^[${DOUBLE_QUOTES}${SINGLE_QUOTES}]|[${DOUBLE_QUOTES}${SINGLE_QUOTES}]$`,
  'g',
)
