import { analyze, unaccent } from '../../../text/search/index/analyzer'
import { wordPositions } from './word-positions'
import { WordTable } from './word-table'

const table = new WordTable()

/**
 * The analyzed words of a document's fields as a tsvector in PostgreSQL's binary format, with a term for each pair of adjacent
 * common words if `pairs`. Never too large for PostgreSQL; no phrase spans two fields.
 */
export function indexTexts(texts: readonly string[], options = { pairs: false }): Uint8Array {
  table.clear()
  for (const text of texts) {
    if (!table.addAscii(unaccent(text))) table.addWords(analyze(text))
  }
  return table.vector(options)
}

/** The words of a document's fields as the text of a tsvector: `'c++':1 'developer':2`. */
export function toTextVector(fields: readonly (readonly string[])[]): string {
  return Array.from(
    wordPositions(fields),
    ([word, places]) => `${quoteLexeme(word)}:${places.join(',')}`,
  ).join(' ')
}

/** The only way to put a word into the text of a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`
}
