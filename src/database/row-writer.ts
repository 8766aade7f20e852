/** A growing buffer for values in PostgreSQL's binary format, each preceded by its length in bytes. */
export class RowWriter {
  private output: Buffer
  /** Bytes written so far. */
  length = 0

  /** `size`: the initial capacity in bytes. */
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

  /** Writes the length of what `write` writes, then its bytes. */
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

const encoder = new TextEncoder()
