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
      const path = await pathOf(request)
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

/** What tells requests apart: the address, the token, and the number of rows before the page. */
async function pathOf(request: Request): Promise<string> {
  const { pathname } = new URL(request.url)
  const token = request.headers.get('authorization')
  const path = token === null ? pathname : `${pathname}/${token}`
  if (request.method !== 'POST') return path
  const { offset, skip = offset } = (await request.json()) as { offset?: number; skip?: number }
  return `${path}/${skip}`
}
