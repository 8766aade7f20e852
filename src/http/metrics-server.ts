import { type Metric, printMetrics } from './metrics'
import { splitTarget } from './request-target'

/** Serves `/metrics` to Prometheus on a port of its own, where no key is needed. */
export function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<readonly Metric[]>,
): { url: string; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Bun would share it, and deal out the requests between two services, or between workers and their metrics.
    reusePort: false,
    async fetch({ url, method }) {
      if (splitTarget(url).path !== '/metrics')
        return new Response('see /metrics\n', { status: 404 })
      if (method !== 'GET' && method !== 'HEAD')
        return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
      return new Response(printMetrics(await read()), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
