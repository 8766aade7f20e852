import { quoteLexeme, toTextVector } from '../../src/catalogue/database/words/index-words'
import { wordPositions } from '../../src/catalogue/database/words/word-positions'
import { WordTable } from '../../src/catalogue/database/words/word-table'
import { pairTerm } from '../../src/text/search/index/common-grams'

type Fields = readonly (readonly string[])[]

/** The vector of an index that has pairs of common words as terms, as the text of a tsvector. */
export function pairedTextVector(fields: Fields): string {
  const positions = wordPositions(fields)
  const places = [...positions].flatMap(([word, at]) => at.map((place) => ({ word, place })))
  const wordAt = new Map(places.map(({ word, place }) => [place, word]))
  const terms = places
    .sort((a, b) => a.place - b.place)
    .map(({ word, place }) => pairTerm(word, wordAt.get(place + 1) ?? ''))
    .filter((term) => term !== undefined)
  const pairs = Array.from(new Set(terms), quoteLexeme)
  return [toTextVector(fields), ...pairs].filter((part) => part !== '').join(' ')
}

const table = new WordTable()

/** The binary tsvector of words that need not be those of the analyzer. */
export function indexWords(fields: Fields): Uint8Array {
  table.clear()
  for (const words of fields) table.addWords(words)
  return table.vector({ pairs: false })
}

/** A binary tsvector as text, its terms in the stored order. */
export function readVector(vector: Uint8Array): string {
  const bytes = Buffer.from(vector)
  const terms: string[] = []
  let at = 4
  while (at < bytes.length) {
    const end = bytes.indexOf(0, at)
    const count = bytes.readUInt16BE(end + 1)
    const positions = Array.from({ length: count }, (_, index) =>
      bytes.readUInt16BE(end + 3 + 2 * index),
    )
    const term = quoteLexeme(bytes.toString('utf8', at, end))
    terms.push(count === 0 ? term : `${term}:${positions.join(',')}`)
    at = end + 3 + 2 * count
  }
  if (terms.length !== bytes.readInt32BE(0)) throw new Error('the number of words is wrong')
  return terms.join(' ')
}
