import { quoteValue } from '../../values/errors'
import { type LooseToken, readLooseTokens } from '../grammar/loose-tokens'
import type { Syntax } from '../grammar/operators'
import { printSearch, writeTyped } from '../grammar/printer'
import { requireTermCount } from '../search-limits'
import { SearchSyntaxError, syntaxError } from '../search-syntax-error'
import type { SearchTree } from '../search-tree'
import { readWordField, type WordField } from '../word-fields'
import { LooseReader } from './loose-reader'
import { inPlainContext } from './plain-context'

/** What loose text means. */
export interface LooseReading {
  tree: SearchTree
  tokens: readonly LooseToken[]
  /** Whether every token is read by the letter. */
  isByTheLetter: boolean
  print: (syntax: Syntax) => string
}

/** Reads loose text with the operators of a syntax and of other search engines. */
export function readLoosely(source: string, syntax: Syntax): LooseReading {
  const wordField = readWordField(source)
  const text = wordField === undefined ? source : atSamePlace(source, wordField.text)
  const isExact = wordField?.field === 'exact'
  const read = readLooseTokens(text, syntax)
  const inContext = syntax === 'plain' ? inPlainContext(text, read) : inAdvancedContext(read)
  const tokens = wordField && !isExact ? withField(inContext, wordField.field) : inContext
  if (
    !tokens.some((token) => token.kind === 'term' || token.kind === 'or' || token.kind === 'and')
  ) {
    const typed = text.trim()
    const got = typed === '' ? '' : `, got ${quoteValue(typed)}`
    throw syntaxError(text, text.indexOf(typed), `expected a word${got}`)
  }
  requireTermCount(source, tokens)
  const reader = new LooseReader(source, isExact ? asPhrase(tokens) : tokens, syntax)
  const tree = reader.search()
  return {
    tree,
    tokens,
    isByTheLetter:
      wordField === undefined &&
      tokens.every((token) => token.isNative && token.kind !== 'open' && token.kind !== 'before'),
    print: (target) => printSearch(tree, target, writeTyped(reader.texts, isOneTerm)),
  }
}

/** The text with spaces in front, so that its offsets are those in the source. */
function atSamePlace(source: string, text: string): string {
  return `${' '.repeat(Math.max(source.lastIndexOf(text), 0))}${text}`
}

/** Loose text in the advanced syntax; undefined if it has no clear meaning. */
export function suggestAdvanced(source: string, syntax: Syntax): string | undefined {
  try {
    return readLoosely(source, syntax).print('advanced')
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}

/** Words in lower case that are operators between terms of an advanced filter, where no word may stand. */
const SPOKEN: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['and', 'and'],
  ['et', 'and'],
  ['or', 'or'],
  ['ou', 'or'],
  ['not', 'not'],
])

function inAdvancedContext(tokens: readonly LooseToken[]): LooseToken[] {
  return tokens.map((token, at): LooseToken => {
    if (token.kind !== 'term' || token.isQuoted) return token
    const before = tokens[at - 1]?.kind
    const after = tokens[at + 1]?.kind
    const { text, offset, end } = token
    const isAfterPart = before === 'term' || before === 'close' || before === 'star'
    const isBeforePart = after === 'term' || after === 'open' || after === 'not'
    const kind = SPOKEN.get(text.toLowerCase())
    const isFree = kind === 'not' || isAfterPart
    if (kind && isFree && isBeforePart) return { kind, text, offset, end, isNative: false }
    if (/^near$/i.test(text) && isAfterPart && isBeforePart) {
      return { kind: 'within', text, distance: 10, offset, end, isNative: false }
    }
    return token
  })
}

/** The tokens of the words of a field, with the operators that the field stands for. */
function withField(tokens: readonly LooseToken[], field: WordField): LooseToken[] {
  if (field !== 'any' && field !== 'none') return [...tokens]
  return tokens.flatMap((token, at) => {
    const { offset } = token
    const sign = {
      kind: field === 'any' ? 'or' : 'not',
      text: '',
      offset,
      end: offset,
      isNative: false,
    } as const
    return token.kind !== 'term' || (field === 'any' && at === 0) ? [token] : [sign, token]
  })
}

/** All words as one phrase. */
function asPhrase(tokens: readonly LooseToken[]): LooseToken[] {
  const terms = tokens.filter((token) => token.kind === 'term')
  const [first] = terms
  if (first === undefined) return [...tokens]
  const text = terms.map((term) => term.text).join(' ')
  return [{ ...first, text, words: terms.flatMap((term) => term.words), isQuoted: true }]
}

/** Whether a text without quotes is one term of a syntax, with the same words. */
function isOneTerm(text: string, syntax: Syntax): boolean {
  if (/^[\p{Ll}\p{N}]+$/u.test(text)) return syntax === 'plain' || !SPOKEN.has(text)
  try {
    const [term, ...others] = readLooseTokens(text, syntax)
    const isWhole =
      term?.kind === 'term' && !term.isQuoted && term.offset === 0 && term.end === text.length
    return isWhole && others.length === 0 && !/['’‘&*%^\\/-]/u.test(text) && !term.prefix
  } catch (error) {
    if (error instanceof SearchSyntaxError) return false
    throw error
  }
}
