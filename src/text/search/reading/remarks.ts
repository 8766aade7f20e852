import { SPOKEN } from '../grammar/operators'
import type { Token } from '../grammar/tokens'
import { MAX_TERMS } from '../search-limits'
import { isAccepted } from '../search-syntax-error'
import type { Remark } from './parsed'

/** The words for operators that are as likely meant as words, and a `|`. */
const MAY_BE_OPERATOR =
  /(?<!\S)(?:(?:or|ou|et|and\/or|et\/ou)(?!\S)|(?:not|sauf)\s+)|(?<!\|)\|(?!\|)/g

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
  const told: { text: string; sign: string }[] = []
  const meant = source.replace(MAY_BE_OPERATOR, (typed, offset: number) => {
    const text = typed.trimEnd()
    const meaning = /[|/]/.test(text) ? 'or' : SPOKEN.get(text)
    const sign = meaning === 'not' ? '-' : meaning === 'or' ? 'OR' : 'AND'
    const isBetween = offset < last && (begin < offset || sign === '-')
    const isQuoted = quoted.some((token) => token.offset < offset && offset < token.end)
    if (!isBetween || isQuoted) return typed
    told.push({ text, sign })
    return sign === '-' || /\s/.test(source.charAt(offset - 1)) ? sign : ` ${sign} `
  })
  // One remark at most: a spoken operator comes before a '|'.
  const first = told.find(({ text }) => text !== '|') ?? told[0]
  if (first === undefined) return []
  const detail =
    first.text === '|'
      ? "'|' is read as punctuation; for alternatives write OR"
      : `'${first.text}' is read as a word; for the operator write ${first.sign}`
  // More operators than terms are no filter.
  const isFilter = told.length < MAX_TERMS && isAccepted(meant, parse)
  return [{ detail, suggestion: isFilter ? meant : null }]
}
