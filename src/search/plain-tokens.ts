import { quoteValue } from '../values/errors'
import { analyze } from './analyzer'
import { MIN_PREFIX } from './search-limits'
import { syntaxError } from './search-syntax-error'

/** `text` is the client's, without quotes and star; `words` is what the analyzer makes of it. */
export interface PlainTerm {
  kind: 'term'
  text: string
  words: string[]
  isQuoted: boolean
  isExcluded: boolean
  isPrefix: boolean
  offset: number
}

export type PlainToken = PlainTerm | { kind: 'or'; offset: number }

/**
 * Splits the text of a plain filter at its spaces, outside of quotes.
 *
 *     token  = "OR" | [ "-" ] ( quoted | bare )
 *     quoted = '"' text '"' [ "*" ]
 *     bare   = characters other than spaces and '"'
 *
 * A `*` stands right after a word and ends its token, but for punctuation. Bare punctuation is a term
 * without words, unless it is only that: a `-` between spaces excludes nothing.
 */
export function readPlainTokens(source: string): PlainToken[] {
  const tokens: PlainToken[] = []
  for (const { 0: raw, index: offset, groups } of source.matchAll(TOKEN)) {
    if (raw === 'OR') {
      tokens.push({ kind: 'or', offset })
    } else {
      const isExcluded = groups?.minus === '-'
      const start = offset + (isExcluded ? 1 : 0)
      tokens.push(readTerm(source, start, groups?.body ?? raw, isExcluded))
    }
  }
  return tokens
}

const TOKEN = /(?<minus>-?)(?<body>"[^"]*"?\*?|[^\s"]+)/g

function readTerm(source: string, offset: number, raw: string, isExcluded: boolean): PlainTerm {
  const isQuoted = raw.startsWith('"')
  if (isQuoted && !/^"[^"]*"/.test(raw)) {
    throw syntaxError(source, offset, `expected '"' to close '"'`)
  }
  // Spaces in place of the quotes keep the offsets.
  const { text, isPrefix } = readStar(source, offset, raw.replaceAll('"', ' '))
  const words = analyze(text)
  if (isQuoted && words.length === 0) {
    throw syntaxError(source, offset, `expected a word between the quotes, got ${quoteValue(raw)}`)
  }
  return { kind: 'term', text, words, isQuoted, isExcluded, isPrefix, offset }
}

function readStar(source: string, offset: number, raw: string) {
  const star = raw.indexOf('*')
  if (star === -1) return { text: raw, isPrefix: false }
  const text = raw.slice(0, star)
  const after = raw.slice(star + 1)
  const word = analyze(text).at(-1)
  if (word === undefined) throw syntaxError(source, offset + star, "expected a word before '*'")
  if ([...word].length < MIN_PREFIX) {
    const issue = `expected at least ${MIN_PREFIX} characters before '*'`
    throw syntaxError(source, offset + star, issue)
  }
  if (after.includes('*') || analyze(after).length > 0) {
    throw syntaxError(source, offset + star, "expected '*' at the end of a word or phrase")
  }
  return { text, isPrefix: true }
}
