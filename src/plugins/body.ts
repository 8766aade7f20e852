import { JsonText } from '../values/json-text'

/** What a response says. */
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
 * What Bun is given to send. Of a longer response whose handler waited for something, it sends every name and value of
 * the head by a system call of its own, at a tenth of a millisecond in all; not so of a stream. One of type `direct`
 * whose bound is above its length is no stream to the client: it is sent as a whole, and its length beforehand.
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
