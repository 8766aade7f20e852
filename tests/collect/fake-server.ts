import type { FakeAnswer } from './fake-system'

/** What the server says of a board, or of one of its postings; undefined: 404. */
export type Answer =
  | FakeAnswer
  | ((id?: string) => Response | FakeAnswer | Promise<Response>)
  | undefined

/** A replay server: boards by slug. Answers have an `ETag`, and equal ones are 304 to those that name it. */
export function serveBoards(): {
  url: string
  boards: Map<string, Answer>
  requests: { path: string; headers: Headers; status: number }[]
  stop(): Promise<void>
} {
  const boards = new Map<string, Answer>()
  const requests: { path: string; headers: Headers; status: number }[] = []
  const answer = (path: string, headers: Headers): Response | Promise<Response> => {
    const [, host, , slug = '', id] = path.split('/')
    const found = host === 'api.fake.example' ? boards.get(slug) : undefined
    const board = typeof found === 'function' ? found(id) : found
    if (board === undefined) return new Response('no board', { status: 404 })
    if (board instanceof Response || board instanceof Promise) return board
    if (id !== undefined) {
      const job = board.jobs.find((candidate) => candidate.id === id)
      return job ? Response.json(job) : new Response('gone', { status: 404 })
    }
    const text = JSON.stringify(board)
    const etag = `W/"${Bun.hash(text).toString(36)}"`
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    return new Response(text, { headers: { etag } })
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ url, headers }) {
      const { pathname } = new URL(url)
      const response = await answer(pathname, headers)
      requests.push({ path: pathname, headers, status: response.status })
      return response
    },
  })
  return { url: server.url.origin, boards, requests, stop: () => server.stop(true) }
}
