/** A JSON text in UTF-8 as PostgreSQL sent it. It is copied to the response without decoding. */
export type JsonBytes = Uint8Array

/** Pieces of a `JsonText`. */
export type JsonPieces = (string | JsonBytes)[]

/** A JSON text as a list of pieces. They are copied only once, to the response body. */
export class JsonText {
  readonly byteLength: number

  constructor(readonly pieces: Readonly<JsonPieces>) {
    let length = 0
    for (const piece of pieces) {
      length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength
    }
    this.byteLength = length
  }
}

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
  pieces.push(elements.length === 0 ? '[]' : `${between.slice(0, -1)}]`)
  return pieces
}
