import { quoteValue } from '../../../values/errors'
import { isCityIn } from '../../locations/table/city-names'
import { findGroups } from '../grammar/groups'
import { beginsPart, endsPart, type Operator, type Token, wordAt } from '../grammar/tokens'
import { syntaxError } from '../search-syntax-error'

/** Decides by their neighbours which tokens of a plain filter are operators, and which are words or punctuation. */
export function inPlainContext(source: string, typed: readonly Token[]): Token[] {
  const tokens = typed.filter(hasMeaning).map((token) => withoutOregon(source, token))
  rejectCapitals(source, tokens)
  const resolved: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const previous = resolved.at(-1)
    const next = tokens[at + 1]
    const isMeant =
      token.kind === 'term' ||
      isOperator(token, { source, previous, next, isAlone: tokens.length === 1 })
    resolved.push(isMeant ? token : wordAt(token.text, token.offset))
  }
  return withoutPunctuation(resolved).filter(hasMeaning)
}

/** `Portland, OR`: an `OR` that nothing follows is a word behind a city of Oregon and a comma. */
function withoutOregon(source: string, token: Token): Token {
  const before = source.slice(0, token.offset).trimEnd()
  const isLast = token.text === 'OR' && source.slice(token.end).trim() === ''
  const isState = isLast && before.endsWith(',') && endsInOregon(before)
  return isState ? wordAt(token.text, token.offset) : token
}

/** Whether a text ends in a city of Oregon. */
export function endsInOregon(text: string): boolean {
  const words = (text.split(/[,;|]/).findLast((part) => part.trim() !== '') ?? '')
    .trim()
    .split(/\s+/)
  return [1, 2, 3].some((count) => isCityIn('OR', words.slice(-count).join(' ')))
}

/** Whether a token is no mere punctuation. */
function hasMeaning(token: Token): boolean {
  return token.kind !== 'term' || token.words.length > 0
}

interface Neighbours {
  source: string
  previous: Token | undefined
  next: Token | undefined
  isAlone: boolean
}

function isOperator(token: Operator, { source, previous, next, isAlone }: Neighbours): boolean {
  const isBetween = endsPart(previous) && beginsPart(next)
  switch (token.kind) {
    case 'within':
    case 'before':
      if (token.text === 'NEAR') return isBetween && isLower(previous) && isLower(next)
      return token.isNative || (isBetween && next?.kind !== 'not')
    case 'not':
      return beginsPart(next)
    case 'and':
    case 'or':
      if (token.text === 'ET' || token.text === 'OU')
        return isBetween && isFrench(source, token, previous, next)
      return isAlone || (previous?.kind !== 'open' && next?.kind !== 'close')
    default:
      return true
  }
}

/** A word in lower case, a phrase, or a group. */
function isLower(token: Token | undefined): boolean {
  return token?.kind !== 'term' || token.isQuoted || !/^\p{Lu}/u.test(token.text)
}

/** Letters, small words and endings that French texts have and English ones lack. */
const FRENCH =
  /[àâçéèêëîïôûùœ]|(?<![\p{L}])(?:de|du|des|le|la|les|et|en|pour|chez|aux?|sauf|[dl]['’])(?![\p{L}])|(?:eur|eure|euse|eux|trice|ier|iere|ien|ienne|iste|aire|age)s?(?![\p{L}])/iu

/** Whether `ET` or `OU` stands in French, or between words in lower case that no time (`4 pm ET`) ends. */
function isFrench(
  source: string,
  { text }: Operator,
  previous: Token | undefined,
  next: Token | undefined,
): boolean {
  if (text === 'ET' && previous?.kind === 'term' && /^\d|^[ap]\.?m\.?$/i.test(previous.text))
    return false
  if (FRENCH.test(source.replace(/(?<!\p{L})(?:ET|OU)(?!\p{L})/gu, ' '))) return true
  return text === 'OU' && isLower(previous) && isLower(next)
}

/** Without brackets that group nothing. */
function withoutPunctuation(tokens: readonly Token[]): Token[] {
  const groups = new Set(findGroups(tokens).flat())
  return tokens.filter(({ kind }, at) => (kind !== 'open' && kind !== 'close') || groups.has(at))
}

const CAPITAL_NOT = /^(?:AND\s+)?NOT$|^(?:EXCEPT|SAUF)$/

/** Rejects a text of capitals with a `NOT`, or with an `OR` at an end: its capitals tell no operator from a word. */
function rejectCapitals(source: string, tokens: readonly Token[]): void {
  if (/\p{Ll}/u.test(source)) return
  const terms = tokens.filter((token) => token.kind === 'term')
  if (!terms.some(({ text }) => /\p{Lu}{2}/u.test(text))) return
  const [first] = tokens
  const last = tokens.at(-1)
  const token =
    tokens.find(({ kind, text }) => kind === 'not' && CAPITAL_NOT.test(text)) ??
    [first, last].find((end) => end?.kind === 'or' && end.text === 'OR')
  if (token === undefined || (token === last && token.kind === 'not')) return
  const { offset, end, text } = token
  const before = source.slice(0, offset)
  const after = source.slice(end)
  const asWord = `${before}${text.toLowerCase()}${after}`.trim()
  const asOperator =
    token.kind === 'not'
      ? `to exclude, write: ${before}-${after.trimStart()}`
      : 'for alternatives, write them on both sides of it'
  const issue = `in capitals ${quoteValue(text)} may be an operator or a word`
  throw syntaxError(source, offset, issue, `${asOperator}; for the word, write: ${asWord}`)
}
