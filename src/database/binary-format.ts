import { PAIR_TERM_LENGTH, pairTermOf } from '../search/common-grams'

/** Writes the values of rows in PostgreSQL's binary format, each after its length in bytes. */
export class RowWriter {
  private output: Buffer
  /** Number of bytes written. */
  length = 0

  /** `size` is the initial capacity in bytes; the buffer grows. */
  constructor(size: number) {
    this.output = Buffer.allocUnsafe(size)
  }

  bytes(): Uint8Array {
    return this.output.subarray(0, this.length)
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.output.set(bytes, this.length)
    this.length += bytes.length
  }

  int16(value: number): void {
    this.reserve(2)
    this.length = this.output.writeInt16BE(value, this.length)
  }

  int32(value: number): void {
    this.reserve(4)
    this.length = this.output.writeInt32BE(value, this.length)
  }

  int64(value: bigint): void {
    this.reserve(8)
    this.length = this.output.writeBigInt64BE(value, this.length)
  }

  text(value: string): void {
    this.reserve(3 * value.length)
    this.length += encoder.encodeInto(value, this.output.subarray(this.length)).written
  }

  /** Writes the length of what `write` writes, and then that. */
  measured(write: () => void): void {
    const start = this.length
    this.int32(0)
    write()
    this.output.writeInt32BE(this.length - start - 4, start)
  }

  private reserve(size: number): void {
    if (this.length + size <= this.output.length) return
    const output = Buffer.allocUnsafe(2 * (this.length + size))
    this.output.copy(output, 0, 0, this.length)
    this.output = output
  }
}

/**
 * Writes tsvectors in PostgreSQL's binary format: the number of words, and for each word its bytes, a zero byte, the
 * number of its positions, and the positions.
 */
export class VectorWriter {
  private output = Buffer.allocUnsafe(1 << 16)
  private length = 0
  private words = 0
  private positions = 0
  /** Offset of the last word's number of positions. */
  private countAt = 0

  /** Starts a new vector. Upper bounds for its numbers of words, of their bytes, and of their positions. */
  begin(words: number, bytes: number, positions: number): void {
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

  /** Adds a position to the last word, in ascending order. */
  position(position: number): void {
    const { output } = this
    this.positions += 1
    output[this.countAt + 1] = this.positions
    output[this.length] = position >>> 8
    output[this.length + 1] = position
    this.length += 2
  }

  /** Adds a pair of common words, which has no positions. */
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
