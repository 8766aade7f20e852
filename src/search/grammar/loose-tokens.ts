import { quoteValue } from '../../values/errors'
import { analyze } from '../analyzer'
import { findField } from '../other-engine-fields'
import { BOOST, PERCENT, refusedSign } from '../refused-signs'
import { MIN_PREFIX } from '../search-limits'
import { syntaxError } from '../search-syntax-error'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTED, SINGLE_QUOTES } from '../typed-signs'
import { CAPITALS } from './advanced-tokens'
import { distanceOf, type Meaning, OPERATORS, operatorsOf, type Syntax } from './operators'

/** A word, a phrase or an operator of loose text. */
export type LooseToken = LooseTerm | LooseOperator

export interface LooseTerm {
  kind: 'term'
  /** As typed, without quotes and signs. */
  text: string
  words: string[]
  prefix: boolean
  isQuoted: boolean
  /** The words of a phrase are within this distance: `"project manager"~5`. */
  slop?: number | undefined
  offset: number
  end: number
  /** Whether the plain syntax reads it by the letter. */
  isNative: boolean
}

export interface LooseOperator {
  kind: Meaning
  text: string
  words?: undefined
  distance?: number | undefined
  offset: number
  end: number
  isNative: boolean
}

const QUOTED = `(?<quoted>[${DOUBLE_QUOTES}][^${DOUBLE_QUOTES}]*(?:[${DOUBLE_QUOTES}](?<star>\\*?)(?:~(?<slop>\\d+))?)?)`
const SINGLE = `(?<![^${DASHES}\\s([{<>|&!,;])(?<single>${SINGLE_QUOTED}\\*?)`
const SINGLE_ENDS = new RegExp(`^[${SINGLE_QUOTES}]|[${SINGLE_QUOTES}](?=\\*?$)`, 'g')
const PLAIN_WORD = `(?<word>(?!&+!)(?:(?!&&|:\\*|<(?:-|\\d+)>)[^\\s()[\\]{},;|${DOUBLE_QUOTES}])+)`
const CHARACTER = `(?:[^\\s&|!()[\\]{}<*:,;${DOUBLE_QUOTES}]|:(?!\\*))`
const ADVANCED_WORD = `(?<word>${CHARACTER}+(?:&${CHARACTER}+)*)`

const TOKENS: Readonly<Record<Syntax, RegExp>> = {
  plain: new RegExp(`${QUOTED}|${SINGLE}|${operatorsOf('plain')}|${PLAIN_WORD}`, 'gu'),
  advanced: new RegExp(
    `${QUOTED}|(?<phrase>'(?:[^']|'')*')|${SINGLE}|${operatorsOf('advanced')}|${ADVANCED_WORD}`,
    'gu',
  ),
}

/** Splits loose text into tokens; punctuation without a word is left out. Throws on a sign that has no meaning. */
export function readLooseTokens(source: string, syntax: Syntax): LooseToken[] {
  if (syntax === 'plain' && ORDINARY.test(source) && !SIGNED.test(source)) return ordinary(source)
  const tokens: LooseToken[] = []
  for (const match of source.matchAll(TOKENS[syntax])) {
    const token = readToken(source, match, syntax)
    if (token !== undefined && (token.kind !== 'term' || token.words.length > 0)) tokens.push(token)
  }
  return tokens
}

/** A text of words without quotes, brackets and signs that mean something. */
const ORDINARY = /^[\p{L}\p{N}\s,;.&+#/-]*$/u
/** Capitals, a dash before a word, and distances: what an ordinary text may have that is an operator. */
const SIGNED = /[A-Z]{2}|&&|(?:^|\s)-|(?:[Nn][Ee][Aa][Rr]|[Ww]|[Pp][Rr][Ee]|[Aa][Dd][Jj])\/\d/

/** The words of an ordinary text, which most searches are. */
function ordinary(source: string): LooseTerm[] {
  return Array.from(source.matchAll(/[^\s,;]+/g), ({ 0: text, index: offset }): LooseTerm => {
    const end = offset + text.length
    const words = analyze(text)
    return {
      kind: 'term',
      text,
      words,
      prefix: false,
      isQuoted: false,
      offset,
      end,
      isNative: true,
    }
  }).filter(({ words }) => words.length > 0)
}

function readToken(source: string, match: RegExpExecArray, syntax: Syntax): LooseToken | undefined {
  const { 0: raw, index: offset, groups = {} } = match
  const end = offset + raw.length
  const { quoted, single, phrase, word } = groups
  if (quoted !== undefined) return readQuoted(source, { raw, offset, slop: groups.slop })
  if (phrase !== undefined) {
    const text = phrase.slice(1, -1).replaceAll("''", "'")
    return { ...phraseOf(source, offset + 1, text), offset, end, isNative: true }
  }
  if (single !== undefined) {
    const text = single.replace(SINGLE_ENDS, '')
    return { ...phraseOf(source, offset + 1, text), offset, end, isNative: true }
  }
  if (word !== undefined) return readWord(source, offset, word, syntax)
  const at = OPERATORS.findIndex((_, index) => groups[`o${index}`] !== undefined)
  const operator = OPERATORS[at]
  if (operator === undefined) return undefined
  const { meaning, native } = operator
  const isDistance = meaning === 'within' || meaning === 'before'
  return {
    kind: meaning,
    text: raw,
    ...(isDistance && { distance: distanceOf(raw) }),
    offset,
    end,
    isNative: native.includes(syntax),
  }
}

function readQuoted(
  source: string,
  { raw, offset, slop }: { raw: string; offset: number; slop: string | undefined },
): LooseTerm {
  const inner = /^(?<open>.)(?<text>.*?)(?<close>.)(?<star>\*?)(?:~\d+)?$/su.exec(raw)?.groups
  const isClosed = inner?.close !== undefined && DOUBLE_QUOTES.includes(inner.close)
  if (!isClosed) throw syntaxError(source, offset, `expected '"' to close '${raw.charAt(0)}'`)
  const { text = '', star = '' } = inner
  const term = phraseOf(source, offset + 1, star === '' ? text : `${text} ${star}`)
  if (term.words.length === 0) {
    throw syntaxError(source, offset, `expected a word between the quotes, got ${quoteValue(raw)}`)
  }
  const distance = slop === undefined ? undefined : Number(slop)
  return { ...term, slop: distance, offset, end: offset + raw.length, isNative: slop === undefined }
}

type Spelled = Pick<LooseTerm, 'kind' | 'text' | 'words' | 'prefix' | 'isQuoted'>

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

function readWord(source: string, offset: number, word: string, syntax: Syntax): LooseTerm {
  const end = offset + word.length
  const field = findField(word, DOUBLE_QUOTES.includes(source.charAt(end) || ' '))
  if (field) throw syntaxError(source, offset, field.issue, field.hint, 'field')
  const refused = refusedSign(word)
  if (refused) throw syntaxError(source, offset, refused.issue, refused.hint)
  const isJoined = syntax === 'advanced' && word.includes('&')
  if (isJoined && !word.split('&').every((part) => CAPITALS.test(part))) {
    throw syntaxError(source, offset, "expected spaces around '&'")
  }
  const isPercent = PERCENT.test(word)
  const isBoost = BOOST.test(word)
  const bare = isPercent ? `${word.slice(0, -1)}*` : word.replace(BOOST, '')
  const isNative = !isPercent && !isBoost
  return { kind: 'term', ...prefixOf(source, offset, bare), isQuoted: false, offset, end, isNative }
}
