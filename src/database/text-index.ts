import { analyze, unaccent } from '../search/analyzer'
import { commonNumber, type Pair, pairsOf, pairTerm } from '../search/common-words'
import { type WordPositions, wordPositions } from '../search/word-positions'
import { asciiVector } from './ascii-vector'
import { VectorWriter } from './vector-writer'

/** The words of a document's fields as `toVector` writes them. */
export function indexTexts(texts: readonly string[]): Uint8Array {
  return asciiVector(texts.map(unaccent)) ?? toVector(texts.map(analyze))
}

const encoder = new TextEncoder()
const writer = new VectorWriter()

/**
 * The analyzed words of a document's fields as a tsvector in PostgreSQL's binary format, with the pairs of common words
 * beside them. Never too large for PostgreSQL; no phrase spans two fields.
 */
export function toVector(fields: readonly (readonly string[])[]): Uint8Array {
  const positions = wordPositions(fields)
  const pairs = findPairs(positions)
  const words = Array.from(positions, ([word, places]) => ({ bytes: encoder.encode(word), places }))
  writer.begin({
    words: words.length,
    bytes: words.reduce((sum, word) => sum + word.bytes.length, 0),
    positions: words.reduce((sum, word) => sum + word.places.length, 0),
    pairs: pairs.length,
  })
  for (const { bytes, places } of words) {
    writer.word(bytes, 0, bytes.length)
    for (const place of places) writer.position(place)
  }
  for (const pair of pairs) writer.pair(pair)
  return writer.end()
}

/** As `toVector`, as the text of a tsvector: `'c++':1 'developer':2`. */
export function toTextVector(fields: readonly (readonly string[])[]): string {
  const positions = wordPositions(fields)
  const words = Array.from(
    positions,
    ([word, places]) => `${quoteLexeme(word)}:${places.join(',')}`,
  )
  const pairs = findPairs(positions).map((pair) => quoteLexeme(pairTerm(pair)))
  return [...words, ...pairs].join(' ')
}

function findPairs(words: WordPositions): Pair[] {
  const numberAt: number[] = []
  for (const [word, places] of words) {
    const number = commonNumber(word)
    for (const place of places) numberAt[place] = number
  }
  return pairsOf(numberAt, numberAt.length)
}

/** The one way in which a word enters the text of a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}
