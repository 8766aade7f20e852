import http from 'node:http'
import type { SQL } from 'drizzle-orm'
import type { Database } from '../catalogue/database/client/connection'
import { withDeadline } from '../catalogue/database/client/deadline'
import type { Queries } from '../catalogue/database/client/drizzle'
import { createCompleteInstant } from '../catalogue/database/history/complete-instant'
import { watchGeneration } from '../catalogue/database/history/generation-watch'
import { createHourWatermark } from '../catalogue/database/history/hour-watermark'
import { QueryTimeout } from '../values/errors'
import { turningTime } from '../values/waiting/turning-time'
import { type App, createApp } from './app'
import type { Config } from './config'
import { problemResponse } from './http/problem-response'
import { RequestContext } from './http/request-context'
import type { RequestEntry } from './http/request-log'
import { ResponseBuffer } from './http/response-buffer'
import { Accounts } from './keys/accounts'
import { createNotices, type NoticesMs } from './notices/notices'
import { createVocabulary } from './notices/vocabulary'
import { createReadiness } from './routes/health'
import { createOrganizationList } from './routes/organization-list'
import { createCatalogueStats } from './routes/stats'

/** Answers any request and never throws. */
export type Handler = (request: Request) => Promise<Response>

export interface HandlerOptions {
  /** The address of the service, without a '/' at its end. */
  publicUrl: string
  /** Deadline of a request as a whole; `statement_timeout` of PostgreSQL limits one statement. Unlimited when absent. */
  timeoutMs?: number | undefined
  now: () => Date
  /** Unlimited when absent. */
  responseBuffer?: ResponseBuffer | undefined
  /** Called with every finished request, for the log and the metrics. */
  onResponse: (entry: RequestEntry) => void
}

/** Added to the deadline, so that errors of PostgreSQL and its connections arrive first. */
const GRACE_MS = 200

/** Wraps the app with the deadline and the log line of a request; hooks of Elysia do not cover the whole request. */
export function createHandler(app: Pick<App, 'fetch'>, options: HandlerOptions): Handler {
  const { publicUrl, timeoutMs, now, responseBuffer, onResponse } = options
  return async (incoming) => {
    const context = new RequestContext(incoming, responseBuffer)
    const onTimeout = () => {
      context.abortController.abort()
      return new QueryTimeout((timeoutMs ?? 0) / 1000)
    }
    const endsAt = timeoutMs === undefined ? undefined : context.startedAt + timeoutMs + GRACE_MS
    let response: Response
    try {
      response = await withDeadline(Promise.resolve(app.fetch(context.request)), endsAt, onTimeout)
    } catch (error) {
      response = await problemResponse(context, error, publicUrl)
    }
    const { id, method, path, route, caller, jobs, bytes, error } = context
    onResponse({
      time: now(),
      id,
      method,
      path,
      route,
      status: response.status,
      durationMs: performance.now() - context.startedAt,
      caller: caller?.name,
      jobs,
      bytes,
      error,
    })
    return response
  }
}

export interface WebServiceOptions {
  database: Database
  /** Finds keys and flushes usage, apart from slow queries; `database` when absent. */
  accountQueries?: Queries
  /** Reads the catalogue as it is at the request or later; `database` when absent. */
  reads?: Queries
  config: Pick<HandlerOptions, 'publicUrl'> &
    Pick<Config, 'corsOrigins'> &
    Partial<
      Pick<
        Config,
        'requestsPerMinute' | 'jobsPerMonth' | 'queryTimeoutMs' | 'responseBufferMb' | 'mcp'
      >
    >
  now: () => Date
  /** For tests: the clock of rates, and how often usage is flushed. */
  databaseNow?: () => SQL
  flushEveryMs?: number
  /** For tests: how long the end of an open window is used again. */
  windowFreshMs?: number
  /** For tests: the time for the notices of a request. */
  noticesMs?: NoticesMs | undefined
  /** Called when the service finds itself on another generation: connections may lead to a server that was replaced. */
  onGeneration?: (number: number) => void
  /** Receives errors of background work. */
  onFailure?: (error: unknown) => void
  onResponse: HandlerOptions['onResponse']
}

/** The app with its services, and the handler that a server calls. */
export function createWebService(options: WebServiceOptions) {
  const { database, reads = database, accountQueries = database } = options
  const { now, onResponse, onFailure: report = console.error } = options
  let isClosed = false
  /** Work in the background that the end of the service cuts short is not a failure. */
  const onFailure = (error: unknown): void => {
    if (!isClosed) report(error)
  }
  const {
    publicUrl,
    corsOrigins,
    queryTimeoutMs: timeoutMs,
    responseBufferMb,
    mcp = true,
    ...limits
  } = options.config
  const { requestsPerMinute = null, jobsPerMonth = null } = limits
  const responseBuffer = new ResponseBuffer(responseBufferMb && responseBufferMb * 1_000_000)
  const accounts = new Accounts({
    queries: accountQueries,
    now,
    defaults: { requestsPerMinute, jobsPerMonth },
    onFailure: report,
    databaseNow: options.databaseNow,
    flushEveryMs: options.flushEveryMs,
  })
  const generation = watchGeneration({
    database,
    queries: accountQueries,
    onChange: options.onGeneration ?? (() => database.renew()),
    onFailure,
  })
  const organizations = createOrganizationList({ database, now, onFailure })
  const vocabulary = createVocabulary({ database, now, onFailure })
  const notices = createNotices({
    vocabulary: vocabulary.current,
    onFailure,
    limitMs: options.noticesMs,
  })
  const app = createApp({
    reads,
    now,
    onFailure,
    checkGeneration: generation.check,
    // The rest of the time limit is for the query.
    completeInstant: createCompleteInstant(database, options.windowFreshMs),
    awaitWatermark: createHourWatermark(database, timeoutMs && Math.ceil(timeoutMs / 2)),
    organizations: organizations.find,
    statistics: createCatalogueStats({ reads, now, onFailure }),
    notices,
    vocabulary: vocabulary.current,
    findCaller: (hash) => accounts.findAndLease(hash),
    findGeneration: generation.current,
    isReady: createReadiness(database, () => accounts.figures()),
    publicUrl,
    corsOrigins,
    servesMcp: mcp,
  }).compile()
  return {
    app,
    handle: createHandler(app, { publicUrl, timeoutMs, now, responseBuffer, onResponse }),
    /** Opens a generation if the catalogue was restored or its server replaced. Call it every second. */
    checkGeneration: generation.check,
    /** Builds or renews the organization list and the vocabulary. Call it every minute; it never rejects. */
    async prepare(): Promise<void> {
      await organizations.prepare()
      await vocabulary.prepare()
    },
    usageFigures: () => accounts.figures(),
    /** Writes the usage that is not yet flushed. Call it after the last request, before the database is closed. */
    async close(): Promise<void> {
      isClosed = true
      await accounts.close()
    },
  }
}

/** Maximum size of request line and headers: room for a thousand ids of twenty characters. */
const MAX_HEADER_BYTES = 64 * 1024

/** How long a stop waits for requests in flight. */
const DRAIN_MS = 9_000

export type RunningServer = ReturnType<typeof listen>

/** Listens on the host and port of the settings. */
export function listen(
  handle: Handler,
  config: Pick<Config, 'host' | 'port' | 'queryTimeoutMs'> & {
    /** Other processes listen on the port too; the kernel distributes the connections. */
    sharesPort?: boolean
  },
) {
  // Bun reads it when a server starts; the types of Node declare it constant.
  Object.assign(http, { maxHeaderSize: MAX_HEADER_BYTES })
  let isStopping = false
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    development: false,
    // Otherwise a second service started by mistake would silently take half of the requests.
    reusePort: config.sharesPort === true,
    // It also ends handlers that send nothing for this long, so it is above the time limit of queries.
    idleTimeout: Math.ceil(config.queryTimeoutMs / 1000) + 15,
    fetch: async (request) => {
      const response = await handle(request)
      // Otherwise clients would send their next requests on connections that are about to be closed.
      if (isStopping) response.headers.set('Connection', 'close')
      return response
    },
  })
  return {
    /** The address it listens on, without a '/' at its end. */
    url: server.url.origin,
    port: server.port ?? config.port,
    /** Refuses new connections and waits for requests in flight, at most `DRAIN_MS`. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.race([server.stop(), turningTime(DRAIN_MS)])
      await server.stop(true)
    },
  }
}
