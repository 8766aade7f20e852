import { syntaxError } from './search-syntax-error'
import { alternatives, type Near, type Operand } from './search-tree'

/** Characters of one filter. */
export const MAX_CHARACTERS = 2_000

/** Analyzed words of one filter; each word of a phrase counts. */
export const MAX_TERMS = 200

/** Nesting of `(` and `!`. The tsquery parser of PostgreSQL fails at a slightly deeper nesting. */
export const MAX_DEPTH = 50

/** The largest N of `<N>`. */
export const MAX_DISTANCE = 50

/** Characters of a word with a prefix star. A prefix of one letter would read most of the index. */
export const MIN_PREFIX = 2

/**
 * Words from the first to the last word of a phrase or of a chain of distances. The fields of a
 * document are further apart in the index, so that no match spans two fields.
 */
export const MAX_SPAN = 200

/** The `searchCost` of the filters of a request. */
export const MAX_COST = 400

/** Alternatives on one side of a distance. PostgreSQL merges their positions one after another. */
export const MAX_ALTERNATIVES = 20

/** Words of one name in a location filter. */
export const MAX_NAME_WORDS = 20

/** City, Region, Country. */
export const MAX_PLACE_NAMES = 3

/** Rejects a filter of more than MAX_CHARACTERS before it is parsed. */
export function requireLength(source: string): void {
  if (source.length <= MAX_CHARACTERS) return
  const cut = [...source].slice(0, MAX_CHARACTERS).join('').length
  if (cut < source.length)
    throw syntaxError(source, cut, `longer than ${MAX_CHARACTERS} characters`)
}

/** Rejects more than MAX_TERMS words; the error points at the token that exceeds the limit. */
export function requireTermCount(source: string, tokens: readonly Token[]): void {
  let count = 0
  for (const { words = [], offset } of tokens) {
    count += words.length
    if (count > MAX_TERMS) throw syntaxError(source, offset, `more than ${MAX_TERMS} terms`)
  }
}

interface Token {
  words?: readonly string[] | undefined
  offset: number
}

/** The number of words from the first to the last word of the longest possible match. */
export function span(tree: Near | Operand): number {
  if (tree.kind === 'near') return span(tree.left) + tree.distance - 1 + span(tree.right)
  return Math.max(...alternatives(tree).map((phrase) => phrase.words.length))
}
