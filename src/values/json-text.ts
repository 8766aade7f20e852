/** A JSON text in UTF-8 as PostgreSQL sent it. It is copied to the response without decoding. */
export type JsonBytes = Uint8Array

/** A JSON text as a list of pieces. They are copied only once, to the response body. */
export type JsonPieces = (string | JsonBytes)[]

/** The pieces of an array, from its elements or their pieces. */
export function jsonArray(elements: readonly (JsonBytes | JsonPieces)[]): JsonPieces {
  const pieces = elements.flatMap((element) => [',', element]).flat()
  return ['[', ...pieces.slice(1), ']']
}
