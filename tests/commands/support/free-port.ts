/**
 * A port that was free a moment ago. It is below those that the system gives to connections and to servers without a port of
 * their own, which other processes ask for at any moment.
 */
export function freePort(): string {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    try {
      void Bun.serve({ port, fetch: () => new Response() }).stop(true)
      return String(port)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
}
