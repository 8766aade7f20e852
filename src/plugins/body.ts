import type { JsonPieces } from '../values/json-text'

/** The body of a response. A `Blob` is sent from its own memory, whoever reads slowly; of others each response has a copy. */
export type Body = string | Uint8Array | JsonPieces | Blob

export function byteLength(body: Body): number {
  if (body instanceof Blob) return body.size
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (!Array.isArray(body)) return body.byteLength
  return body.reduce((sum, piece) => sum + byteLength(piece), 0)
}

export function toBytes(body: Exclude<Body, Blob>): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return Array.isArray(body) ? Buffer.concat(body.map(toBytes)) : body
}

/** Up to this length Bun sends the head of a response together with its body. */
const MAX_WHOLE_BYTES = 15 * 1024

/**
 * The body as Bun sends it fastest. For a longer body of an asynchronous handler, Bun makes a system call per header
 * name and value, a tenth of a millisecond in total, unless the body is a stream. A stream of type `direct` whose
 * `highWaterMark` is above its length is sent whole, with `Content-Length`.
 */
export function toSend(body: Body, length: number): string | Uint8Array | Blob | ReadableStream {
  if (body instanceof Blob) return body
  if (length <= MAX_WHOLE_BYTES) return toBytes(body)
  const pieces = Array.isArray(body) ? body : [body]
  return new ReadableStream(
    {
      type: 'direct',
      pull(sink: ReadableStreamDirectController) {
        for (const piece of pieces) sink.write(piece)
        void sink.end()
      },
    },
    { highWaterMark: length + 1 },
  )
}
