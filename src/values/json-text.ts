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

/** The integers at the indexes that are asked for, as an array. They are positive and below 2^53. */
export function jsonIntegers(
  integers: Float64Array,
  isAskedFor: (index: number) => boolean,
): JsonBytes {
  const bytes = new Uint8Array(2 + integers.length * MAX_INTEGER_BYTES)
  let end = 1
  bytes[0] = CODE.open
  for (let index = 0; index < integers.length; index++) {
    if (!isAskedFor(index)) continue
    let rest = integers[index] ?? 0
    let power = 10
    for (end += 1; power <= rest; end++) power *= 10
    let at = end
    do {
      const quotient = Math.floor(rest / 10)
      bytes[--at] = rest - quotient * 10 + CODE.zero
      rest = quotient
    } while (rest > 0)
    bytes[end++] = CODE.comma
  }
  if (end > 1) end -= 1
  bytes[end++] = CODE.close
  return bytes.slice(0, end)
}

/** Sixteen digits and a comma. */
const MAX_INTEGER_BYTES = 17
const CODE = { open: 0x5b, close: 0x5d, comma: 0x2c, zero: 0x30 }
