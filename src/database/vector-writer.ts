import { PAIR_TERM_LENGTH, pairTermOf } from '../search/common-words'

/** What a tsvector must have room for, at most. */
interface VectorSize {
  words: number
  /** Of all words. */
  bytes: number
  /** Of all words. */
  positions: number
}

/**
 * Writes a tsvector, word by word, as PostgreSQL's binary format has it: the number of words, and for each its bytes, a
 * zero, the number of its positions and these.
 */
export class VectorWriter {
  private output = Buffer.allocUnsafe(1 << 16)
  private length = 0
  private words = 0
  private positions = 0
  /** Where the number of positions of the last word stands. */
  private countAt = 0

  /** Begins anew. */
  begin({ words, bytes, positions }: VectorSize): void {
    const size = 4 + 3 * words + bytes + 2 * positions
    if (size > this.output.length) this.output = Buffer.allocUnsafe(2 * size)
    this.length = 4
    this.words = 0
  }

  word(text: Uint8Array, start: number, end: number): void {
    const { output } = this
    for (let at = start; at < end; at += 1) {
      output[this.length] = text[at] ?? 0
      this.length += 1
    }
    output[this.length] = 0
    this.countAt = this.length + 1
    this.length += 3
    this.words += 1
    this.positions = 0
    output[this.countAt] = 0
    output[this.countAt + 1] = 0
  }

  /** The next position of the last word, ascending. */
  position(position: number): void {
    const { output } = this
    this.positions += 1
    output[this.countAt + 1] = this.positions
    output[this.length] = position >>> 8
    output[this.length + 1] = position
    this.length += 2
  }

  /** A pair of common words, which has no position. */
  pair(number: number): void {
    encoder.encodeInto(pairTermOf(number), pairBytes)
    this.word(pairBytes, 0, PAIR_TERM_LENGTH)
  }

  end(): Uint8Array {
    this.output.writeInt32BE(this.words, 0)
    return new Uint8Array(this.output.subarray(0, this.length))
  }
}

const encoder = new TextEncoder()
const pairBytes = new Uint8Array(PAIR_TERM_LENGTH)
