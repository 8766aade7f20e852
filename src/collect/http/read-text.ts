import { LenientUtf8 } from './lenient-utf8'

const GZIP_MAGIC = [0x1f, 0x8b]

/** The bytes in which a page names its encoding. */
const HEAD_BYTES = 1024

/** An answer that arrives at once comes in parts of this size. */
const PART_BYTES = 64 * 1024

/** A part of a body: its bytes, decompressed, and the text that they complete. */
interface TextPart {
  bytes: number
  text: string
}

/**
 * Reads the body of an answer as text, in the western encoding that the `Content-Type` or the head of an HTML page names, else
 * as UTF-8, whose invalid bytes are read in that encoding too. A body that is a gzip file, such as a sitemap, is decompressed.
 * Throws when it has more than `maxBytes`, decompressed; the rest is not read.
 */
export async function* readParts(response: Response, maxBytes: number): AsyncGenerator<TextPart> {
  if (response.body === null) return
  const body = await gunzipped(response.body)
  const type = response.headers.get('content-type') ?? ''
  let decoder: Decoder | undefined
  let total = 0
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const bytes = value.byteLength
      total += bytes
      if (total > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
      decoder ??= decoderOf(type, value)
      for (let at = 0; at < bytes; at += PART_BYTES) {
        const part = value.subarray(at, at + PART_BYTES)
        yield { bytes: part.byteLength, text: decoder.decode(part) }
      }
    }
    yield { bytes: 0, text: decoder?.decode() ?? '' }
  } finally {
    // Otherwise the connection stays open with the rest of the body. A failure to read was thrown above already.
    await reader.cancel().catch(() => undefined)
  }
}

/** The whole text of an answer; see `readParts`. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  let whole = ''
  for await (const { text } of readParts(response, maxBytes)) whole += text
  return whole
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** The stream, decompressed when it begins as a gzip file. */
async function gunzipped(body: Bytes): Promise<Bytes> {
  const reader = body.getReader()
  const first: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  while (length < GZIP_MAGIC.length) {
    const { done, value } = await reader.read()
    if (done) break
    first.push(value)
    length += value.byteLength
  }
  const whole: Bytes = new ReadableStream({
    async pull(controller) {
      const value = first.shift() ?? (await reader.read()).value
      if (value === undefined) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const [one, two] = first.flatMap((part) => [...part.subarray(0, GZIP_MAGIC.length)])
  const isGzip = one === GZIP_MAGIC[0] && two === GZIP_MAGIC[1]
  return isGzip ? whole.pipeThrough(new DecompressionStream('gzip')) : whole
}

/** Western encodings; all of them are read as Windows-1252, as browsers do. */
const LATIN = /^(?:iso-?8859-1|iso-?8859-15|latin-?1|windows-1252|cp-?1252|us-ascii|ascii)$/i

interface Decoder {
  decode(bytes?: Uint8Array): string
}

function decoderOf(type: string, head: Uint8Array): Decoder {
  const isHtml = /html/i.test(type)
  const text = isHtml ? new TextDecoder('windows-1252').decode(head.subarray(0, HEAD_BYTES)) : ''
  const label =
    /charset\s*=\s*["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(text)
  return LATIN.test(label?.[1] ?? '') ? new TextDecoder('windows-1252') : new LenientUtf8()
}
