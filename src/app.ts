import { type AnyElysia, Elysia } from 'elysia'
import { withDeadline } from './database/deadline'
import { queryErrorCause } from './database/drizzle'
import type { FindCaller } from './http/authentication'
import { createCors } from './http/cors'
import type { Endpoint } from './http/endpoint'
import { beginExchange, type Exchange, finishExchange } from './http/exchange'
import { healthPages } from './http/health'
import type { Page } from './http/page'
import { problemOutcome } from './http/problem-response'
import { type Outcome, replyOutcome } from './http/reply'
import type { RequestEntry } from './http/request-log'
import { routableRequest } from './http/request-target'
import { endpointRoute, pageRoute, type Route, type ServicesFor, unknownRoute } from './http/route'
import { ClientDisconnected, NotFound, QueryTimeout } from './values/errors'

export interface AppOptions<Services> {
  endpoints: readonly Endpoint<Services>[]
  /** What endpoints work with for a request. */
  servicesFor: ServicesFor<Services>
  findCaller: FindCaller
  /** Resolves when requests can be answered: the database is there and its migrations are complete. Throws why not. */
  isReady: () => Promise<unknown>
  /** The service's address without a '/' at its end; the types of problems stand under it. */
  publicUrl: string
  /** How long a request may take that asks several things of the database; unlimited when absent. */
  timeoutMs?: number | undefined
  now: () => Date
  /** Told of every request once its response is made: the log, and whatever else counts requests. */
  onResponse: (entry: RequestEntry) => void
  corsOrigins?: readonly string[]
  pages?: readonly Page[]
}

export interface App {
  /** Answers any request and never throws. `Bun.serve` calls it, and so do tests. */
  handle(request: Request): Promise<Response>
}

/** A request ends so long after the limit, to let PostgreSQL and its connections say first what is wrong. */
const GRACE_MS = 200

/** Mounts the endpoints and wraps them in what all responses have in common. */
export function createApp<Services>(options: AppOptions<Services>): App {
  const { publicUrl } = options
  const cors = createCors(options.corsOrigins ?? [])
  const exchanges = new WeakMap<Request, Exchange>()
  const elysia = new Elysia({ strictPath: true, precompile: true })
  elysia.onError({ as: 'global' }, async ({ request, error, code }) => {
    // Routes answer their own failures. Of any that is left, Elysia would show the message.
    const exchange = exchanges.get(request) ?? beginExchange(request, request.method)
    const shown = code === 'NOT_FOUND' ? new NotFound('nothing stands at this path') : error
    return await fail(exchange, shown, { publicUrl, path: exchange.path, timeoutStatus: 503 })
  })
  for (const route of listRoutes(options, cors.isOn ? 'GET, HEAD, OPTIONS' : 'GET, HEAD')) {
    mount(elysia, route, { exchanges, publicUrl, timeoutMs: options.timeoutMs })
  }
  elysia.compile()

  async function answer(exchange: Exchange): Promise<Response> {
    const { request, path } = exchange
    const preflight = cors.preflight(request)
    if (preflight !== undefined) {
      const headers = { ...preflight }
      return await finishExchange(exchange, { status: 204, headers, body: '', jobs: 0 })
    }
    try {
      exchanges.set(request, exchange)
      return await elysia.fetch(request)
    } catch (error) {
      return await fail(exchange, error, { publicUrl, path, timeoutStatus: 503 })
    }
  }

  return {
    async handle(incoming) {
      const exchange = beginExchange(routableRequest(incoming), incoming.method)
      Object.assign(exchange.headers, cors.headersFor(incoming.headers.get('origin')))
      const response = await answer(exchange)
      options.onResponse(describe(exchange, response.status, options.now()))
      return response
    },
  }
}

/** The table of contents of the address space; what comes last takes the rest. */
function listRoutes<Services>(options: AppOptions<Services>, allow: string): Route[] {
  const { servicesFor, findCaller } = options
  const pages = [...healthPages(options.isReady), ...(options.pages ?? [])]
  return [
    ...options.endpoints.map((endpoint) =>
      endpointRoute(endpoint, { servicesFor, findCaller, allow }),
    ),
    ...pages.map((page) => pageRoute(page, allow)),
    unknownRoute(findCaller),
  ]
}

/** Mounts a route for every method, so that a known path is known with a wrong one too. */
function mount(
  elysia: AnyElysia,
  route: Route,
  options: Pick<AppOptions<unknown>, 'publicUrl' | 'timeoutMs'> & {
    exchanges: WeakMap<Request, Exchange>
  },
): void {
  const { timeoutStatus } = route
  const { exchanges, publicUrl, timeoutMs } = options
  // Elysia reads the text of this function: it parses queries, headers and bodies for those that name them.
  elysia.all(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async ({ request, params }) => {
    const exchange = exchanges.get(request) ?? beginExchange(request, request.method)
    try {
      const reply = await inTime(exchange, timeoutMs, route.answer(exchange, params ?? {}))
      if (exchange.abandonment.signal.aborted) throw new ClientDisconnected()
      const outcome = replyOutcome(reply, request.headers.get('if-none-match'))
      return await finishExchange(exchange, outcome)
    } catch (error) {
      return await fail(exchange, error, { publicUrl, path: exchange.path, timeoutStatus })
    }
  })
}

async function inTime<Result>(
  { startedAt, abandonment }: Exchange,
  timeoutMs: number | undefined,
  answer: Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return await answer
  const late = () => {
    abandonment.abort()
    return new QueryTimeout(timeoutMs / 1000)
  }
  return await withDeadline(answer, startedAt + timeoutMs + GRACE_MS, late)
}

/** What nobody gets; the status is what nginx logs for clients that have closed their connection. */
const UNHEARD: Outcome = { status: 499, headers: {}, body: '', jobs: 0 }

async function fail(
  exchange: Exchange,
  thrown: unknown,
  place: { publicUrl: string; path: string; timeoutStatus: 503 | 504 },
): Promise<Response> {
  const error = queryErrorCause(thrown)
  const outcome = error instanceof ClientDisconnected ? UNHEARD : problemOutcome(error, place)
  if (outcome.status >= 500) exchange.error = error
  return await finishExchange(exchange, outcome)
}

function describe(exchange: Exchange, status: number, time: Date): RequestEntry {
  const { id, method, path, route, caller, jobs, bytes, error } = exchange
  const durationMs = performance.now() - exchange.startedAt
  return {
    time,
    id,
    method,
    path,
    route,
    status,
    durationMs,
    caller: caller?.name,
    jobs,
    bytes,
    error,
  }
}
