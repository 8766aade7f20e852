import { quoteValue } from '../../../values/errors'
import { findGroups } from '../grammar/groups'
import { type Operator, readTokens, type Token, wordAt } from '../grammar/tokens'
import { DASHES, SINGLE_QUOTES, startsWithOneOf } from '../grammar/typed-signs'
import { requireTermCount } from '../search-limits'
import { missingWord, type SearchSyntaxError, syntaxError } from '../search-syntax-error'

/** Words of a location filter up to the next quote, star, exclusion or `OR`; or one text in quotes. */
export interface PlacePart {
  /** Without quotes and star. */
  text: string
  isQuoted: boolean
  isExcluded: boolean
  /** Where its `*` is. */
  star: number | undefined
  offset: number
  end: number
}

export interface TypedPlaces {
  /** The parts between two `OR`. */
  alternatives: readonly (readonly PlacePart[])[]
  /** Whether its operators are those of the syntax. */
  isNative: boolean
}

/**
 * Splits a location filter at `OR`, and at `;` and `|` between places. A dash excludes the words up to the next
 * space, `NOT` those up to the next operator. Other operators of texts are words: `NEWFOUNDLAND AND LABRADOR`.
 *
 * @throws {SearchSyntaxError}
 */
export function readPlaceParts(source: string): TypedPlaces {
  const typed = readTokens(source, 'plain').filter(({ words }) => words?.length !== 0)
  requireTermCount(source, typed)
  const separated = withSeparators(
    source,
    typed.map((token, at) => asMeant(source, token, typed[at + 1])),
  )
  const tokens = withoutGroup(source, separated)
  const alternatives: PlacePart[][] = [[]]
  for (let at = 0; at < tokens.length; ) {
    if (tokens[at]?.kind === 'or') {
      alternatives.push([])
      at += 1
    } else {
      const { part, next } = readPart(source, tokens, at)
      alternatives.at(-1)?.push(part)
      at = next
    }
  }
  if (alternatives.some((parts) => parts.length === 0)) throw missingTerm(source, tokens)
  const isNative = tokens.every(({ kind, text }) => {
    return kind === 'or' ? text === 'OR' : kind !== 'not' || startsWithOneOf(text, DASHES)
  })
  return { alternatives, isNative: isNative && tokens === separated }
}

/** A `NOT` that nothing follows is a word, and so is a word in single quotes: `Town 'n' Country` is one name. */
function asMeant(source: string, token: Token, next: Token | undefined): Token {
  const { offset } = token
  if (token.kind === 'not') {
    return next?.kind === 'term' || next?.kind === 'open' ? token : wordAt(token.text, offset)
  }
  const isName = token.kind === 'term' && token.isQuoted && token.words.length === 1
  const isSingle = isName && SINGLE_QUOTES.includes(source.charAt(offset))
  return isSingle ? { ...token, isQuoted: false } : token
}

/** The tokens with an `or` for each `;` or `|` between two places. */
function withSeparators(source: string, tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    const previous = tokens[at - 1]
    const [separator] =
      source.slice(previous?.end ?? token.offset, token.offset).match(/[;|]/) ?? []
    const isList = separator && previous?.kind !== 'or' && !['or', 'not'].includes(token.kind)
    const { offset } = token
    const or: Operator = { kind: 'or', text: separator ?? '', offset, end: offset, isNative: false }
    return isList ? [or, token] : [token]
  })
}

/** Without brackets around all of the filter; other groups belong to the advanced syntax. */
function withoutGroup(source: string, tokens: readonly Token[]): readonly Token[] {
  const [group] = findGroups(tokens)
  if (group === undefined) return tokens
  if (group[0] === 0 && group[1] === tokens.length - 1) return tokens.slice(1, -1)
  const { offset = 0, text = '' } = tokens[group[0]] ?? {}
  const hint = 'groups belong to location_advanced'
  throw syntaxError(source, offset, `expected no group, got ${quoteValue(text)}`, hint)
}

function readPart(source: string, tokens: readonly Token[], from: number) {
  const sign = tokens[from]?.kind === 'not' ? tokens[from] : undefined
  const isDash = sign !== undefined && startsWithOneOf(sign.text, DASHES)
  const first = sign ? from + 1 : from
  const isEnd = (at: number) => {
    const [last, token] = [tokens[at - 1], tokens[at]]
    if (last === undefined || token === undefined) return true
    const isApart = isDash && /\s/.test(source.slice(last.end, token.offset))
    return isApart || isQuoted(last) || hasStar(last) || isQuoted(token) || isOperator(token)
  }
  let next = first + 1
  while (!isEnd(next)) next += 1
  const [begin, last] = [tokens[first], tokens[next - 1]]
  const { offset = 0 } = begin ?? {}
  const end = last?.end ?? offset
  const star = hasStar(last) ? end - 1 : undefined
  const text = begin && isQuoted(begin) ? begin.text : source.slice(offset, star ?? end)
  const isExcluded = sign !== undefined
  return { part: { text, isQuoted: isQuoted(begin), isExcluded, star, offset, end }, next }
}

function isOperator({ kind }: Token): boolean {
  return kind === 'or' || kind === 'not'
}

function hasStar(token: Token | undefined): boolean {
  return token?.kind === 'star' || (token?.kind === 'term' && token.prefix)
}

function isQuoted(token: Token | undefined): boolean {
  return token?.kind === 'term' && token.isQuoted
}

/** The error about an `OR` without a place on one side, or a filter without a word. */
function missingTerm(source: string, tokens: readonly Token[]): SearchSyntaxError {
  const isOr = (at: number) => tokens[at]?.kind === 'or'
  const second = tokens.findIndex((_, at) => isOr(at) && (at === 0 || isOr(at - 1)))
  const or = tokens.at(second)
  if (or !== undefined) {
    const issue = `expected a term ${second === -1 ? 'after' : 'before'} ${quoteValue(or.text)}`
    return syntaxError(source, or.offset, issue, "for the state write 'Oregon'")
  }
  return missingWord(source)
}
