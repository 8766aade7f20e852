/** A message of PostgreSQL begins with a byte of its kind and four of its length, which counts itself but not the kind. */
const HEAD_BYTES = 5

/**
 * Cuts what PostgreSQL sends into runs of whole messages. postgres.js would join each chunk with what the one before
 * left over, a copy of everything; here only the messages on the borders are copied.
 */
export class WholeMessages {
  private begun: Buffer[] = []
  private begunBytes = 0
  /** Of the message that has begun, once its head is here. */
  private wholeBytes = HEAD_BYTES

  /** Takes the next chunk; returns what is whole by it. */
  push(chunk: Buffer): Buffer[] {
    const whole: Buffer[] = []
    let rest = chunk
    while (this.begunBytes > 0 && rest.length > 0) {
      const taken = rest.subarray(0, this.wholeBytes - this.begunBytes)
      rest = rest.subarray(taken.length)
      this.keep(taken)
      if (this.begunBytes === this.wholeBytes) this.finish(whole)
    }
    const end = endOfMessages(rest)
    if (end > 0) whole.push(rest.subarray(0, end))
    if (end < rest.length) {
      this.keep(rest.subarray(end))
      this.wholeBytes = lengthAt(rest, end) ?? HEAD_BYTES
    }
    return whole
  }

  private keep(bytes: Buffer): void {
    this.begun.push(bytes)
    this.begunBytes += bytes.length
  }

  /** As many bytes are here as were waited for: those of a head alone, or of a message. */
  private finish(whole: Buffer[]): void {
    const joined = Buffer.concat(this.begun, this.begunBytes)
    this.wholeBytes = lengthAt(joined, 0) ?? HEAD_BYTES
    const isWhole = this.wholeBytes === this.begunBytes
    if (isWhole) whole.push(joined)
    this.begun = isWhole ? [] : [joined]
    this.begunBytes = isWhole ? 0 : this.begunBytes
  }
}

function endOfMessages(bytes: Buffer): number {
  let end = 0
  let length = lengthAt(bytes, 0)
  while (length !== undefined && end + length <= bytes.length) {
    end += length
    length = lengthAt(bytes, end)
  }
  return end
}

/** The length of the message that begins here; `undefined` while its head is not whole. */
function lengthAt(bytes: Buffer, start: number): number | undefined {
  return start + HEAD_BYTES <= bytes.length ? bytes.readUInt32BE(start + 1) + 1 : undefined
}
