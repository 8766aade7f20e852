/** The characters of Windows-1252 from 0x80 on, each in UTF-8. It has one for every byte. */
const WESTERN = Array.from({ length: 0x80 }, (_, index) => {
  const character = new TextDecoder('windows-1252').decode(new Uint8Array([0x80 + index]))
  return new TextEncoder().encode(character)
})
const MAX_WESTERN = 3

/**
 * A decoder of UTF-8 that reads other bytes as Windows-1252. Some servers mix both in one answer; with replacement characters
 * such an answer would rewrite titles that have not changed.
 */
export class LenientUtf8 {
  private readonly strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  /** The beginning of a character whose other bytes have not come. */
  private rest = new Uint8Array()
  private isStart = true

  /** The text of more bytes, or of the bytes left at the end. */
  decode(bytes?: Uint8Array): string {
    const all = bytes === undefined ? this.rest : Buffer.concat([this.rest, bytes])
    const end = bytes === undefined ? all.length : wholeLength(all)
    this.rest = new Uint8Array(all.subarray(end))
    const text = this.textOf(all.subarray(0, end))
    if (text === '' || !this.isStart) return text
    this.isStart = false
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }

  private textOf(bytes: Uint8Array): string {
    try {
      return this.strict.decode(bytes)
    } catch {
      return this.mixedText(bytes)
    }
  }

  private mixedText(bytes: Uint8Array): string {
    const whole = new Uint8Array(bytes.length * MAX_WESTERN)
    let length = 0
    for (let at = 0; at < bytes.length; ) {
      const valid = characterLength(bytes, at)
      const character = valid === 0 ? WESTERN[(bytes[at] ?? 0) - 0x80] : undefined
      if (character !== undefined) whole.set(character, length)
      for (let index = 0; index < valid; index += 1) whole[length + index] = bytes[at + index] ?? 0
      length += character?.length ?? valid
      at += Math.max(1, valid)
    }
    return this.strict.decode(whole.subarray(0, length))
  }
}

/** The number of bytes without a character at the end that is cut. */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return byte >= 0xc0 && lengthBy(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The number of bytes of the UTF-8 character at a place; 0 when there is none (RFC 3629, 4). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const second = bytes[at + 1] ?? 0
  // Overlong forms, surrogates, and numbers beyond Unicode.
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0
  const length = lengthBy(first)
  for (let index = 1; index < length; index += 1) {
    if (!isContinuation(bytes[at + index] ?? 0)) return 0
  }
  return length
}

function lengthBy(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
