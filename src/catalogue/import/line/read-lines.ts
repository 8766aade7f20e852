import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Posting, Removal } from '../posting'

/** A longer line is reported and skipped, so that no file can fill the memory. */
export const MAX_LINE_BYTES = 16_000_000

/** More blank lines in succession are an error: a small gzip file may hold them for hours. */
export const MAX_BLANK_LINES = 100_000

export type FileLine = (NumberedLine | PrintedLine) & {
  /** How far the source of the lines is read: bytes of a file, or lines of a collector. */
  position: number
}

/**
 * The lines of a UTF-8 file, plain or gzip. Blank lines are skipped but counted. `position` is the reader's offset in
 * the stored file. Throws when a gzip stream is damaged or cut short, and at more than `MAX_BLANK_LINES` in succession.
 */
export async function* readLines(file: ReadableStream<Uint8Array>): AsyncGenerator<FileLine> {
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file) {
      bytes += chunk.length
      yield chunk
    }
  }
  const splitter = new LineSplitter()
  for await (const chunk of decompressed(counted())) {
    for (const line of splitter.push(chunk)) yield { ...line, position: bytes }
  }
  for (const line of splitter.end()) yield { ...line, position: bytes }
}

export interface TextLine {
  number: number
  text: string
}

/** A line with the value that it was printed from. */
export interface PrintedLine extends TextLine {
  value: Posting | Removal
}

type NumberedLine = TextLine | { number: number; issue: string }

/** Splits bytes into lines; buffers at most one line. */
class LineSplitter {
  private readonly decoder = new TextDecoder()
  private parts: Uint8Array[] = []
  private length = 0
  private number = 0
  private blank = 0

  private keep(part: Uint8Array): void {
    this.length += part.length
    if (this.length > MAX_LINE_BYTES) this.parts = []
    else if (part.length > 0) this.parts.push(part)
  }

  *push(chunk: Uint8Array): Generator<NumberedLine> {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.keep(chunk.subarray(start, end))
      yield* this.end()
      start = end + 1
    }
    // A copy, since the stream may reuse the memory of the chunk.
    this.keep(chunk.slice(start))
  }

  *end(): Generator<NumberedLine> {
    this.number += 1
    const { parts, length, number } = this
    this.parts = []
    this.length = 0
    if (length > MAX_LINE_BYTES) {
      const issue = `longer than ${MAX_LINE_BYTES / 1_000_000} MB, got ${length} bytes`
      yield { number, issue }
      return
    }
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    const text = this.decoder.decode(bytes)
    const isBlank = text.trim() === ''
    this.blank = isBlank ? this.blank + 1 : 0
    if (!isBlank) yield isUtf8(bytes) ? { number, text } : { number, issue: 'not UTF-8' }
    if (this.blank <= MAX_BLANK_LINES) return
    throw new Error(
      `line ${number}: more than ${MAX_BLANK_LINES} blank lines in succession; nothing behind them was read`,
    )
  }
}

const NEWLINE = 0x0a
const GZIP_MAGIC = Buffer.of(0x1f, 0x8b)

/** Decompresses the stream if it starts with the magic bytes of gzip. */
export async function* decompressed(
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  // A chunk may be a single byte.
  let start = Buffer.alloc(0)
  while (start.length < GZIP_MAGIC.length) {
    const { done, value } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield start
    yield* chunks
  }
  if (!start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return yield* all()
  try {
    // The reader of the last stream gets the error of any stream, so the callback has nothing to do.
    yield* pipeline(Readable.from(all()), createGunzip(), () => undefined)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (!code.startsWith('Z_')) throw cause
    const damage = code === 'Z_BUF_ERROR' ? 'cut short' : 'damaged'
    throw new Error(`the gzip stream is ${damage}`, { cause })
  }
}
