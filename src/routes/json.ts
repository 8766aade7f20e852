import type { JsonBytes } from '../values/json-text'

/** Pieces of a `JsonText`. */
export type JsonPieces = (string | JsonBytes)[]

/** The pieces of an array, from those of its elements. */
export function jsonArray(elements: readonly Readonly<JsonPieces>[]): JsonPieces {
  const pieces: JsonPieces = []
  // The text between two documents becomes one piece.
  let between = '['
  for (const element of elements) {
    for (const piece of element) {
      if (typeof piece === 'string') between += piece
      else {
        pieces.push(between, piece)
        between = ''
      }
    }
    between += ','
  }
  const isEmpty = elements.length === 0
  pieces.push(isEmpty ? '[]' : `${between.slice(0, -1)}]`)
  return pieces
}
