/** A JSON text in UTF-8 as PostgreSQL sent it. It is copied to the response without decoding. */
export type JsonBytes = Uint8Array

/** A JSON text as a list of pieces. They are copied only once, to the response body. */
export type JsonPieces = (string | JsonBytes)[]

/** The pieces of an array, from its elements or their pieces. Strings side by side become one piece. */
export function jsonArray(elements: readonly (JsonBytes | JsonPieces)[]): JsonPieces {
  const pieces: JsonPieces = []
  let text = '['
  for (const element of elements) {
    for (const piece of Array.isArray(element) ? element : [element]) {
      if (typeof piece === 'string') text += piece
      else {
        pieces.push(text, piece)
        text = ''
      }
    }
    text += ','
  }
  return elements.length === 0 ? ['[]'] : [...pieces, `${text.slice(0, -1)}]`]
}
