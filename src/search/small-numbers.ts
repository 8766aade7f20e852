/**
 * Whole numbers from 0 as ASCII without NUL, which PostgreSQL stores and sends as text without a change: a byte up to 62,
 * two up to 3,968. Digits are of base 63, the least first; the last one stands 63 above the others, so that it ends the
 * number.
 */
const BASE = 63
const FIRST = 1
const LAST = FIRST + BASE

/** A position in a text takes two bytes, whatever it is: digits of base 127, the first above the second. */
const POSITION_BASE = 127
export const MAX_LISTED_POSITION = POSITION_BASE ** 2 - 1

/** In bytes. */
export function sizeOf(number: number): number {
  let size = 1
  for (let rest = number; rest >= BASE; rest = Math.floor(rest / BASE)) size += 1
  return size
}

/** Writes numbers, and positions in texts, into as many bytes as there are. */
export class NumberWriter {
  /** Where the next one begins. */
  at = 0
  private readonly output: Uint8Array

  constructor(size: number) {
    this.output = new Uint8Array(size)
  }

  number(value: number): void {
    const { output } = this
    let rest = value
    while (rest >= BASE) {
      output[this.at] = FIRST + (rest % BASE)
      this.at += 1
      rest = Math.floor(rest / BASE)
    }
    output[this.at] = LAST + rest
    this.at += 1
  }

  position(position: number): void {
    this.output[this.at] = FIRST + Math.floor(position / POSITION_BASE)
    this.output[this.at + 1] = FIRST + (position % POSITION_BASE)
    this.at += 2
  }

  /** The next positions of a reader, so many; it stays where it is. */
  copyPositions(reader: NumberReader, count: number): void {
    reader.copyTo(this.output, this.at, 2 * count)
    this.at += 2 * count
  }

  /** A copy of what was written from `start` on. */
  bytes(start = 0): Uint8Array {
    return this.output.slice(start, this.at)
  }
}

/** Reads the numbers and positions that lie in some bytes, one after the other. */
export class NumberReader {
  private bytes: Uint8Array = NOTHING
  /** Where the next one begins. */
  private at = 0

  begin(bytes: Uint8Array): void {
    this.bytes = bytes
    this.at = 0
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  number(): number {
    const { bytes } = this
    let byte = bytes[this.at] ?? LAST
    this.at += 1
    let value = 0
    let unit = 1
    while (byte < LAST) {
      value += unit * (byte - FIRST)
      unit *= BASE
      byte = bytes[this.at] ?? LAST
      this.at += 1
    }
    return value + unit * (byte - LAST)
  }

  /** The next positions, as many as there is asked for. */
  positions(positions: Uint16Array, count: number): void {
    const { bytes } = this
    let { at } = this
    for (let index = 0; index < count; index += 1) {
      const high = (bytes[at] ?? 0) - FIRST
      positions[index] = POSITION_BASE * high + (bytes[at + 1] ?? 0) - FIRST
      at += 2
    }
    this.at = at
  }

  skipPositions(count: number): void {
    this.at += 2 * count
  }

  /** Copies the next bytes, so many, and stays where it is. */
  copyTo(output: Uint8Array, start: number, count: number): void {
    const { bytes, at } = this
    for (let index = 0; index < count; index += 1) output[start + index] = bytes[at + index] ?? 0
  }
}

const NOTHING = new Uint8Array()
