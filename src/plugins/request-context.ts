import { Elysia } from 'elysia'
import type { Caller } from '../keys/meter'
import { hideKeys } from '../values/api-key'

/** What the plugins and routes know about one request. */
export interface RequestContext {
  readonly id: string
  readonly headers: Headers
  /** As the client sent it; Elysia gets GET for HEAD. */
  readonly method: string
  /** Safe to log and to return: API keys are hidden. */
  readonly path: string
  /** The query string as sent, without its '?'. */
  readonly query: string
  /** Whether the path is under `/v1`, where every request needs a key. */
  readonly isVersioned: boolean
  readonly startedAt: number
  /** Aborted when the client disconnects or the deadline passes. */
  readonly abortController: AbortController
  /** Headers of every response to this request. */
  readonly responseHeaders: Record<string, string>
  /** The path template of the matched route: `/v1/jobs/{id}`. */
  route: string | undefined
  caller: Caller | undefined
  /** The limits of the caller have admitted the request, and it is not yet counted. */
  isAdmitted: boolean
  /** Job objects returned. */
  jobs: number
  bytes: number
  /** The cause of a 5xx status. */
  error: unknown
}

const contexts = new WeakMap<Request, RequestContext>()

/** Begins the context of a request. Request ids from clients are ignored: they may not be unique. */
export function beginContext(request: Request, method = request.method): RequestContext {
  const { path, query } = splitUrl(request.url)
  const id = crypto.randomUUID()
  const abortController = new AbortController()
  request.signal.addEventListener('abort', () => abortController.abort())
  const context: RequestContext = {
    id,
    headers: request.headers,
    method,
    path: hideKeys(path),
    query,
    isVersioned: path === '/v1' || path.startsWith('/v1/'),
    startedAt: performance.now(),
    abortController,
    responseHeaders: { 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' },
    route: undefined,
    caller: undefined,
    isAdmitted: false,
    jobs: 0,
    bytes: 0,
    error: undefined,
  }
  contexts.set(request, context)
  return context
}

export function contextOf(request: Request): RequestContext {
  return contexts.get(request) ?? beginContext(request)
}

/** Records the matched route for the log and the metrics. */
export const requestContext = new Elysia({ name: 'request-context' }).onTransform(
  { as: 'global' },
  ({ request, route }) => {
    contextOf(request).route = route.replace(/:(\w+)/g, '{$1}')
  },
)

/** Path and query as sent. `new URL()` throws on the URL of an HTTP/1.0 request without Host, which is a path alone. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = startOfPath(url)
  const mark = url.indexOf('?', start)
  return {
    path: mark === -1 ? url.slice(start) : url.slice(start, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
  }
}

/**
 * The request as Elysia routes it: with a URL whose path Elysia finds (it searches '/' from the twelfth character on),
 * and with GET for HEAD, for which Elysia would read the body a second time.
 */
export function routableRequest(request: Request): Request {
  const start = startOfPath(request.url)
  if (start >= 11 && request.method !== 'HEAD') return request
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const { headers, signal } = request
  return new Request(`http://localhost${request.url.slice(start)}`, { method, headers, signal })
}

function startOfPath(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}
