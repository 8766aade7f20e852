import { quoteValue } from '../../../values/errors'
import { analyze } from '../index/analyzer'
import { MIN_PREFIX } from '../search-limits'
import { syntaxError } from '../search-syntax-error'
import { distanceOf, type Meaning, operatorOf, operatorsOf, PLACES, type Syntax } from './operators'
import { rejectField } from './other-engine-fields'
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

const QUOTED = `(?<quoted>[${DOUBLE_QUOTES}](?<inner>[^${DOUBLE_QUOTES}]*)(?<close>[${DOUBLE_QUOTES}](?<star>\\*?)(?:~(?<slop>\\d+))?)?)`
const SINGLE = `(?<![^${DASHES}\\s([{<>|&!,;])(?<single>${SINGLE_QUOTED}\\*?)`
const SINGLE_ENDS = new RegExp(`^[${SINGLE_QUOTES}]|[${SINGLE_QUOTES}](?=\\*?$)`, 'g')
/** The comma in a number such as `100,000`. */
export const NUMBER_COMMA = '(?<=\\d),(?=\\d{3}(?!\\d))'
const PLAIN_WORD = `(?<word>(?!&+!)(?:(?!&&|:\\*|<(?:-|\\d+)>)[^\\s()[\\]{},;|${DOUBLE_QUOTES}]|${NUMBER_COMMA})+)`
/** `R & D`, `Q & A`: an abbreviation with spaces. `Class A & B` has two letters. */
const ABBREVIATION = `(?<![^${DASHES}\\s([{,;])(?<abbreviation>(?!A & B|B & C)\\p{Lu} & \\p{Lu})(?![^\\s)\\]},;])`
const CHARACTER = `[^\\s&|!()[\\]{}<*:${DOUBLE_QUOTES}]|:(?!\\*)`
const CAPITALS = '\\p{Lu}[\\p{Lu}\\p{N}]*'
const JOINED = `(?<![^\\s&|!()[\\]{}<>])(?<word>${CAPITALS}(?:&${CAPITALS})+)(?!${CHARACTER})`

const SMALL = '\\p{Lu}?\\p{Ll}[\\p{Ll}\\p{N}]*'

/** Small words and single signs, which most tokens are, without the cost of the named groups of `TOKENS`. */
const USUAL: Readonly<Record<Syntax, RegExp>> = {
  plain: new RegExp(`[\\s,;]*(?:(${SMALL})(?=[\\s()|]|$)|([()]))`, 'uy'),
  advanced: new RegExp(`\\s*(?:(${SMALL})(?=[\\s()|&<]|:\\*|$)|([()!]|&(?!&)|\\|(?!\\|)))`, 'uy'),
}

const TOKENS: Readonly<Record<Syntax, RegExp>> = {
  plain: new RegExp(
    `${ABBREVIATION}|${QUOTED}|${SINGLE}|(?<sign>${operatorsOf('plain')})|${PLAIN_WORD}`,
    'gu',
  ),
  advanced: new RegExp(
    `(?<phrase>'(?:[^']|'')*')|${QUOTED}|${SINGLE}|${JOINED}|(?<sign>${operatorsOf('advanced')})|(?<word>(?![${SINGLE_QUOTES}])(?:${CHARACTER})+)|(?<stray><[^\\s>]*>?|\\S)`,
    'gu',
  ),
}

/**
 * Splits a filter into tokens, also those that its syntax lacks. The plain syntax ignores other signs.
 *
 * @throws {SearchSyntaxError} for a sign that has no meaning in any syntax
 */
export function readTokens(source: string, syntax: Syntax): Token[] {
  const tokens: Token[] = []
  const [usual, other] = [USUAL[syntax], TOKENS[syntax]]
  for (let at = 0; ; ) {
    usual.lastIndex = at
    const [, word, sign] = usual.exec(source) ?? []
    const text = word ?? sign
    at = text === undefined ? at : usual.lastIndex
    const operator = sign && operatorAt(sign, at - sign.length, syntax)
    if (operator) tokens.push(operator)
    else if (text !== undefined) tokens.push(wordAt(text, at - text.length))
    else {
      other.lastIndex = at
      const match = other.exec(source)
      if (match === null) return tokens
      tokens.push(readToken(source, match, syntax))
      at = other.lastIndex
    }
  }
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
  const { 0: text, index: offset, groups = {} } = match
  const end = offset + text.length
  const { abbreviation, quoted, phrase, single, word, sign } = groups
  if (word !== undefined) return readWord(source, offset, word, syntax)
  const operator = sign === undefined ? undefined : operatorAt(sign, offset, syntax)
  if (operator !== undefined) return operator
  if (phrase !== undefined) {
    const inner = phrase.slice(1, -1).replaceAll("''", "'")
    return { ...wordAt(inner, offset), isQuoted: true, end }
  }
  if (abbreviation !== undefined) {
    return { ...wordAt(abbreviation, offset), isQuoted: true, isNative: false }
  }
  const place = { offset, end, isNative: syntax === 'plain' }
  if (single !== undefined) {
    return { ...phraseOf(source, offset + 1, single.replace(SINGLE_ENDS, '')), ...place }
  }
  if (quoted !== undefined) {
    const term = readQuoted(source, match)
    return { ...term, ...place, isNative: place.isNative && term.slop === undefined }
  }
  return { kind: 'stray', text, offset, end, isNative: false }
}

function operatorAt(text: string, offset: number, syntax: Syntax): Operator | undefined {
  const operator = operatorOf(text, syntax)
  if (operator === undefined) return undefined
  const { meaning: kind, native = [], isWord } = operator
  const isDistance = kind === 'within' || kind === 'before'
  const distance = isDistance ? distanceOf(text) : undefined
  const isNative = native.includes(syntax)
  return { kind, text, distance, isWord, offset, end: offset + text.length, isNative }
}

function readQuoted(source: string, { 0: raw, index, groups = {} }: RegExpExecArray) {
  const { inner = '', close, star = '', slop } = groups
  if (close === undefined) {
    throw syntaxError(source, index, `expected '"' to close '${raw.charAt(0)}'`)
  }
  const term = phraseOf(source, index + 1, star === '' ? inner : `${inner} ${star}`)
  if (term.words.length === 0) {
    throw syntaxError(source, index, `expected a word between the quotes, got ${quoteValue(raw)}`)
  }
  return { ...term, slop: slop === undefined ? undefined : Number(slop) }
}

/** The words between quotes; a `*` at their end makes the last one a prefix. */
function phraseOf(source: string, offset: number, typed: string) {
  const term = prefixOf(source, offset, typed)
  const text = term.text.trim().replace(/\s+/g, ' ')
  return { ...term, kind: 'term' as const, text, isQuoted: true }
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
  rejectField(source, offset, word, syntax)
  const refused = refusedSign(word)
  if (refused) throw syntaxError(source, offset, refused.issue, refused.hint)
  const isJoined = syntax === 'advanced' && word.includes('&')
  const isNumber = syntax === 'plain' && word.includes(',')
  const bare = PERCENT.test(word) ? `${word.slice(0, -1)}*` : word.replace(BOOST, '')
  const term = prefixOf(source, offset, bare)
  const isNative = bare === word && !isJoined && !isNumber
  return { kind: 'term', ...term, isQuoted: isNumber, offset, end, isNative }
}
