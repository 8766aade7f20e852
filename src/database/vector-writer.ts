/** Writes the text of a tsvector, word by word. ASCII words hold neither quotes nor backslashes. */
export class VectorWriter {
  private output = new Uint8Array(1 << 16)
  private length = 0

  /** Begins anew, with room for `size` bytes. */
  begin(size: number): void {
    if (size > this.output.length) this.output = new Uint8Array(2 * size)
    this.length = 0
  }

  word(text: Uint8Array, start: number, end: number): void {
    if (this.length > 0) this.write(SPACE)
    this.write(QUOTE)
    for (let at = start; at < end; at += 1) this.write(text[at] ?? 0)
    this.write(QUOTE)
  }

  firstPosition(position: number): void {
    this.write(COLON)
    this.number(position)
  }

  nextPosition(position: number): void {
    this.write(COMMA)
    this.number(position)
  }

  end(): string {
    return decoder.decode(this.output.subarray(0, this.length))
  }

  private number(value: number): void {
    this.length += countDigits(value)
    let rest = value
    for (let at = this.length - 1; rest > 0; at -= 1) {
      const tenth = Math.trunc(rest / 10)
      this.output[at] = ZERO + rest - 10 * tenth
      rest = tenth
    }
  }

  private write(byte: number): void {
    this.output[this.length] = byte
    this.length += 1
  }
}

/** Of a position: at most MOST_DIGITS. */
function countDigits(position: number): number {
  if (position < 100) return position < 10 ? 1 : 2
  if (position < 10_000) return position < 1_000 ? 3 : 4
  return MOST_DIGITS
}

const MOST_DIGITS = 5

/** In bytes, of a position and the mark before it: `,16183`. */
export const MOST_OF_POSITION = 1 + MOST_DIGITS

const SPACE = ' '.charCodeAt(0)
const QUOTE = "'".charCodeAt(0)
const COLON = ':'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

const decoder = new TextDecoder()
