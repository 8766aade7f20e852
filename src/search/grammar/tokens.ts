import { quoteValue } from '../../values/errors'
import { analyze } from '../index/analyzer'
import { findField } from '../reading/other-engine-fields'
import { MIN_PREFIX } from '../search-limits'
import { syntaxError } from '../search-syntax-error'
import { distanceOf, type Meaning, operatorOf, operatorsOf, PLACES, type Syntax } from './operators'
import { refusedSign } from './refused-signs'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTED, SINGLE_QUOTES } from './typed-signs'

/** A word, a phrase, an operator, or a sign that the advanced syntax lacks. */
export type Token = Term | Operator

export interface Term {
  kind: 'term'
  /** As typed, without quotes and signs. */
  text: string
  words: readonly string[]
  prefix: boolean
  isQuoted: boolean
  /** The words of a phrase are within this distance: `"project manager"~5`. */
  slop?: number | undefined
  offset: number
  end: number
  /** Whether its syntax has it: if not, it is read as another search engine or a person means it. */
  isNative: boolean
}

export interface Operator {
  kind: Meaning | 'stray'
  text: string
  words?: undefined
  distance?: number | undefined
  /** Whether it is a word where no operator may stand. */
  isWord?: boolean | undefined
  offset: number
  end: number
  isNative: boolean
}

/** Whether a token begins a term, a group or an exclusion. */
export function beginsPart(token: Token | undefined): boolean {
  return isPart(token, 'before')
}

/** Whether a token ends a term or a group. */
export function endsPart(token: Token | undefined): boolean {
  return isPart(token, 'after')
}

function isPart(token: Token | undefined, place: 'before' | 'after'): boolean {
  if (token === undefined || token.kind === 'stray') return false
  return token.kind === 'term' ? token.words.length > 0 : PLACES[token.kind] === place
}

const QUOTED = `(?<quoted>[${DOUBLE_QUOTES}][^${DOUBLE_QUOTES}]*(?:[${DOUBLE_QUOTES}](?<star>\\*?)(?:~(?<slop>\\d+))?)?)`
const SINGLE = `(?<![^${DASHES}\\s([{<>|&!,;])(?<single>${SINGLE_QUOTED}\\*?)`
const SINGLE_ENDS = new RegExp(`^[${SINGLE_QUOTES}]|[${SINGLE_QUOTES}](?=\\*?$)`, 'g')
const PLAIN_WORD = `(?<word>(?!&+!)(?:(?!&&|:\\*|<(?:-|\\d+)>)[^\\s()[\\]{},;|${DOUBLE_QUOTES}])+)`
const CHARACTER = `[^\\s&|!()[\\]{}<*:${DOUBLE_QUOTES}]|:(?!\\*)`
const CAPITALS = '\\p{Lu}[\\p{Lu}\\p{N}]*'
const JOINED = `(?<![^\\s&|!()[\\]{}<>])(?<word>${CAPITALS}(?:&${CAPITALS})+)(?!${CHARACTER})`

/** Words of most filters, for speed: no operator is a word of small letters and digits. */
const SMALL = '(?<small>\\p{Lu}?\\p{Ll}[\\p{Ll}\\p{N}]*)(?=[\\s()|]|$)'

const TOKENS: Readonly<Record<Syntax, RegExp>> = {
  plain: new RegExp(
    `${SMALL}|${QUOTED}|${SINGLE}|(?<sign>${operatorsOf('plain')})|${PLAIN_WORD}`,
    'gu',
  ),
  advanced: new RegExp(
    `${SMALL}|(?<phrase>'(?:[^']|'')*')|${QUOTED}|${SINGLE}|${JOINED}|(?<sign>${operatorsOf('advanced')})|(?<word>(?![${SINGLE_QUOTES}])(?:${CHARACTER})+)|(?<stray><[^\\s>]*>?|\\S)`,
    'gu',
  ),
}

/**
 * Splits a filter into tokens, also those that its syntax lacks. The plain syntax ignores other signs.
 *
 * @throws {SearchSyntaxError} for a sign that has no meaning in any syntax
 */
export function readTokens(source: string, syntax: Syntax): Token[] {
  const common = syntax === 'plain' ? commonPlain(source) : commonAdvanced(source)
  if (common !== undefined) return common
  return Array.from(source.matchAll(TOKENS[syntax]), (match) => readToken(source, match, syntax))
}

/** A text of words without quotes, brackets and signs that mean something. */
const ORDINARY = /^[\p{L}\p{N}\s,;.&+#/-]*$/u
/** Capitals, a dash before a word, and distances: what an ordinary text may have that is an operator. */
const SIGNED = /[A-Z]{2}|&&|(?:^|\s)-|(?:[Nn][Ee][Aa][Rr]|[Ww]|[Pp][Rr][Ee]|[Aa][Dd][Jj])\/\d/

/** The tokens of a plain filter that has words only, as most have; undefined for others. */
function commonPlain(source: string): Term[] | undefined {
  if (!ORDINARY.test(source) || SIGNED.test(source)) return undefined
  return Array.from(source.matchAll(/[^\s,;]+/g), ({ 0: text, index: offset }) =>
    wordAt(text, offset),
  )
}

/** A word, sign or phrase of the advanced syntax, with the spaces behind it. */
const COMMON =
  /(?:(\p{Lu}?\p{Ll}[\p{Ll}\p{N}]*|[Cc]\+\+|\.(?:NET|net))(?=[\s()|&<]|:\*|$)|([()!]|&(?!&)|\|(?!\|)|<(?:-|\d+)>|:\*)|'([^']+)'(?!'))\s*/uy

/** The tokens of an advanced filter of the usual signs; undefined for others. */
function commonAdvanced(source: string): Token[] | undefined {
  const tokens: Token[] = []
  const start = source.search(/\S/)
  COMMON.lastIndex = Math.max(0, start)
  while (COMMON.lastIndex < source.length) {
    const offset = COMMON.lastIndex
    const [, word, sign, phrase] = COMMON.exec(source) ?? []
    const operator = sign === undefined ? undefined : operatorAt(sign, offset, 'advanced')
    if (word !== undefined) tokens.push(wordAt(word, offset))
    else if (operator !== undefined) tokens.push(operator)
    else if (phrase === undefined) return undefined
    else tokens.push({ ...wordAt(phrase, offset), isQuoted: true, end: offset + phrase.length + 2 })
  }
  return tokens
}

/** The text at this offset as words by the letter. */
export function wordAt(text: string, offset: number): Term {
  return {
    kind: 'term',
    text,
    words: analyze(text),
    prefix: false,
    isQuoted: false,
    offset,
    end: offset + text.length,
    isNative: true,
  }
}

function readToken(source: string, match: RegExpExecArray, syntax: Syntax): Token {
  const { 0: raw, index: offset, groups = {} } = match
  const end = offset + raw.length
  const { small, quoted, phrase, single, word, sign } = groups
  if (small !== undefined) return wordAt(small, offset)
  if (quoted !== undefined) {
    const term = readQuoted(source, { raw, offset, slop: groups.slop })
    return { ...term, isNative: term.slop === undefined && syntax === 'plain' }
  }
  if (phrase !== undefined) {
    const text = phrase.slice(1, -1).replaceAll("''", "'")
    return { ...wordAt(text, offset), isQuoted: true, end }
  }
  if (single !== undefined) {
    const term = phraseOf(source, offset + 1, single.replace(SINGLE_ENDS, ''))
    return { ...term, offset, end, isNative: syntax === 'plain' }
  }
  if (word !== undefined) return readWord(source, offset, word, syntax)
  return (
    operatorAt(sign ?? '', offset, syntax) ?? {
      kind: 'stray',
      text: raw,
      offset,
      end,
      isNative: false,
    }
  )
}

function operatorAt(text: string, offset: number, syntax: Syntax): Operator | undefined {
  const operator = operatorOf(text, syntax)
  if (operator === undefined) return undefined
  const { meaning: kind, native, isWord } = operator
  const isDistance = kind === 'within' || kind === 'before'
  const distance = isDistance ? distanceOf(text) : undefined
  const isNative = native.includes(syntax)
  return { kind, text, distance, isWord, offset, end: offset + text.length, isNative }
}

function readQuoted(
  source: string,
  { raw, offset, slop }: { raw: string; offset: number; slop: string | undefined },
) {
  const inner = /^(?<open>.)(?<text>.*?)(?<close>.)(?<star>\*?)(?:~\d+)?$/su.exec(raw)?.groups
  const isClosed = inner?.close !== undefined && DOUBLE_QUOTES.includes(inner.close)
  if (!isClosed) throw syntaxError(source, offset, `expected '"' to close '${raw.charAt(0)}'`)
  const { text = '', star = '' } = inner
  const term = phraseOf(source, offset + 1, star === '' ? text : `${text} ${star}`)
  if (term.words.length === 0) {
    throw syntaxError(source, offset, `expected a word between the quotes, got ${quoteValue(raw)}`)
  }
  const distance = slop === undefined ? undefined : Number(slop)
  return { ...term, slop: distance, offset, end: offset + raw.length }
}

type Spelled = Pick<Term, 'kind' | 'text' | 'words' | 'prefix' | 'isQuoted'>

/** The words between quotes; a `*` at their end makes the last one a prefix. */
function phraseOf(source: string, offset: number, text: string): Spelled {
  const term = prefixOf(source, offset, text)
  return { kind: 'term', ...term, text: term.text.trim().replace(/\s+/g, ' '), isQuoted: true }
}

/** The words before a `*`, which stands at the end of a word of MIN_PREFIX characters. */
function prefixOf(source: string, offset: number, raw: string) {
  const star = raw.indexOf('*')
  const text = star === -1 ? raw : raw.slice(0, star)
  const words = analyze(text)
  if (star === -1) return { text, words, prefix: false }
  const word = words.at(-1)
  const after = raw.slice(star + 1)
  const fail = (issue: string) => syntaxError(source, offset + star, issue)
  if (word === undefined) throw fail("expected a word before '*'")
  if ([...word].length < MIN_PREFIX) {
    throw fail(`expected at least ${MIN_PREFIX} characters before '*'`)
  }
  if (after.includes('*') || analyze(after).length > 0) {
    throw fail("expected '*' at the end of a word or phrase")
  }
  return { text, words, prefix: true }
}

/** The weight of a word (`word^4`), and a prefix (`develop%`). */
const BOOST = /\^\d[\d.]*$/
const PERCENT = /\p{L}%$/u

function readWord(source: string, offset: number, word: string, syntax: Syntax): Term {
  const end = offset + word.length
  const quotes = syntax === 'plain' ? DOUBLE_QUOTES : DOUBLE_QUOTES + SINGLE_QUOTES
  const field = findField(word, quotes.includes(source.charAt(end) || ' '))
  if (field) throw syntaxError(source, offset, field.issue, field.hint, 'field')
  const refused = refusedSign(word)
  if (refused) throw syntaxError(source, offset, refused.issue, refused.hint)
  const isJoined = syntax === 'advanced' && word.includes('&')
  const bare = PERCENT.test(word) ? `${word.slice(0, -1)}*` : word.replace(BOOST, '')
  const isNative = bare === word && !isJoined
  return { kind: 'term', ...prefixOf(source, offset, bare), isQuoted: false, offset, end, isNative }
}
