import { hideKeys } from '../../values/api-key'
import type { Caller } from '../keys/meter'
import { MAX_PAGE_JOBS } from '../parameters/job-listing'
import { ResponseBuffer } from './response-buffer'

const contexts = new WeakMap<Request, RequestContext>()

/** What the plugins and routes know about one request. Request ids from clients are ignored: they may not be unique. */
export class RequestContext {
  readonly id: string = crypto.randomUUID()
  readonly startedAt = performance.now()
  /**
   * The request for Elysia: with a URL whose path Elysia finds (it searches '/' from the twelfth character on), and with
   * GET for HEAD, for which Elysia would read the body a second time.
   */
  readonly request: Request
  readonly headers: Headers
  /** As the client sent it. */
  readonly method: string
  /** Safe to log and to return: API keys are hidden. */
  readonly path: string
  /** The query string as sent, without its '?'. */
  readonly query: string
  /** Whether the path is under `/v1`, where every request needs a key. */
  readonly isVersioned: boolean
  /** Aborted when the client disconnects or the deadline passes. */
  readonly abortController = new AbortController()
  /** Headers of every response to this request. */
  readonly responseHeaders: Record<string, string> = {
    'X-Request-Id': this.id,
    'X-Content-Type-Options': 'nosniff',
  }
  /** How a query that runs out of time is answered, and the parameters that narrow it. */
  timeout: { status: 503 | 504; narrowBy?: string } = { status: 503 }
  /** Whether the matched route accepts the key in the query parameter `apiKey` too. */
  acceptsQueryKey = false
  /** Whether the matched route is a feed for readers. A key for feeds opens no other route. */
  isFeed = false
  /** The routes of the app that are in its document, by path. */
  routes: () => ReadonlyMap<string, DocumentedRoute> = () => new Map()
  /** The path template of the matched route: `/v1/jobs/{id}`. */
  route: string | undefined
  caller: Caller | undefined
  /** The limits of the caller have admitted the request, and it is not yet counted. */
  isAdmitted = false
  /** Job objects that the matched route returns at most. */
  mostJobs = MAX_PAGE_JOBS
  /** Job objects returned. */
  jobs = 0
  bytes = 0
  /** The cause of a 5xx status. */
  error: unknown

  constructor(
    incoming: Request,
    readonly responseBuffer = new ResponseBuffer(),
  ) {
    const { url, method, headers, signal } = incoming
    const { path, query } = splitUrl(url)
    this.headers = headers
    this.method = method
    this.path = hideKeys(path)
    this.query = query
    this.isVersioned = path === '/v1' || path.startsWith('/v1/')
    const isHead = method === 'HEAD'
    this.request =
      !isHead && /^\w+:\/\/[^/]{4}/.test(url)
        ? incoming
        : new Request(`http://localhost${path}?${query}`, {
            method: isHead ? 'GET' : method,
            headers,
            signal,
          })
    contexts.set(incoming, this).set(this.request, this)
    signal.addEventListener('abort', () => this.abortController.abort())
  }
}

/** What the document says of the parameters of a route. */
export interface DocumentedRoute {
  /** Names in the query string, without `apiKey`. */
  parameters: readonly string[]
}

/** For hooks that run before or without a route; the others have `context`, which the plugin of that name adds. */
export function contextOf(request: Request): RequestContext {
  return contexts.get(request) ?? new RequestContext(request)
}

/** Path and query as sent. `new URL()` throws on the URL of an HTTP/1.0 request without Host, which is a path alone. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const [path = '', ...query] = url.slice(start).split('?')
  return { path, query: query.join('?') }
}
