import { formatInstant } from '../values/instant'
import type { Window } from '../values/window'
import { chooseCoding } from './accept-encoding'
import { type Body, byteLength } from './body'
import { type Compressor, compressorOf, MIN_COMPRESSED_LENGTH } from './compression'

/** What an endpoint answers when all went well. */
export interface Reply {
  body: Body
  /** Where compressed bodies come from, when they are kept; each body is compressed anew otherwise. */
  compress?: Compressor
  /** `application/json` when absent. */
  contentType?: string
  headers?: Readonly<Record<string, string>>
  /** Job objects in the body; each is billed. */
  jobs?: number
  /** The window that the answer is about. */
  window?: Window
  /** Names this version of the content; any text without '"'. A client that already has it gets a 304. */
  etag?: string
  /** A relative address at which the answer is instead: 302. */
  redirectTo?: string
}

/** A response before it is sent: its status, its own headers and its body. */
export interface Outcome {
  status: number
  headers: Record<string, string>
  body: Body
  /** For bodies that are worth it. */
  compress?: Compressor
  jobs: number
}

/** `ifNoneMatch`: the request's header of that name. A 304 returns no jobs, so none are billed. */
export function replyOutcome(reply: Reply, ifNoneMatch: string | null): Outcome {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (reply.window !== undefined) {
    headers['X-Window-From'] = formatInstant(reply.window.from)
    headers['X-Window-To'] = formatInstant(reply.window.to)
  }
  const isCompressed = reply.contentType?.startsWith('image/') === true
  const isCompressible = !isCompressed && byteLength(reply.body) >= MIN_COMPRESSED_LENGTH
  if (isCompressible) headers.Vary = 'Accept-Encoding'
  if (reply.etag !== undefined) {
    // Weak: compressed and plain bodies of one version share the tag.
    headers.ETag = `W/"${reply.etag}"`
    headers['Cache-Control'] = 'private, no-cache'
    if (names(ifNoneMatch, reply.etag)) return { status: 304, headers, body: '', jobs: 0 }
  }
  headers['Content-Type'] = reply.contentType ?? 'application/json'
  Object.assign(headers, reply.headers)
  if (reply.redirectTo !== undefined) {
    headers.Location = reply.redirectTo
    return { status: 302, headers, body: reply.body, jobs: 0 }
  }
  const outcome = { status: 200, headers, body: reply.body, jobs: reply.jobs ?? 0 }
  return isCompressible
    ? { ...outcome, compress: reply.compress ?? compressorOf(reply.body) }
    : outcome
}

/** The outcome in the coding that the request's `Accept-Encoding` likes best. */
export async function inCoding(outcome: Outcome, acceptEncoding: string | null): Promise<Outcome> {
  const { headers, compress } = outcome
  const coding = chooseCoding(acceptEncoding)
  if (coding === undefined || compress === undefined) return outcome
  const body = await compress(coding)
  return { ...outcome, body, headers: { ...headers, 'Content-Encoding': coding } }
}

/** Weak comparison (RFC 9110, 13.1.2). */
function names(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(`"${etag}"`) || tags.includes('*')
}
