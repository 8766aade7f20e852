/** A port that was free a moment ago. */
export function freePort(): string {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return String(port)
}
