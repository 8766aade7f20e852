import { analyze, unaccent } from '../search/analyzer'
import { commonNumber } from '../search/common-words'
import { PositionsWriter } from '../search/word-list'
import { wordPositions } from '../search/word-positions'
import { indexAscii } from './ascii-index'
import { VectorWriter } from './vector-writer'

/** A document as the catalogue searches it. */
export interface IndexedWords {
  /** A tsvector in PostgreSQL's binary format. Never too large for PostgreSQL; no phrase spans two fields. */
  vector: Uint8Array
  /** Where its common words stand, as a `PositionsWriter` has them. */
  commonPositions: Uint8Array
}

/** The words of a document's fields as `indexWords` has them. */
export function indexTexts(texts: readonly string[]): IndexedWords {
  return indexAscii(texts.map(unaccent)) ?? indexWords(texts.map(analyze))
}

const encoder = new TextEncoder()
const vector = new VectorWriter()
const commonPositions = new PositionsWriter()

/** The analyzed words of a document's fields. */
export function indexWords(fields: readonly (readonly string[])[]): IndexedWords {
  const words = Array.from(wordPositions(fields), ([word, positions]) => ({
    number: commonNumber(word),
    bytes: encoder.encode(word),
    positions,
  }))
  vector.begin({
    words: words.length,
    bytes: words.reduce((sum, { bytes }) => sum + bytes.length, 0),
    positions: words.reduce((sum, { positions }) => sum + positions.length, 0),
  })
  commonPositions.begin()
  for (const { number, bytes, positions } of words) {
    vector.word(bytes, 0, bytes.length)
    for (const position of positions) vector.position(position)
    if (number === 0) continue
    commonPositions.word(number, positions.length)
    for (const position of positions) commonPositions.position(position)
  }
  return { vector: vector.end(), commonPositions: commonPositions.end() }
}

/** The vector of `indexWords` as the text of a tsvector: `'c++':1 'developer':2`. */
export function toTextVector(fields: readonly (readonly string[])[]): string {
  return Array.from(
    wordPositions(fields),
    ([word, positions]) => `${quoteLexeme(word)}:${positions.join(',')}`,
  ).join(' ')
}

/** The one way in which a word enters the text of a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}
