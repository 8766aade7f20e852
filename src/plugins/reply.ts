import { ClientDisconnected } from '../values/errors'
import { formatInstant } from '../values/instant'
import type { Window } from '../values/window'
import { type Body, byteLength, toSend } from './body'
import { type Compressor, chooseCoding, compress, MIN_COMPRESSED_LENGTH } from './compression'
import { contextOf, type RequestContext } from './request-context'

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
export async function reply(request: Request, answer: Reply): Promise<Response> {
  const context = contextOf(request)
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
    headers['Content-Encoding'] = coding
  }
  const isHead = context.method === 'HEAD'
  const hasBody = status !== 304 && status !== 204
  context.jobs = isHead ? 0 : jobs
  // Taken here, after the only `await`: a timeout may have answered meanwhile and counted the request.
  const { caller, isAdmitted } = context
  context.isAdmitted = false
  if (isAdmitted) await caller?.finish(context.jobs)
  Object.assign(headers, caller?.headers())
  if (context.isVersioned) headers['X-Jobs-This-Request'] = String(context.jobs)
  const length = byteLength(body)
  if (isHead && hasBody) headers['Content-Length'] = String(length)
  if (isHead || !hasBody) return new Response(null, { status, headers })
  context.bytes = length
  return new Response(toSend(body, length), { status, headers })
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(`"${etag}"`) || tags.includes('*')
}
