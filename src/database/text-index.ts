import { analyze, unaccent } from '../search/analyzer'
import { wordPositions } from '../search/word-positions'
import { asciiVector } from './ascii-vector'

/** The words of a document's fields as `toTextVector` writes them. */
export function indexTexts(texts: readonly string[]): string {
  return asciiVector(texts.map(unaccent)) ?? toTextVector(texts.map(analyze))
}

/**
 * The analyzed words of a document's fields as a finished tsvector literal, `'c++':1 'developer':2`.
 * Never too large for PostgreSQL; no phrase spans two fields.
 */
export function toTextVector(fields: readonly (readonly string[])[]): string {
  // Appended to one string: a fifth faster than joining arrays, for every posting of an import.
  let vector = ''
  for (const [word, positions] of wordPositions(fields)) {
    vector += vector === '' ? quoteLexeme(word) : ` ${quoteLexeme(word)}`
    let mark = ':'
    for (const position of positions) {
      vector += mark + position
      mark = ','
    }
  }
  return vector
}

/** The one way in which a word enters the text of a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}
