import { FAKE_PAGE, type FakeAnswer } from './fake-system'

/** What the server says of a board, or of one of its postings; undefined: 404. */
export type Answer =
  | FakeAnswer
  | ((
      id: string | undefined,
      page: number,
      locale: string | null,
    ) => Response | FakeAnswer | Promise<Response>)
  | undefined

/** A token serves so many requests. */
const TOKEN_USES = 3

/**
 * A replay server: boards by their slug in the path, on whatever host. Answers have an `ETag`, and equal ones are 304 to those
 * that name it.
 */
export function serveBoards(): {
  url: string
  boards: Map<string, Answer>
  requests: { path: string; headers: Headers; status: number }[]
  stop(): Promise<void>
} {
  const boards = new Map<string, Answer>()
  const requests: { path: string; headers: Headers; status: number }[] = []
  /** The tokens that were given last, by board. */
  let issued = 0
  const tokens = new Map<string, { token: string; uses: number }>()
  const answer = (
    path: string,
    params: URLSearchParams,
    headers: Headers,
  ): Response | Promise<Response> => {
    const [page, locale] = [params.get('page'), params.get('locale')]
    const [, , ...parts] = path.split('/')
    const [slug = '', id] = parts.slice(parts.findIndex((part) => boards.has(part)))
    const found = boards.get(slug)
    const board = typeof found === 'function' ? found(id, Number(page ?? 1), locale) : found
    if (board === undefined) return new Response('no board', { status: 404 })
    if (!isAuthorized(tokens.get(slug), headers)) return new Response('token', { status: 401 })
    if (board instanceof Response || board instanceof Promise) return board
    if (id === 'token') {
      issued += 1
      const token = `${slug}-${issued}`
      tokens.set(slug, { token, uses: 0 })
      return Response.json({ token, company: board.company })
    }
    if (id !== undefined) {
      const job = board.jobs.find((candidate) => candidate.id === id)
      return job ? Response.json(job) : new Response('gone', { status: 404 })
    }
    if (page !== null) return Response.json(pageOf(board, Number(page)))
    const text = JSON.stringify(locale === null ? board : inLocale(board, locale))
    const etag = `W/"${Bun.hash(text).toString(36)}"`
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    return new Response(text, { headers: { etag } })
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    // Answers wait for what a busy machine writes.
    idleTimeout: 255,
    async fetch({ url, headers }) {
      const { pathname, searchParams } = new URL(url)
      const response = await answer(pathname, searchParams, headers)
      requests.push({ path: pathname, headers, status: response.status })
      return response
    },
  })
  return { url: server.url.origin, boards, requests, stop: () => server.stop(true) }
}

/** Whether a request without a token, or with the one that was given last, may be answered. */
function isAuthorized(
  given: { token: string; uses: number } | undefined,
  headers: Headers,
): boolean {
  const token = headers.get('authorization')
  if (token === null) return true
  if (given === undefined || given.token !== token) return false
  given.uses += 1
  return given.uses <= TOKEN_USES
}

/** The postings of a language, with a total that is as wrong as that of all. */
function inLocale({ jobs, total, ...answer }: FakeAnswer, locale: string): FakeAnswer {
  const own = jobs.filter(({ locales }) => locales?.includes(locale) !== false)
  const wrong = total === undefined ? 0 : total - jobs.length
  return { ...answer, jobs: own, total: Math.max(0, own.length + wrong) }
}

function pageOf({ jobs, ...answer }: FakeAnswer, page: number): FakeAnswer {
  const rows = jobs.slice((page - 1) * FAKE_PAGE, page * FAKE_PAGE)
  return { total: jobs.length, ...answer, jobs: rows }
}

/** After the first page is read, its first posting leaves and another one is listed last: one posting is on no page. */
export function shifting(listing: FakeAnswer) {
  const ghost = { id: 'ghost', title: 'Ghost', place: 'Boise, ID' }
  const shifted = { ...listing, jobs: [...listing.jobs.slice(1), ghost] }
  const read = new Set<string | null>()
  let isFirst = true
  return (id?: string, _page?: number, locale: string | null = null) => {
    if (id === undefined) {
      // Each language has a list of its own.
      isFirst = !read.has(locale)
      read.add(locale)
    }
    return isFirst ? listing : shifted
  }
}

/** A server that ignores the page parameter, and whose total promises more pages. */
export function endless(listing: FakeAnswer) {
  const first = { ...pageOf(listing, 1), total: listing.jobs.length + FAKE_PAGE }
  return (id?: string) => (id === undefined ? Response.json(first) : listing)
}
