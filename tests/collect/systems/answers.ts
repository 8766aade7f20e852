import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { FetchFailure } from '../../../src/collect/http/failures'
import type {
  Board,
  CollectedPosting,
  Fetch,
  HttpRequest,
  ListedPosting,
  Listing,
  PublishedPlace,
  System,
} from '../../../src/collect/system'
import { readLine } from '../../../src/import/line/read-line'

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
    if (status !== 200 && !request.accept?.includes(status))
      throw new FetchFailure(`status ${status}`, { status })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status, headers: new Headers(headers), text }
  }
  return { fetch, requests }
}

/** The key of an answer to a request with a body. */
export function pageKey(url: string, body: unknown): string {
  return `${url} ${JSON.stringify(body)}`
}

export function boardOf(system: System, slug = 'acme', more: Partial<Board> = {}): Board {
  return { source: system.source, slug, ...more }
}

export type Listed = Extract<Listing, { kind: 'listed' }>

/** The listing of a board that exists. */
export async function listed(system: System, board: Board, fetch: Fetch): Promise<Listed> {
  const listing = await system.list(board, fetch)
  if (listing.kind === 'missing') throw new Error(`missing: ${listing.reason}`)
  return listing
}

/** The list of a board whose only request has this answer. */
export async function listFrom(
  system: System,
  answer: Answer,
  board = boardOf(system),
): Promise<Listing> {
  return await system.list(board, async (request) => {
    return await answering(system, { [request.url]: answer }).fetch(request)
  })
}

export async function listedFrom(
  system: System,
  body: unknown,
  board = boardOf(system),
): Promise<Listed> {
  return await listed(system, board, async (request) => {
    return await answering(system, { [request.url]: { body } }).fetch(request)
  })
}

/** The postings of a list without details by id, after `import` accepted their lines. */
export async function postingsOf(system: System, body: unknown, board = boardOf(system)) {
  const { postings } = await listedFrom(system, body, board)
  return new Map(postings.map((entry) => [entry.external_id, importable(entry, board)]))
}

function importable({ external_id, posting }: ListedPosting, board: Board): CollectedPosting {
  if (posting === undefined) throw new Error(`${external_id} has no posting`)
  checkImportable(board, posting)
  return posting
}

/** All postings of a board, with their details, after `import` accepted their lines. */
export async function collected(
  system: System,
  board: Board,
  fetch: Fetch,
): Promise<CollectedPosting[]> {
  const postings: CollectedPosting[] = []
  for (const entry of (await listed(system, board, fetch)).postings) {
    const posting = entry.posting ?? (await system.detail?.(board, entry, fetch))
    if (posting === undefined) throw new Error(`${entry.external_id} is gone`)
    checkImportable(board, posting)
    postings.push(posting)
  }
  return postings
}

/** What `detail` makes of the answer of a posting's address. */
export async function detailFrom(
  system: System,
  board: Board,
  { url, ...entry }: Partial<ListedPosting> & { external_id: string; url: string },
  answer: Answer,
): Promise<CollectedPosting | undefined> {
  const { fetch } = answering(system, { [url]: answer })
  return await system.detail?.(board, { fingerprint: '', ...entry }, fetch)
}

/** Tests which statuses of a posting's address mean that it is gone. `others` do not prove it. */
export function testGone(
  read: (answer: Answer) => Promise<CollectedPosting | undefined>,
  others: readonly number[] = [302, 403, 503],
): void {
  test.each([404, 410])('%d: the posting is gone', async (status) => {
    expect(await read({ status })).toBeUndefined()
  })

  test.each([...others])('%d does not prove that it is gone', async (status) => {
    await expect(read({ status })).rejects.toThrow(`status ${status}`)
  })
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

const RECORDINGS = process.env.ATS_RECORDINGS

/** A test over recorded answers. Without `ATS_RECORDINGS` there is none, and that is said instead of passing. */
export function testRecordings(name: string, run: () => Promise<void>): void {
  if (RECORDINGS !== undefined) test(name, run)
  else console.warn(`${name}: not tested, since ATS_RECORDINGS names no folder`)
}

/** The recorded answers of a system under the folder that `ATS_RECORDINGS` names, by file name; none without it. */
export async function recordings(source: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  if (RECORDINGS === undefined) return texts
  for await (const name of new Glob('*.{json,xml,html}').scan(join(RECORDINGS, source))) {
    texts.set(name, await Bun.file(join(RECORDINGS, source, name)).text())
  }
  if (texts.size === 0) throw new Error(`${join(RECORDINGS, source)} has no recorded answer`)
  return texts
}

/** The recorded answers of lists that one request returns as JSON. */
export async function recordedLists(source: string): Promise<[file: string, answer: unknown][]> {
  const texts = [...(await recordings(source))]
  return texts
    .filter(([file]) => file.endsWith('.json') && !file.endsWith('.http.json'))
    .map(([file, text]) => [file, JSON.parse(text)])
}

/** Checks that every row of a recorded list gives a posting that `import` accepts, and the same one each time. */
export async function readRecordedList(system: System, answer: unknown) {
  const board = boardOf(system)
  const { postings, unreadable = [] } = await listedFrom(system, answer, board)
  const again = await listedFrom(system, answer, board)
  const all = postings.map((entry) => importable(entry, board))
  return {
    postings: postings.length,
    unreadable,
    isStable: Bun.deepEquals(postings, again.postings),
    withoutPlaces: all.filter(({ places }) => places.length === 0).length,
  }
}
