import { distanceOf, type Meaning, SPOKEN } from '../grammar/operators'
import { beginsPart, endsPart, type Token, wordAt } from '../grammar/tokens'

/**
 * The tokens of an advanced filter. Its terms need an operator between them, so a word for an operator (`near`, `w/5`)
 * is one between terms, and a word elsewhere.
 */
export function inAdvancedContext(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at): Token => {
    const meaning = meaningOf(token)
    if (meaning === undefined) return token
    const { text, offset, end } = token
    const isAfterPart = endsPart(tokens[at - 1])
    const isBeforePart = beginsPart(tokens[at + 1])
    const isOperator = isBeforePart && (isAfterPart || meaning === 'not')
    if (!isOperator) return token.kind === 'term' ? token : wordAt(text, offset)
    return { kind: meaning, text, distance: distanceOf(text), offset, end, isNative: false }
  })
}

/** What a token means that may be a word. */
function meaningOf(token: Token): Meaning | undefined {
  if (token.kind === 'term')
    return token.isQuoted ? undefined : SPOKEN.get(token.text.toLowerCase())
  return token.isWord && token.kind !== 'stray' ? token.kind : undefined
}
