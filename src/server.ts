import http from 'node:http'
import { type App, createApp } from './app'
import type { Config } from './config'
import { withDeadline } from './database/deadline'
import { type ProblemOptions, problemResponse } from './plugins/problem-details'
import { beginContext, routableRequest } from './plugins/request-context'
import { describeRequest, type RequestEntry } from './plugins/request-log'
import { type AppServices, createServices, type ServiceOptions } from './services'
import { QueryTimeout } from './values/errors'

/** Answers any request and never throws. */
export type Handler = (request: Request) => Promise<Response>

export interface HandlerOptions extends ProblemOptions {
  /** Deadline of a request as a whole; `statement_timeout` of PostgreSQL limits one statement. Unlimited when absent. */
  timeoutMs?: number | undefined
  now: () => Date
  /** Called with every finished request, for the log and the metrics. */
  onResponse: (entry: RequestEntry) => void
}

/** Added to the deadline, so that errors of PostgreSQL and its connections arrive first. */
const GRACE_MS = 200

/** Wraps the app with the deadline and the log line of a request; hooks of Elysia do not cover the whole request. */
export function createHandler(app: Pick<App, 'fetch'>, options: HandlerOptions): Handler {
  const { timeoutMs, now, onResponse } = options
  return async (incoming) => {
    const request = routableRequest(incoming)
    const context = beginContext(request, incoming.method)
    const onTimeout = () => {
      context.abortController.abort()
      return new QueryTimeout((timeoutMs ?? 0) / 1000)
    }
    const endsAt = timeoutMs === undefined ? undefined : context.startedAt + timeoutMs + GRACE_MS
    let response: Response
    try {
      response = await withDeadline(Promise.resolve(app.fetch(request)), endsAt, onTimeout)
    } catch (error) {
      response = await problemResponse(context, error, options)
    }
    onResponse(describeRequest(context, response.status, now()))
    return response
  }
}

export interface WebServiceOptions extends ServiceOptions {
  config: ServiceOptions['config'] &
    Pick<Config, 'publicUrl' | 'corsOrigins'> &
    Partial<Pick<Config, 'queryTimeoutMs'>>
  onResponse: HandlerOptions['onResponse']
}

export interface WebService
  extends Pick<AppServices, 'checkGeneration' | 'prepare' | 'usageFigures' | 'close'> {
  app: App
  handle: Handler
}

/** The app on its services, with the handler that a server calls. */
export function createWebService(options: WebServiceOptions): WebService {
  const { config, now, onResponse } = options
  const { publicUrl, corsOrigins, queryTimeoutMs: timeoutMs } = config
  const { checkGeneration, prepare, usageFigures, close, ...parts } = createServices(options)
  const app = createApp({ ...parts, publicUrl, corsOrigins }).compile()
  return {
    app,
    handle: createHandler(app, { publicUrl, timeoutMs, now, onResponse }),
    checkGeneration,
    prepare,
    usageFigures,
    close,
  }
}

/** Maximum size of request line and headers: room for a thousand ids of twenty characters. */
const MAX_HEADER_BYTES = 64 * 1024

/** How long a stop waits for requests in flight. */
const DRAIN_MS = 9_000

export interface RunningServer {
  /** The address it listens on, without a '/' at its end. */
  url: string
  /** Refuses new connections and waits for requests in flight, at most `DRAIN_MS`. */
  stop(): Promise<void>
}

/** Listens on the host and port of the settings. */
export function listen(
  handle: Handler,
  config: Pick<Config, 'host' | 'port' | 'queryTimeoutMs'> & {
    /** Other processes listen on the port too; the kernel distributes the connections. */
    sharesPort?: boolean
  },
): RunningServer {
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
    url: server.url.origin,
    async stop() {
      isStopping = true
      await Promise.race([server.stop(), Bun.sleep(DRAIN_MS)])
      await server.stop(true)
    },
  }
}
