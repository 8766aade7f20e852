import { join } from 'node:path'

/** A server of files of a folder, for collectors. */
export interface BoardServer {
  url: string
  state: { isConditional: boolean; requests: number; bytes: number }
  stop(): Promise<void>
}

/** Answers the requests of a collector with the files of a folder, each with an `ETag`. */
export function serveBoardFiles(folder: string): BoardServer {
  const state = { isConditional: true, requests: 0, bytes: 0 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const path = request.method === 'POST' ? `${pathname}/${await offsetOf(request)}` : pathname
      const etag = `"${Bun.hash(path).toString(36)}"`
      state.requests += 1
      if (state.isConditional && request.headers.get('if-none-match') === etag) {
        return new Response(null, { status: 304 })
      }
      const file = Bun.file(join(folder, path))
      if (!(await file.exists())) return new Response('not found', { status: 404 })
      state.bytes += file.size
      return new Response(file, { headers: { etag } })
    },
  })
  return { url: server.url.origin, state, stop: () => server.stop(true) }
}

async function offsetOf(request: Request): Promise<number> {
  const { offset } = (await request.json()) as { offset: number }
  return offset
}
