import { quoteValue } from '../../../values/errors'
import { advancedSpelling, SPOKEN } from '../grammar/operators'
import { beginsPart, endsPart, type Operator, type Term, type Token } from '../grammar/tokens'
import { DASHES, DOUBLE_QUOTES, SINGLE_QUOTES, startsWithOneOf } from '../grammar/typed-signs'
import { MAX_DISTANCE } from '../search-limits'
import { type SearchSyntaxError, syntaxError } from '../search-syntax-error'

/** An error, and the words before the filter as it should be written; none if nothing can be suggested. */
export interface Mistake {
  error: SearchSyntaxError
  lead?: string
}

const PHRASE_HINT = 'put words that stand side by side in single quotes'

/** The first token that the advanced syntax lacks, or that no operator joins to the one before it. */
export function findMistake(
  source: string,
  tokens: readonly Token[],
  field: { name: string; offset: number } | undefined,
): Mistake | undefined {
  const fail = (offset: number, issue: string, hint?: string) =>
    syntaxError(source, offset, issue, hint)
  if (field !== undefined) {
    const got = quoteValue(`${field.name}:`)
    const error = fail(field.offset, `expected words without a field, got ${got}`)
    return { error, lead: 'write: ' }
  }
  for (const [at, token] of tokens.entries()) {
    const { offset, text } = token
    const previous = tokens[at - 1]
    if (token.kind === 'stray') return { error: stray(source, token) }
    if (!token.isNative || isReserved(token)) {
      const { issue, hint } = lacking(source, token, tokens[at + 1])
      return { error: fail(offset, issue, hint), lead: 'write: ' }
    }
    if (token.kind === 'term' && token.words.length === 0) {
      const got = quoteValue(source.slice(offset, token.end))
      return { error: fail(offset, `expected a letter or digit, got ${got}`), lead: 'write: ' }
    }
    if (previous === undefined || !endsPart(previous) || !beginsPart(token)) continue
    const got = token.kind === 'term' ? source.slice(offset, token.end) : text
    const error = fail(offset, `expected '&' or '|' before ${quoteValue(got)}`, PHRASE_HINT)
    const isPhrase = previous.kind === 'term' && token.kind === 'term'
    return { error, lead: isPhrase ? `${PHRASE_HINT}, or write: ` : 'write: ' }
  }
  return undefined
}

/** Whether a token is `AND`, `OR` or `NOT` as a word: right behind a sign, they look like operators. */
function isReserved(token: Token): boolean {
  return token.kind === 'term' && !token.isQuoted && RESERVED.test(token.text)
}

const RESERVED = /^(?:AND|OR|NOT)$/

/** The issue of a token of another syntax. */
function lacking(
  source: string,
  token: Term | Operator,
  next: Token | undefined,
): { issue: string; hint?: string } {
  const { text, offset, end } = token
  const kind = isReserved(token) ? SPOKEN.get(text.toLowerCase()) : token.kind
  if (kind === undefined || kind === 'term') return lackingTerm(source.slice(offset, end))
  if (kind === 'star') return { issue: "expected ':*' for a prefix, got '*'" }
  if (kind === 'stray') return { issue: `expected a term, got ${quoteValue(text)}` }
  if (kind === 'not' && startsWithOneOf(text, DASHES)) {
    const excluded = next?.kind === 'term' && !next.isQuoted ? next.end : end
    const got = quoteValue(source.slice(offset, excluded))
    return { issue: `expected '!' to exclude, got ${got}` }
  }
  const issue = `expected '${advancedSpelling(kind, token.kind === 'term' ? 1 : token.distance)}', got ${quoteValue(text)}`
  if (RESERVED.test(text)) {
    return { issue, hint: `write '${text}' in quotes to search for the word` }
  }
  return /^\p{L}/u.test(text) ? { issue, hint: PHRASE_HINT } : { issue }
}

/** The issue of a phrase in other quotes, a word of capitals with `&`, or a word with a weight. */
function lackingTerm(typed: string): { issue: string; hint?: string } {
  if (startsWithOneOf(typed, DOUBLE_QUOTES + SINGLE_QUOTES)) {
    return { issue: `expected single quotes ('), got ${quoteValue(typed.charAt(0))}` }
  }
  if (typed.includes('&')) {
    return { issue: `expected ${quoteValue(typed)} in quotes`, hint: "or write spaces around '&'" }
  }
  const sign = typed.endsWith('%') ? '%' : '^'
  return { issue: `expected a word without '${sign}', got ${quoteValue(typed)}` }
}

/** The error about text that is no token; it names the token that the client probably meant. */
function stray(source: string, { text, offset }: Operator): SearchSyntaxError {
  if (text === "'") {
    return syntaxError(source, offset, `expected "'" to close "'"`, "write '' for an apostrophe")
  }
  const expected = startsWithOneOf(text, SINGLE_QUOTES)
    ? "single quotes (')"
    : `'<->' or a distance from '<1>' to '<${MAX_DISTANCE}>'`
  return syntaxError(source, offset, `expected ${expected}, got ${quoteValue(text)}`)
}
