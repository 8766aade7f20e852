import { analyze, unaccent } from '../search/analyzer'
import { pairNumbers, pairTermOf } from '../search/common-words'
import { wordPositions } from '../search/word-positions'
import { indexAscii } from './ascii-index'

export interface IndexOptions {
  /** Whether to add a term for each pair of adjacent common words. */
  pairs: boolean
}

/** `toTextVector` of the analyzed texts; faster for ASCII. */
export function indexTexts(
  texts: readonly string[],
  options: IndexOptions = { pairs: false },
): string {
  return indexAscii(texts.map(unaccent), options) ?? toTextVector(texts.map(analyze), options)
}

/**
 * The text of a tsvector of a document's analyzed fields: `'c++':1 'developer':2`. Never too large for PostgreSQL; no
 * phrase spans two fields.
 */
export function toTextVector(
  fields: readonly (readonly string[])[],
  options: IndexOptions = { pairs: false },
): string {
  const positions = wordPositions(fields)
  const words = Array.from(
    positions,
    ([word, places]) => `${quoteLexeme(word)}:${places.join(',')}`,
  )
  const pairs = options.pairs ? pairNumbers(positions) : []
  return [...words, ...Array.from(pairs, (pair) => quoteLexeme(pairTermOf(pair)))].join(' ')
}

/** The only way to put a word into the text of a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}
