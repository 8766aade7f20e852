import { ClientDisconnected } from '../values/errors'
import { formatInstant } from '../values/instant'
import type { Window } from '../values/window'
import { type Body, byteLength, toSend } from './body'
import { type Compressor, chooseCoding, compressorOf, MIN_COMPRESSED_LENGTH } from './compression'
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
  headers: Record<string, string>
  body: Body
  /** Present when the body may be compressed. */
  compress?: Compressor
  jobs: number
}

/** The response of a handler. Throws `ClientDisconnected` when the request is aborted. */
export async function reply(request: Request, answer: Reply): Promise<Response> {
  const context = contextOf(request)
  if (context.abortController.signal.aborted) throw new ClientDisconnected()
  return await respond(context, replyOutcome(answer, context.headers.get('if-none-match')))
}

/** Makes the response of a request, bills its jobs and records its size. HEAD gets the headers of GET and bills no jobs. */
export async function respond(context: RequestContext, outcome: Outcome): Promise<Response> {
  const { responseHeaders, isVersioned } = context
  const {
    status,
    body,
    headers: own,
  } = await encode(outcome, context.headers.get('accept-encoding'))
  const headers = { ...responseHeaders, ...own }
  const vary = [responseHeaders.Vary, own.Vary].filter((names) => names !== undefined)
  if (vary.length > 0) headers.Vary = vary.join(', ')
  const isHead = context.method === 'HEAD'
  const hasBody = status !== 304 && status !== 204
  context.jobs = isHead ? 0 : outcome.jobs
  const { meter } = context
  context.meter = undefined
  await meter?.finish(context.jobs)
  Object.assign(headers, context.caller?.meter?.headers())
  if (isVersioned) headers['X-Jobs-This-Request'] = String(context.jobs)
  const length = byteLength(body)
  if (isHead && hasBody) headers['Content-Length'] = String(length)
  if (isHead || !hasBody) return new Response(null, { status, headers })
  context.bytes = length
  return new Response(toSend(body, length), { status, headers })
}

/** A 304 returns no jobs, so none are billed. */
function replyOutcome(answer: Reply, ifNoneMatch: string | null): Outcome {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (answer.window !== undefined) {
    headers['X-Window-From'] = formatInstant(answer.window.from)
    headers['X-Window-To'] = formatInstant(answer.window.to)
  }
  const isImage = answer.contentType?.startsWith('image/') === true
  const isCompressible = !isImage && byteLength(answer.body) >= MIN_COMPRESSED_LENGTH
  if (isCompressible) headers.Vary = 'Accept-Encoding'
  if (answer.etag !== undefined) {
    // Weak: the compressed and plain bodies of a version share the tag.
    headers.ETag = `W/"${answer.etag}"`
    headers['Cache-Control'] = 'private, no-cache'
    if (matchesEtag(ifNoneMatch, answer.etag)) return { status: 304, headers, body: '', jobs: 0 }
  }
  headers['Content-Type'] = answer.contentType ?? 'application/json'
  Object.assign(headers, answer.headers)
  if (answer.redirectTo !== undefined) {
    headers.Location = answer.redirectTo
    return { status: 302, headers, body: answer.body, jobs: 0 }
  }
  const outcome = { status: 200, headers, body: answer.body, jobs: answer.jobs ?? 0 }
  return isCompressible
    ? { ...outcome, compress: answer.compress ?? compressorOf(answer.body) }
    : outcome
}

/** Compresses the body with the coding that the client prefers. */
async function encode(outcome: Outcome, acceptEncoding: string | null): Promise<Outcome> {
  const { headers, compress } = outcome
  const coding = chooseCoding(acceptEncoding)
  if (coding === undefined || compress === undefined) return outcome
  const body = await compress(coding)
  return { ...outcome, body, headers: { ...headers, 'Content-Encoding': coding } }
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(`"${etag}"`) || tags.includes('*')
}
