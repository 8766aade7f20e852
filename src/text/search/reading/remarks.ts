import { SPOKEN } from '../grammar/operators'
import type { Token } from '../grammar/tokens'
import { MAX_TERMS } from '../search-limits'
import { isAccepted } from '../search-syntax-error'
import type { Remark } from './parsed'

/** The words for operators that are as likely meant as words, and a `|`. */
const MAY_BE_OPERATOR = /(?<!\S)(?:or|ou|not|sauf|et|and\/or|et\/ou)(?!\S)|(?<!\|)\|(?!\|)/g

/** A word or sign that is not read as an operator, and how the operator is written. */
interface Told {
  text: string
  offset: number
  end: number
  sign: 'OR' | 'AND' | '-'
}

/**
 * The remark on `or`, `not` and their like between words and outside of quotes, and on a `|`. `parse` throws for what cannot be
 * suggested.
 */
export function remarksOn(
  source: string,
  tokens: readonly Token[],
  parse: (text: string) => unknown,
): Remark[] {
  const quoted = tokens.filter((token) => token.kind === 'term' && token.isQuoted)
  const [begin = 0, last = 0] = [tokens[0]?.offset, tokens.at(-1)?.offset]
  const told = Array.from(source.matchAll(MAY_BE_OPERATOR)).flatMap(
    ({ 0: text, index: offset }): Told[] => {
      const meaning = /[|/]/.test(text) ? 'or' : SPOKEN.get(text)
      const sign = meaning === 'not' ? '-' : meaning === 'or' ? 'OR' : 'AND'
      const isBetween = offset < last && (begin < offset || sign === '-')
      const isQuoted = quoted.some((token) => token.offset < offset && offset < token.end)
      return isBetween && !isQuoted ? [{ text, offset, end: offset + text.length, sign }] : []
    },
  )
  // One remark at most: a spoken operator comes before a '|'.
  const first = told.find(({ text }) => text !== '|') ?? told[0]
  if (first === undefined) return []
  const detail =
    first.text === '|'
      ? "'|' is read as punctuation; for alternatives write OR"
      : `'${first.text}' is read as a word; for the operator write ${first.sign}`
  // More operators than terms are no filter.
  const meant = told.length < MAX_TERMS ? withSigns(source, told) : ''
  return [{ detail, suggestion: isAccepted(meant, parse) ? meant : null }]
}

/** The filter with the operators in place of the words. */
function withSigns(source: string, told: readonly Told[]): string {
  let text = source
  for (const { offset, end, sign } of told.toReversed()) {
    const after = sign === '-' ? text.slice(end).trimStart() : text.slice(end)
    const before = text.slice(0, offset)
    const spaced = sign === '-' || /\s$/.test(before) ? sign : ` ${sign} `
    text = `${before}${spaced}${after}`
  }
  return text
}
