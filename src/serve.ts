import http from 'node:http'
import type { App } from './app'
import type { Config } from './config'

/** Request line and headers, in bytes: a thousand ids of twenty characters have room. */
const MAX_HEADER_BYTES = 64 * 1024

/** How long a stop waits for the requests in flight. */
const DRAIN_MS = 9_000

export interface RunningServer {
  /** The address that it listens on, without a '/' at its end. */
  url: string
  /** Takes no new connection, finishes what is in flight, and resolves when all is done or too late. */
  stop(): Promise<void>
}

/** Serves the app on the host and port of the settings. */
export function serve(
  app: App,
  config: Pick<Config, 'host' | 'port' | 'queryTimeoutMs'> & {
    /** Other processes listen on the port too, and the kernel deals out the connections. */
    sharesPort?: boolean
  },
): RunningServer {
  // Bun reads it when a server starts; the types of Node call it constant.
  Object.assign(http, { maxHeaderSize: MAX_HEADER_BYTES })
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    development: false,
    // Only then: a second service by mistake would otherwise silently take half of the requests.
    reusePort: config.sharesPort === true,
    // It also cuts off handlers that are silent for as long, so it lies above the query limit.
    idleTimeout: Math.ceil(config.queryTimeoutMs / 1000) + 15,
    fetch: (request) => app.handle(request),
  })
  return {
    url: server.url.origin,
    async stop() {
      await Promise.race([server.stop(), Bun.sleep(DRAIN_MS)])
      await server.stop(true)
    },
  }
}
