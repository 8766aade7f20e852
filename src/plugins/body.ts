import { JsonText } from '../values/json-text'

/** The body of a response. */
export type Body = string | Uint8Array | JsonText

export function byteLength(body: Body): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

export function toBytes(body: Body): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return body instanceof JsonText ? Buffer.concat(body.pieces.map(toBytes)) : body
}

/** Up to this length Bun sends the head of a response together with its body. */
const MAX_WHOLE_BYTES = 15 * 1024

/**
 * The body as Bun sends it fastest. For a longer body of an asynchronous handler, Bun makes a system call per header
 * name and value, a tenth of a millisecond in total, unless the body is a stream. A stream of type `direct` whose
 * `highWaterMark` is above its length is sent whole, with `Content-Length`.
 */
export function toSend(body: Body, length: number): string | Uint8Array | ReadableStream {
  if (length <= MAX_WHOLE_BYTES) return body instanceof JsonText ? toBytes(body) : body
  const pieces = body instanceof JsonText ? body.pieces : [body]
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
