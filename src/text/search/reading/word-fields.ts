import type { Syntax } from '../grammar/operators'
import { readTokens, type Token, wordAt } from '../grammar/tokens'
import { DOUBLE_QUOTES, SINGLE_QUOTES } from '../grammar/typed-signs'

/** The tokens of a filter, and the field of search forms that it begins with. */
export interface TypedTokens {
  tokens: readonly Token[]
  field?: WordField
}

/** `any: java python`: any of the words; also all of them, none of them, or the words side by side. */
interface WordField {
  name: string
  offset: number
  /** The words with the operators that the field stands for. */
  apply: (tokens: readonly Token[]) => readonly Token[]
}

export function readTyped(source: string, syntax: Syntax): TypedTokens {
  const { field: name, text = '' } = FIELD.exec(source)?.groups ?? {}
  if (name === undefined) return { tokens: readTokens(source, syntax) }
  const inner = /^\(([^()]*)\)$/.exec(text.trim())?.[1] ?? text
  const offset = source.lastIndexOf(inner)
  const apply = SIGNS_OF_FIELDS.get(name.toLowerCase())
  const field = { name, offset: source.indexOf(name), apply: apply ?? ((tokens) => tokens) }
  const isPhrase = apply === undefined
  if (isPhrase) {
    const phrase = wordAt(inner.trim().replace(QUOTES, ''), offset)
    return { field, tokens: [{ ...phrase, isQuoted: true }] }
  }
  // Spaces in front keep the positions of the filter.
  return { field, tokens: readTokens(`${' '.repeat(offset)}${inner}`, syntax) }
}

const SIGNS_OF_FIELDS: ReadonlyMap<string, WordField['apply']> = new Map([
  ['any', (tokens) => withSign('or', tokens)],
  ['none', (tokens) => withSign('not', tokens)],
  ['all', (tokens) => tokens],
])

const FIELD = /^\s*(?<field>any|all|none|exact|phrase):(?<text>.*\p{L}.*)$/isu

const QUOTES = new RegExp(
  `^[${DOUBLE_QUOTES}${SINGLE_QUOTES}]|[${DOUBLE_QUOTES}${SINGLE_QUOTES}]$`,
  'g',
)

/** The tokens with the operator between all terms, or before each. */
function withSign(kind: 'or' | 'not', tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    const { offset } = token
    if (token.kind !== 'term' || (kind === 'or' && at === 0)) return [token]
    return [{ kind, text: '', offset, end: offset, isNative: false }, token]
  })
}
