import type { Meter } from '../keys/meter'
import { hideKeys } from '../values/api-key'
import type { KnownCaller } from './authentication'
import { byteLength, toSend } from './body'
import { inCoding, type Outcome } from './reply'
import { splitTarget } from './request-target'

/** One request on its way through the service, and what becomes known of it. */
export interface Exchange {
  readonly id: string
  readonly request: Request
  /** Aborted when nobody waits for the answer any more: the client has gone, or was told that it takes too long. */
  readonly abandonment: AbortController
  /** As the client sent it; `request` has GET for HEAD. */
  readonly method: string
  /** Fit to be shown: a key in it is hidden. */
  readonly path: string
  readonly query: string
  /** Whether the address belongs to the interface, where everything needs a key. */
  readonly isVersioned: boolean
  readonly startedAt: number
  /** Headers that the response carries whatever becomes of the request. */
  readonly headers: Record<string, string>
  /** The path of the endpoint that answers, with its parameters' names: `/v1/jobs/{id}`. */
  route: string | undefined
  caller: KnownCaller | undefined
  /** Counts this request when it ends: the caller's, once its limits let the request in. */
  admittedBy: Meter | undefined
  /** Job objects returned. */
  jobs: number
  bytes: number
  /** What made the status a 5xx. */
  error: unknown
}

/** Request ids are our own: one that a client sent could not be trusted to be unique. */
export function beginExchange(request: Request, method: string): Exchange {
  const { path, query } = splitTarget(request.url)
  const id = crypto.randomUUID()
  const abandonment = new AbortController()
  request.signal.addEventListener('abort', () => abandonment.abort())
  return {
    id,
    request,
    abandonment,
    method,
    path: hideKeys(path),
    query,
    isVersioned: path === '/v1' || path.startsWith('/v1/'),
    startedAt: performance.now(),
    headers: { 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' },
    route: undefined,
    caller: undefined,
    admittedBy: undefined,
    jobs: 0,
    bytes: 0,
    error: undefined,
  }
}

/** Makes the response of an exchange and notes its size. HEAD gets the headers of GET; it returns no jobs. */
export async function finishExchange(exchange: Exchange, outcome: Outcome): Promise<Response> {
  const acceptEncoding = exchange.request.headers.get('accept-encoding')
  const { status, body, headers: own } = await inCoding(outcome, acceptEncoding)
  const headers = { ...exchange.headers, ...own }
  const vary = [exchange.headers.Vary, own.Vary].filter((names) => names !== undefined)
  if (vary.length > 0) headers.Vary = vary.join(', ')
  const isHead = exchange.method === 'HEAD'
  const hasBody = status !== 304 && status !== 204
  exchange.jobs = isHead ? 0 : outcome.jobs
  const meter = exchange.admittedBy
  exchange.admittedBy = undefined
  await meter?.finish(exchange.jobs)
  Object.assign(headers, exchange.caller?.meter?.headers())
  if (exchange.isVersioned) headers['X-Jobs-This-Request'] = String(exchange.jobs)
  const length = byteLength(body)
  if (isHead && hasBody) headers['Content-Length'] = String(length)
  if (isHead || !hasBody) return new Response(null, { status, headers })
  exchange.bytes = length
  return new Response(toSend(body, length), { status, headers })
}
