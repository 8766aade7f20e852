import { analyze, unaccent } from '../search/analyzer'
import { commonNumber } from '../search/common-words'
import { PlacesWriter } from '../search/word-list'
import { wordPositions } from '../search/word-positions'
import { indexAscii } from './ascii-index'
import { VectorWriter } from './vector-writer'

/** A document as the catalogue searches it. */
export interface IndexedWords {
  /** A tsvector in PostgreSQL's binary format. Never too large for PostgreSQL; no phrase spans two fields. */
  vector: Uint8Array
  /** Where its common words stand, as a `PlacesWriter` has them. */
  commonPlaces: Uint8Array
}

/** The words of a document's fields as `indexWords` has them. */
export function indexTexts(texts: readonly string[]): IndexedWords {
  return indexAscii(texts.map(unaccent)) ?? indexWords(texts.map(analyze))
}

const encoder = new TextEncoder()
const vector = new VectorWriter()
const commonPlaces = new PlacesWriter()

/** The analyzed words of a document's fields. */
export function indexWords(fields: readonly (readonly string[])[]): IndexedWords {
  const words = Array.from(wordPositions(fields), ([word, places]) => ({
    number: commonNumber(word),
    bytes: encoder.encode(word),
    places,
  }))
  vector.begin({
    words: words.length,
    bytes: words.reduce((sum, { bytes }) => sum + bytes.length, 0),
    positions: words.reduce((sum, { places }) => sum + places.length, 0),
  })
  commonPlaces.begin()
  for (const { number, bytes, places } of words) {
    vector.word(bytes, 0, bytes.length)
    for (const place of places) vector.position(place)
    if (number === 0) continue
    commonPlaces.word(number, places.length)
    for (const place of places) commonPlaces.place(place)
  }
  return { vector: vector.end(), commonPlaces: commonPlaces.end() }
}

/** The vector of `indexWords` as the text of a tsvector: `'c++':1 'developer':2`. */
export function toTextVector(fields: readonly (readonly string[])[]): string {
  return Array.from(
    wordPositions(fields),
    ([word, places]) => `${quoteLexeme(word)}:${places.join(',')}`,
  ).join(' ')
}

/** The one way in which a word enters the text of a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}
