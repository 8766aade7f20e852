import { splitUrl } from '../http/request-context'

/** Serves `/metrics` to Prometheus on its own port, without a key. `read` returns the text format. */
export function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): { url: string; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // With `reusePort` a second service or the workers would receive some of the requests.
    reusePort: false,
    async fetch({ url, method }) {
      if (splitUrl(url).path !== '/metrics') return new Response('see /metrics\n', { status: 404 })
      if (method !== 'GET' && method !== 'HEAD')
        return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
      return new Response(await read(), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
