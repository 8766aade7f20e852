import { MAX_SPAN } from './search-limits'

/** Where each word of a document stands, ascending; positions count from 1. */
export type WordPositions = ReadonlyMap<string, readonly number[]>

/**
 * PostgreSQL's last position is 16383. It adds widths to positions while it compares phrases, so a span of positions
 * stays free.
 */
export const MAX_POSITION = 16_383 - MAX_SPAN

/** PostgreSQL drops what goes beyond 256 positions of a word. */
export const MAX_POSITIONS_OF_WORD = 255

/** PostgreSQL keeps the words of a document, with their further positions, in 1 MB. */
export const MAX_BYTES_OF_WORDS = 900_000

/**
 * Numbers the words of a document whose fields stand too far apart for any phrase or distance.
 * What goes beyond a limit is left out, from the end of the document: a document is never refused.
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

/** What a word of so many UTF-16 units needs: each is at most three bytes of UTF-8; four more hold the count of positions. */
export function mostBytes(length: number): number {
  return 3 * length + 4
}
