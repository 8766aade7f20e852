import { MAX_SPAN } from '../../../text/search/search-limits'

/** The ascending positions of each word of a document; positions count from 1. */
export type WordPositions = ReadonlyMap<string, readonly number[]>

/**
 * The largest position in PostgreSQL is 16383. Its phrase search adds widths to positions, so the
 * last MAX_SPAN positions stay unused.
 */
export const MAX_POSITION = 16_383 - MAX_SPAN

/** PostgreSQL drops positions of a word beyond the 256th. */
export const MAX_POSITIONS_OF_WORD = 255

/** PostgreSQL limits the words of a document, with their positions, to 1 MB. */
export const MAX_BYTES_OF_WORDS = 900_000

/**
 * Numbers the words of a document. The fields are MAX_SPAN apart, so that no phrase or distance
 * spans two of them. Words beyond a limit are left out; a document is never rejected.
 */
export function wordPositions(fields: readonly (readonly string[])[]): WordPositions {
  const positions = new Map<string, number[]>()
  let position = 0
  let bytes = 0
  for (const words of fields) {
    for (const word of words) {
      position += 1
      if (position > MAX_POSITION) return positions
      const known = positions.get(word)
      if (known === undefined) {
        bytes += mostBytes(word.length)
        if (bytes > MAX_BYTES_OF_WORDS) return positions
        positions.set(word, [position])
      } else if (known.length < MAX_POSITIONS_OF_WORD) {
        known.push(position)
      }
    }
    position += MAX_SPAN
  }
  return positions
}

/** The most bytes that a word of `length` UTF-16 units takes: three each in UTF-8, and four for the count of positions. */
export function mostBytes(length: number): number {
  return 3 * length + 4
}
