import { syntaxError } from './search-syntax-error'

/** In characters, of one filter. */
export const MAX_CHARACTERS = 2_000

/** In analyzed words: every word of a phrase is a term. */
export const MAX_TERMS = 200

/** Of `(` and `!` inside each other; PostgreSQL's tsquery parser gives up not far beyond. */
export const MAX_DEPTH = 50

/** The largest N of `<N>`. */
export const MAX_DISTANCE = 50

/** In characters of the word that carries it; one letter would read much of the index. */
export const MIN_PREFIX = 2

/**
 * In words, from the first word of a chain of distances, or of a phrase, to its last. The index
 * keeps fields further apart than this, so that nothing spans two of them.
 */
export const MAX_SPAN = 200

/**
 * Of all distances of a filter together, see `distanceCost`. With words of MAX_WORD_LENGTH characters
 * of four bytes the compiled query stays below PostgreSQL's 1 MB.
 */
export const MAX_DISTANCE_COST = 4_000

/** In one name of a location. */
export const MAX_NAME_WORDS = 20

/** City, Region, Country. */
export const MAX_PLACE_NAMES = 3

/** Refuses a filter that is too long before anything reads it. */
export function requireLength(source: string): void {
  if (source.length <= MAX_CHARACTERS) return
  const cut = [...source].slice(0, MAX_CHARACTERS).join('').length
  if (cut < source.length)
    throw syntaxError(source, cut, `longer than ${MAX_CHARACTERS} characters`)
}

/** Refuses more terms than MAX_TERMS, at the term that is one too many. */
export function requireTermCount(source: string, terms: readonly Term[]): void {
  let count = 0
  for (const { words, offset } of terms) {
    count += words.length
    if (count > MAX_TERMS) throw syntaxError(source, offset, `more than ${MAX_TERMS} terms`)
  }
}

interface Term {
  words: readonly string[]
  offset: number
}
