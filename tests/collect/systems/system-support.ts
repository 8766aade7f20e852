import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { readLine } from '../../../src/import/read-line'

export interface Answer {
  status?: number
  body: unknown
}

/** A `Fetch` that answers from a table by address, and remembers the requests. */
export function answering(answers: Readonly<Record<string, Answer>>) {
  const requests: HttpRequest[] = []
  const fetch: Fetch = async (request) => {
    requests.push(request)
    const answer = answers[request.url]
    if (answer === undefined) throw new Error(`unexpected request of ${request.url}`)
    const { status = 200, body } = answer
    if (status !== 200 && !request.accept?.includes(status)) throw new Error(`status ${status}`)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status, headers: new Headers(), text }
  }
  return { fetch, requests }
}

export function boardOn(system: System, slug = 'acme', more: Partial<Board> = {}): Board {
  return { source: system.source, slug, ...more }
}

/** The list of a board whose first request has this answer. */
export function listFrom(
  system: System,
  answer: Answer,
  board = boardOn(system),
): Promise<Listing> {
  return system.list(board, async (request) => {
    const { fetch } = answering({ [request.url]: answer })
    return fetch(request)
  })
}

export async function listed(system: System, body: unknown, board = boardOn(system)) {
  const listing = await listFrom(system, { body }, board)
  if (listing.kind !== 'listed') throw new Error(listing.reason)
  return listing
}

/** Postings by id, each accepted by the importer. */
export async function postingsOf(system: System, body: unknown, board = boardOn(system)) {
  const { postings } = await listed(system, body, board)
  return new Map(postings.map((entry) => [entry.external_id, accepted(entry, board)]))
}

/** The posting of an entry, after the importer accepted its line. */
export function accepted({ posting }: ListedPosting, board: Board): CollectedPosting {
  if (posting === undefined) throw new Error('the entry has no posting')
  const { places, ...members } = posting
  const line = {
    ...members,
    source: board.source,
    source_slug: board.slug,
    locations: places.flatMap(toLocations),
  }
  readLine(JSON.stringify(line), { history: false })
  return posting
}

/** Places as the importer takes them; texts are not resolved but split. */
function toLocations(place: PublishedPlace): object[] {
  if (!('address' in place)) {
    return place.text.split(';').map((name) => ({ address: { addressLocality: name } }))
  }
  const { city, region, country } = place.address
  const address = {
    addressLocality: city ?? null,
    addressRegion: region ?? null,
    addressCountry: country ?? null,
  }
  return [{ address }]
}

/** Recorded answers of a system, in the folder that `ATS_RECORDINGS` names; none without it. */
export function recordings(system: string): [file: string, answer: unknown][] {
  const folder = join(process.env.ATS_RECORDINGS ?? '', system)
  if (!process.env.ATS_RECORDINGS || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.http.json'))
    .map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))])
}

/** Checks that every row of a recorded answer gives a posting that the importer accepts, and the same one each time. */
export async function readRecording(system: System, answer: unknown) {
  const board = boardOn(system)
  const listing = await listed(system, answer, board)
  const again = await listed(system, answer, board)
  for (const entry of listing.postings) accepted(entry, board)
  const isStable = Bun.deepEquals(listing.postings, again.postings)
  const withPlaces = listing.postings.filter(({ posting }) => posting?.places.length)
  return {
    postings: listing.postings.length,
    unreadable: listing.unreadable ?? [],
    isStable,
    withoutPlaces: listing.postings.length - withPlaces.length,
    withPay: listing.postings.filter(({ posting }) => posting?.salary).length,
  }
}
