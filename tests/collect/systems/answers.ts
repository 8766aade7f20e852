import { test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { readLine } from '../../../src/catalogue/import/line/read-line'
import { FetchFailure } from '../../../src/collect/failures'
import type {
  Board,
  CollectedPosting,
  Fetch,
  HttpRequest,
  HttpResponse,
  PostingList,
  PublishedPlace,
  System,
} from '../../../src/collect/system'

export interface Answer {
  status?: number
  headers?: Record<string, string>
  /** A text, or what is sent as JSON. */
  body?: unknown
}

/**
 * A `Fetch` with an answer for each address, or for address and body (`pageKey`); all other addresses are errors, as are
 * statuses that are not accepted.
 */
export function answering(
  system: System,
  answers: Readonly<Record<string, Answer>>,
  board?: Board,
): { fetch: Fetch; requests: HttpRequest[] } {
  const requests: HttpRequest[] = []
  const fetch: Fetch = async (request) => {
    requests.push(request)
    const { host } = new URL(request.url)
    if (!system.isHost(host, board)) throw new Error(`${host} is not a host of ${system.name}`)
    const answer = answers[pageKey(request.url, request.body)] ?? answers[request.url]
    if (answer === undefined) throw new Error(`no answer for ${request.url}`)
    const { status = 200, headers = {}, body = '' } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return accepted(request, { status, headers: new Headers(headers), text })
  }
  return { fetch, requests }
}

/** What the client returns; a status that a request does not accept is a failure. */
export function accepted(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { status } = response
  if (status === 200 || request.accept?.includes(status)) return response
  throw new FetchFailure(`status ${status}`, { status })
}

/** The key of an answer to a request with a body. */
export function pageKey(url: string, body: unknown): string {
  return `${url} ${JSON.stringify(body)}`
}

export function boardOf(system: System, slug = 'acme', more: Partial<Board> = {}): Board {
  return { source: system.source, slug, ...more }
}

/** The listing of a board that exists. */
export async function listed(system: System, board: Board, fetch: Fetch): Promise<PostingList> {
  const listing = await system.list(board, fetch)
  if (listing.kind === 'missing') throw new Error(`missing: ${listing.reason}`)
  return listing
}

/** What these answers list, why that is not complete, and the addresses that were asked for. */
export async function listing(
  system: System,
  board: Board,
  answers: Readonly<Record<string, Answer>>,
) {
  const { fetch, requests } = answering(system, answers, board)
  const { postings, incompleteReason, organization } = await listed(system, board, fetch)
  return {
    postings,
    ids: postings.map(({ external_id }) => external_id),
    incompleteReason,
    organization,
    asked: requests.map(({ url }) => url),
    requests,
  }
}

/** The numbers from one to before another. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

/** Reads a posting as `import` does; the texts of its places are not resolved. Throws what `import` would report. */
export function checkImportable(board: Board, posting: CollectedPosting): void {
  const { places, ...members } = posting
  const locations = places.flatMap(toLocations)
  const line = { source: board.source, source_slug: board.slug, ...members, locations }
  readLine(JSON.stringify({ ...line, countries: ['CA'] }), { history: false })
}

function toLocations(place: PublishedPlace): object[] {
  const parts = 'address' in place ? place.address : { city: place.text }
  const names = [parts.city, parts.region, parts.country]
  if (names.every((name) => !name?.trim())) throw new Error('a place without a name')
  const [addressLocality, addressRegion, addressCountry] = names.map((name) => name ?? null)
  if ('address' in place) return [{ address: { addressLocality, addressRegion, addressCountry } }]
  return place.text.split(';').map((name) => ({ address: { addressLocality: name } }))
}

/** The folder of recorded answers of real boards. They belong to others, so that the project has none. */
export const RECORDINGS = process.env.ATS_RECORDINGS

if (RECORDINGS === undefined) {
  console.warn('ATS_RECORDINGS names no folder: recorded answers are not tried')
}

/** The recorded answers with such a name, each with its name. */
export async function recordings(files: string): Promise<[file: string, text: string][]> {
  if (RECORDINGS === undefined) return []
  const names = [...new Glob(files).scanSync(RECORDINGS)]
  const read = async (name: string) => await Bun.file(join(RECORDINGS ?? '', name)).text()
  return await Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await read(name)]),
  )
}

/** `test.each`, which refuses a table without rows. */
export function testEach<Row extends readonly unknown[]>(rows: readonly Row[]) {
  return test.if(rows.length > 0).each(rows)
}
