import { ClientDisconnected } from '../../values/errors'
import { formatInstant } from '../../values/instant'
import type { Window } from '../../values/window'
import {
  type Body,
  type Compressor,
  chooseCoding,
  compress,
  compressOnce,
  MIN_COMPRESSED_LENGTH,
  toBytes,
} from './compression'
import type { RequestContext } from './request-context'
import type { ResponseBuffer } from './response-buffer'

/** A successful answer of a handler. */
export interface Reply {
  body: Body
  /** Returns stored compressed bytes, for a body that is sent often. */
  compress?: Compressor
  /** `application/json` when absent. */
  contentType?: string
  headers?: Readonly<Record<string, string>>
  /** Number of job objects in the body; each is billed. */
  jobs?: number
  /** The time window of the answer. */
  window?: Window
  /** Version of the content, any text without '"'. A client that sends it in `If-None-Match` gets a 304. */
  etag?: string
  /** A relative address: the status is 302. */
  redirectTo?: string
}

/** A body and the version of its content. */
export function versioned<Content extends string | Uint8Array>(body: Content) {
  return { body, etag: new Bun.CryptoHasher('sha256').update(body).digest('base64url') }
}

/** A body that is sent often: its version is computed once, and its compressed bytes are kept. */
export function reusable(body: Uint8Array) {
  return { ...versioned(body), compress: compressOnce(body) }
}

/** Status, headers and body of a response that is not yet sent. */
export interface Outcome {
  status: number
  headers: Readonly<Record<string, string>>
  body: Body
  /** Present when the body may be compressed. */
  compress?: Compressor
  jobs?: number
}

/** The response of a handler. Throws `ClientDisconnected` when the request is aborted. */
export async function reply(context: RequestContext, answer: Reply): Promise<Response> {
  if (context.abortController.signal.aborted) throw new ClientDisconnected()
  const { body, contentType = 'application/json', window, etag } = answer
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (window !== undefined) {
    headers['X-Window-From'] = formatInstant(window.from)
    headers['X-Window-To'] = formatInstant(window.to)
  }
  const isImage = contentType.startsWith('image/')
  const isCompressible = !isImage && byteLength(body) >= MIN_COMPRESSED_LENGTH
  if (isCompressible) {
    const { Vary } = context.responseHeaders
    headers.Vary = Vary === undefined ? 'Accept-Encoding' : `${Vary}, Accept-Encoding`
  }
  if (etag !== undefined) {
    // Weak: the compressed and plain bodies of a version share the tag.
    headers.ETag = `W/"${etag}"`
    headers['Cache-Control'] = 'private, no-cache'
    if (matchesEtag(context.headers.get('if-none-match'), etag)) {
      return await respond(context, { status: 304, headers, body: '' })
    }
  }
  headers['Content-Type'] = contentType
  Object.assign(headers, answer.headers)
  if (answer.redirectTo !== undefined) {
    headers.Location = answer.redirectTo
    return await respond(context, { status: 302, headers, body })
  }
  const { jobs = 0, compress: compressor = (coding) => compress(body, coding) } = answer
  const outcome: Outcome = { status: 200, headers, body, jobs }
  return await respond(context, isCompressible ? { ...outcome, compress: compressor } : outcome)
}

/** Makes the response of a request, bills its jobs and records its size. HEAD gets the headers of GET and bills no jobs. */
export async function respond(context: RequestContext, outcome: Outcome): Promise<Response> {
  const { status, compress, jobs = 0 } = outcome
  const headers: Record<string, string> = { ...context.responseHeaders, ...outcome.headers }
  let { body } = outcome
  const coding = chooseCoding(context.headers.get('accept-encoding'))
  if (compress !== undefined && coding !== undefined) {
    body = await compress(coding)
    // A client that has gone is not billed.
    if (context.abortController.signal.aborted) throw new ClientDisconnected()
    headers['Content-Encoding'] = coding
  }
  const isHead = context.method === 'HEAD'
  const hasBody = status !== 304 && status !== 204
  const length = byteLength(body)
  // Before the request is billed.
  if (!isHead && mustBuffer(body, length)) context.responseBuffer.checkRoom(length)
  context.jobs = isHead ? 0 : jobs
  // Taken here, after the only `await`: a timeout may have answered meanwhile and counted the request. From here on it is answered.
  const { caller, isAdmitted } = context
  context.isAdmitted = false
  if (isAdmitted) caller?.finish(context.jobs, context.mostJobs)
  Object.assign(headers, caller?.headers())
  if (context.isVersioned) headers['X-Jobs-This-Request'] = String(context.jobs)
  if (isHead && hasBody) headers['Content-Length'] = String(length)
  if (isHead || !hasBody) return new Response(null, { status, headers })
  context.bytes = length
  return new Response(toSend(body, length, context.responseBuffer), { status, headers })
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(`"${etag}"`) || tags.includes('*')
}

function byteLength(body: Body): number {
  if (body instanceof Blob) return body.size
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (!Array.isArray(body)) return body.byteLength
  return body.reduce((sum, piece) => sum + byteLength(piece), 0)
}

/** Up to this length Bun sends the head of a response together with its body. */
const MAX_WHOLE_BYTES = 15 * 1024

/** Whether a response has a copy of the body that waits until the client has read it. */
function mustBuffer(body: Body, length: number): body is Exclude<Body, Blob> {
  return !(body instanceof Blob) && length > MAX_WHOLE_BYTES
}

/**
 * The body as Bun sends it fastest. For a longer body of an asynchronous handler, Bun makes a system call per header
 * name and value, a tenth of a millisecond in total, unless the body is a stream. A stream of type `direct` whose
 * `highWaterMark` is above its length is sent whole, with `Content-Length`; its end is a promise while bytes wait.
 */
function toSend(
  body: Body,
  length: number,
  buffer: ResponseBuffer,
): Uint8Array | Blob | ReadableStream {
  if (!mustBuffer(body, length)) return body instanceof Blob ? body : toBytes(body)
  const pieces = Array.isArray(body) ? body : [body]
  return new ReadableStream(
    {
      type: 'direct',
      pull(sink: ReadableStreamDirectController) {
        for (const piece of pieces) sink.write(piece)
        const sent: unknown = sink.end()
        if (sent instanceof Promise) buffer.hold(length, sent)
      },
    },
    { highWaterMark: length + 1 },
  )
}
