import { PAIR_TERM_LENGTH, pairTermOf } from '../search/common-words'

/** Upper bounds for a tsvector: numbers of words, of their bytes, and of their positions. */
interface VectorSize {
  words: number
  bytes: number
  positions: number
}

/** Writes the texts of tsvectors, `'c++':1 'developer':2,7`, from ASCII words without quotes and backslashes. */
export class VectorWriter {
  private output = Buffer.allocUnsafe(1 << 16)
  private length = 0
  private separator = COLON

  /** Starts a new vector. */
  begin({ words, bytes, positions }: VectorSize): void {
    const size = 3 * words + bytes + 6 * positions
    if (size > this.output.length) this.output = Buffer.allocUnsafe(2 * size)
    this.length = 0
  }

  word(text: Uint8Array, start: number, end: number): void {
    if (this.length > 0) this.byte(SPACE)
    this.byte(QUOTE)
    for (let at = start; at < end; at += 1) this.byte(text[at] ?? 0)
    this.byte(QUOTE)
    this.separator = COLON
  }

  /** Adds a position to the last word, in ascending order. */
  position(position: number): void {
    this.byte(this.separator)
    this.separator = COMMA
    let unit = 1
    while (unit * 10 <= position) unit *= 10
    for (; unit >= 1; unit /= 10) this.byte(ZERO + (Math.floor(position / unit) % 10))
  }

  /** Adds a pair of common words, which has no positions. */
  pair(number: number): void {
    encoder.encodeInto(pairTermOf(number), pairBytes)
    this.word(pairBytes, 0, PAIR_TERM_LENGTH)
  }

  end(): string {
    return this.output.toString('latin1', 0, this.length)
  }

  private byte(byte: number): void {
    this.output[this.length] = byte
    this.length += 1
  }
}

const encoder = new TextEncoder()
const pairBytes = new Uint8Array(PAIR_TERM_LENGTH)

const SPACE = 0x20
const QUOTE = 0x27
const COLON = 0x3a
const COMMA = 0x2c
const ZERO = 0x30
