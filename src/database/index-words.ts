import { analyze, unaccent } from '../search/analyzer'
import { PAIR_TERM_LENGTH, pairNumbers, pairTermOf } from '../search/common-grams'
import { wordPositions } from '../search/word-positions'
import { indexAscii } from './ascii-index'
import { VectorWriter } from './binary-format'

export interface IndexOptions {
  /** Whether to add a term for each pair of adjacent common words. */
  pairs: boolean
}

/** `indexWords` of the analyzed texts; faster for ASCII. */
export function indexTexts(
  texts: readonly string[],
  options: IndexOptions = { pairs: false },
): Uint8Array {
  return indexAscii(texts.map(unaccent), options) ?? indexWords(texts.map(analyze), options)
}

const encoder = new TextEncoder()
const vector = new VectorWriter()

/**
 * The analyzed words of a document's fields as a tsvector in PostgreSQL's binary format. Never too large for PostgreSQL;
 * no phrase spans two fields.
 */
export function indexWords(
  fields: readonly (readonly string[])[],
  options: IndexOptions = { pairs: false },
): Uint8Array {
  const positions = wordPositions(fields)
  const words = Array.from(positions, ([word, places]) => ({ bytes: encoder.encode(word), places }))
  const pairs = options.pairs ? pairNumbers(positions) : new Set<number>()
  const bytes = words.reduce((sum, word) => sum + word.bytes.length, 0)
  vector.begin(
    words.length + pairs.size,
    bytes + PAIR_TERM_LENGTH * pairs.size,
    words.reduce((sum, { places }) => sum + places.length, 0),
  )
  for (const { bytes, places } of words) {
    vector.word(bytes, 0, bytes.length)
    for (const place of places) vector.position(place)
  }
  for (const pair of pairs) vector.pair(pair)
  return vector.end()
}

/** The vector of `indexWords` as the text of a tsvector: `'c++':1 'developer':2`. */
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
