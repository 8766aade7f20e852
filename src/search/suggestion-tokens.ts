import { CAPITALS, readAdvancedTokens } from './advanced-tokens'
import { analyze } from './analyzer'
import { findField } from './foreign-fields'
import { BEGINS_TERM, BOOST, FUZZY, ONE_CHARACTER, PERCENT } from './foreign-operators'
import { MAX_DISTANCE } from './search-limits'
import { SearchSyntaxError } from './search-syntax-error'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTED } from './typed-signs'

/** The syntax in which a client wrote a query. It decides what separates words. */
export type Dialect = 'plain' | 'advanced'

const SIGNS = ['and', 'or', 'xor', 'exclude', 'open', 'close', 'star'] as const

/** `text` is the text of a term or a distance in the advanced syntax, `plain` of a term in the plain one. */
export interface Token {
  kind: (typeof SIGNS)[number] | 'distance' | 'term'
  text: string
  plain?: string
  /** No space stands around a `|`. */
  isGlued?: boolean
}

/** The tokens of a query; undefined if a sign has no clear meaning. Punctuation is left out. */
export function readTokens(source: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = []
  for (const { 0: text, index, groups = {} } of source.matchAll(TOKENS[dialect])) {
    const sign = SIGNS.find((kind) => groups[kind])
    if (sign === 'or' && dialect === 'plain') {
      const around = source.charAt(index - 1) + source.charAt(index + text.length)
      tokens.push({ kind: sign, text, isGlued: text === '|' && /^\S\S$/.test(around) })
    } else if (sign) tokens.push({ kind: sign, text })
    else if (groups.distance) tokens.push({ kind: 'distance', text: distanceOperator(text) })
    else if (groups.phrase) {
      const inner = text.slice(1, -1)
      tokens.push(...phrase(text.startsWith("'") ? inner.replaceAll("''", "'") : inner))
    } else if (groups.quoted) tokens.push(...quoted(groups.quoted.slice(1, -1), groups.slop))
    else if (groups.word) {
      const words = dialect === 'plain' ? bare(text) : joinedWords(text)
      if (words === undefined) return undefined
      tokens.push(...words)
    } else return undefined
  }
  return groupGlued(tokens)
}

/** The tokens with parentheses around terms that have `|` between them and no space: `lead|senior cook`. */
function groupGlued(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = []
  let isOpen = false
  for (const [at, token] of tokens.entries()) {
    const isEnd =
      token.kind === 'star' || (token.kind === 'term' && tokens[at + 1]?.kind !== 'star')
    const star = token.kind === 'term' && !isEnd ? 1 : 0
    const [or, next] = tokens.slice(at + 1 + star, at + 3 + star)
    const isJoined = or?.isGlued === true && next?.kind === 'term'
    if (token.kind === 'term' && isJoined && !isOpen) {
      grouped.push({ kind: 'open', text: '(' })
      isOpen = true
    }
    grouped.push(token)
    if (isOpen && isEnd && !isJoined) {
      grouped.push({ kind: 'close', text: ')' })
      isOpen = false
    }
  }
  return grouped
}

const QUOTE = `[${DOUBLE_QUOTES}]`
/** A phrase, and the distance of its words: `"project manager"~5`. */
const QUOTED = `(?<quoted>${QUOTE}[^${DOUBLE_QUOTES}]*${QUOTE})(?:~(?<slop>\\d+))?`
const PHRASE = "(?<phrase>'(?:[^']|'')*'|‘[^‘’]*’)"
const END = `(?![^\\s()[\\]{}${DOUBLE_QUOTES}'‘!])`
/** A dash before a word or a group, or any other sign or word for `!`. */
const EXCLUDE = `(?<exclude>[${DASHES}](?=[([{.\\p{L}\\p{N}${DOUBLE_QUOTES}'‘])|!|(?:AND[-_]?NOT|EXCEPT|SAUF)${END}|(?:BUT\\s+)?NOT(?![^${DASHES}\\s([{!${DOUBLE_QUOTES}'‘]))`
const SLASH_DISTANCE = `(?:[Oo]?[Nn][Ee][Aa][Rr]|[Ww]|[Pp][Rr][Ee]|[Aa][Dd][Jj])\\/\\d+${END}`
const DISTANCE = `<(?:-|\\d+)>|${SLASH_DISTANCE}|(?:ADJ\\d*|O?NEAR)${END}|AROUND\\(\\d+\\)`
const GROUPS = '(?<open>[([{])|(?<close>[)\\]}])'
/** A sign that ends a word of a plain filter. */
const SIGN = '&&|\\||<(?:-|\\d+)>|:\\*'
/** `ET` that is no time zone. */
const FRENCH_AND = `(?<!(?<![^\\s(-])\\d\\S*\\s|[^\\p{L}][ap]\\.?m\\.?\\s)ET(?=${BEGINS_TERM})`
const CHARACTER = `(?:[^\\s&|!()[\\]{}<*:${DOUBLE_QUOTES}]|:(?!\\*))`

const TOKENS: Readonly<Record<Dialect, RegExp>> = {
  plain: new RegExp(
    `${QUOTED}|(?<phrase>'[^']*'(?=:\\*)|${SINGLE_QUOTED})|${EXCLUDE}|(?<and>&&|(?:&|AND|${FRENCH_AND})${END})|(?<or>\\|\\|?|(?:OR|OU)${END})|(?<xor>XOR${END})|(?<distance>${DISTANCE})|${GROUPS}|(?<star>:?\\*)` +
      `|(?<word>(?:(?!${SIGN})[^\\s()[\\]{}*${DOUBLE_QUOTES}])+(?:\\((?:(?!${SIGN})[^\\s()[\\]{}*${DOUBLE_QUOTES}])*\\)(?:(?!${SIGN})[^\\s()[\\]{}*${DOUBLE_QUOTES}])*)*)|${QUOTE}|\\S`,
    'gu',
  ),
  advanced: new RegExp(
    `${QUOTED}|${PHRASE}|${EXCLUDE.replace('NOT(?!', '(?:NOT|not|Not)(?!')}` +
      `|(?<and>&&?|(?:AND|and|And|et|Et|${FRENCH_AND})${END})|(?<or>\\|\\|?|(?:OR|or|Or|OU|ou|Ou)${END})|(?<xor>XOR${END})|${GROUPS}|(?<star>:?\\*)` +
      `|(?<distance>${DISTANCE}|(?:near|Near)${END})|(?<word>${CHARACTER}+(?:&${CHARACTER}+)*(?:\\(\\p{L}{1,3}\\))?)|\\S`,
    'gu',
  ),
}

/** The distance that `<N>`, `NEAR/N` or `NEAR` means; `NEAR` alone is within ten words, `ADJ` the next word. */
export function distanceOperator(text: string): string {
  if (text === '<->' || text === 'ADJ') return '<->'
  const words = Number(/\d+/.exec(text)?.[0] ?? 10)
  return `<${Math.min(Math.max(words, 1), MAX_DISTANCE)}>`
}

/** A phrase in double quotes; with `slop`, its words at most so far from each other. */
function quoted(text: string, slop: string | undefined): Token[] {
  if (slop === undefined) return phrase(text)
  const words = text.split(/\s+/).flatMap((word) => bare(word) ?? [])
  const distance: Token = { kind: 'distance', text: distanceOperator(slop) }
  const chain = words.flatMap((word, at) => (at === 0 ? [word] : [distance, word]))
  return [{ kind: 'open', text: '(' }, ...chain, { kind: 'close', text: ')' }]
}

/** Words of an advanced filter with `&` between them and no space: one word in quotes if all are of capitals. */
function joinedWords(text: string): Token[] | undefined {
  const words = text.split('&')
  // An apostrophe at an end of a word is more likely a quote that lacks its partner.
  if (words.some((word) => /^['‘’]|['’]$/.test(word))) return undefined
  if (words.length > 1 && words.every((word) => CAPITALS.test(word))) return phrase(text)
  const terms = words.map(bare)
  if (!terms.every((term) => term !== undefined)) return undefined
  return terms.flatMap((term, at) =>
    at === 0 ? term : [{ kind: 'and' as const, text: '&' }, ...term],
  )
}

/** The text in single quotes, its spaces collapsed. A star at the end of the text makes a prefix. */
function phrase(text: string): Token[] {
  const trimmed = text.trim()
  const hasStar = trimmed.endsWith('*')
  const words = hasStar ? trimmed.slice(0, -1).trimEnd() : trimmed
  if (analyze(words).length === 0) return []
  const quoted = `'${words.replace(/\s+/g, ' ').replaceAll("'", "''")}'`
  return [
    { kind: 'term', text: quoted, plain: `"${words.replace(/\s+/g, ' ')}"` },
    ...(hasStar ? [{ kind: 'star' as const, text: '*' }] : []),
  ]
}

/**
 * A word without commas after it and without a weight, as it is if the advanced syntax reads it as
 * one term, else in quotes. Undefined for a word with another sign of other search engines.
 */
function bare(word: string): Token[] | undefined {
  const [whole = ''] = /^.*[^,;]/su.exec(word) ?? []
  if (FUZZY.test(whole) || ONE_CHARACTER.test(whole) || findField(whole, true)) return undefined
  const isPrefix = PERCENT.test(whole)
  const text = isPrefix ? whole.slice(0, -1) : whole.replace(BOOST, '')
  if (analyze(text).length === 0) return []
  const terms: Token[] = isOneTerm(text) ? [{ kind: 'term', text, plain: text }] : phrase(text)
  return isPrefix ? [...terms, { kind: 'star', text: '*' }] : terms
}

function isOneTerm(text: string): boolean {
  try {
    const [term, end] = readAdvancedTokens(text)
    return term?.kind === 'term' && term.text === text && end?.kind === 'end'
  } catch (error) {
    if (error instanceof SearchSyntaxError) return false
    throw error
  }
}
