/** Some of the texts from one to another, a bit each. */
export class TextSet {
  /** How many texts are in it. */
  size = 0
  /** Bit i of byte b is for text `first` + 8b + i. */
  readonly bits: Uint8Array
  private readonly offset: number

  constructor(
    readonly first: bigint,
    last: bigint,
  ) {
    this.bits = new Uint8Array(Number((last - first) / 8n) + 1)
    this.offset = Number(first)
  }

  /** One that is not in it yet. */
  add(text: number): void {
    const bit = text - this.offset
    const byte = bit >>> 3
    this.bits[byte] = (this.bits[byte] ?? 0) | (1 << (bit & 7))
    this.size += 1
  }

  /** Ascending. */
  *[Symbol.iterator](): Generator<bigint> {
    for (const [byte, bits] of this.bits.entries()) {
      if (bits === 0) continue
      for (let bit = 0; bit < 8; bit += 1) {
        if ((bits >> bit) & 1) yield this.first + BigInt(8 * byte + bit)
      }
    }
  }
}
