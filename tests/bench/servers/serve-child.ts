import type { Setup } from './child'

/** What a server's script starts: its address, and how to leave what it uses. */
export interface Started {
  url: string
  stop(): Promise<void>
}

/** Runs a server in this process until its parent ends it or is gone. */
export async function serveChild(start: (setup: Setup) => Promise<Started>): Promise<void> {
  const setup: Setup = JSON.parse(process.env.BENCH_SETUP ?? '{}')
  const started = await start(setup)
  const stop = (): void => {
    void started.stop().finally(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  // A terminal interrupts all processes at once; the parent decides.
  process.on('SIGINT', () => undefined)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage().rss })
  })
  process.send?.({ url: started.url })
}

/** A server without any of what the service puts around its handlers. */
export function serveBare(
  setup: Setup,
  fetch: (request: Request) => Response | Promise<Response>,
): { url: string; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: setup.port,
    development: false,
    idleTimeout: 120,
    fetch,
  })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
