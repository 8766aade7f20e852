import { decompressed, type FileLine, readLines } from '../../catalogue/import/line/read-lines'
import type { Posting } from '../../catalogue/import/posting'
import { LocationResolver } from '../../text/locations/location-resolver'
import { CAREER_PAGE } from '../../values/source'
import { textAt, webAddress } from '../answers/members'
import { toPosting } from '../answers/schema-org/job-posting'
import { Unreadable, withinLimit } from '../answers/within-limit'
import { type LineToImport, printLine } from '../board/line-to-import'
import { importLine, type LineContext } from '../read/import-line'
import type { Board, CollectedPosting, PublishedPlace } from '../system'
import { FeedReader, feedPosting } from './indeed-feed'
import { readJobPostings } from './job-posting-file'

export const FILE_FORMATS = ['indeed', 'jobposting'] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

/**
 * The lines to import of a file in another format, numbered by posting. Without a board, a JobPosting is of the career page that its
 * address is on.
 */
export async function* readPostingFile(
  file: ReadableStream<Uint8Array>,
  format: FileFormat,
  board: Board | undefined,
  now: Date,
): AsyncGenerator<FileLine> {
  const context = { resolver: new LocationResolver(), boardName: undefined, now }
  const read = format === 'indeed' ? feedPostings(file) : jobPostings(file)
  let number = 0
  for await (const { position, ...found } of read) {
    number += 1
    if ('issue' in found) yield { number, position, issue: found.issue }
    else yield { number, position, ...lineOf(found.posting, board, context) }
  }
}

type FilePosting = ({ posting: CollectedPosting } | { issue: string }) & { position: number }

async function* feedPostings(file: ReadableStream<Uint8Array>): AsyncGenerator<FilePosting> {
  const reader = new FeedReader()
  let position = 0
  async function* counted() {
    for await (const chunk of file) {
      position += chunk.length
      yield chunk
    }
  }
  for await (const chunk of decompressed(counted())) {
    for (const job of reader.push(chunk)) yield { position, ...postingOf(() => feedPosting(job)) }
  }
  reader.end()
}

async function* jobPostings(file: ReadableStream<Uint8Array>): AsyncGenerator<FilePosting> {
  for await (const { position, ...found } of readJobPostings(readLines(file))) {
    if ('issue' in found) yield { position, issue: found.issue }
    else yield { position, ...postingOf(() => postingOfJob(found.job)) }
  }
}

function postingOfJob(job: unknown): CollectedPosting | undefined {
  const address = webAddress(textAt(job, 'url') ?? textAt(job, '@id'))
  return address === undefined ? undefined : toPosting(job, address)
}

function postingOf(read: () => CollectedPosting | undefined) {
  try {
    const posting = withinLimit(read)
    return posting === undefined ? { issue: 'it lacks a title or a url' } : { posting }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { issue: error.message }
  }
}

function lineOf(
  posting: CollectedPosting,
  named: Board | undefined,
  context: Omit<LineContext, 'board'>,
): LineToImport | { issue: string } {
  const board = named ?? { source: CAREER_PAGE, slug: new URL(posting.url).host }
  try {
    const line = withinLimit(() => importLine(posting, undefined, { ...context, board }))
    return line.kind === 'line' ? line.line : elsewhere(posting, board)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { issue: error.message }
  }
}

/** A posting in neither country, with its places as published: the importer excludes its job, or rejects it. */
function elsewhere({ places, ...posting }: CollectedPosting, board: Board): LineToImport {
  const { source, slug } = board
  const locations = places.map((place) => ({ address: addressOf(place) }))
  return printLine({ source, source_slug: slug, ...posting, locations })
}

function addressOf(
  place: PublishedPlace,
): NonNullable<NonNullable<Posting['locations']>[number]['address']> {
  if (!('address' in place)) return { addressLocality: place.text }
  const { city, region, country } = place.address
  return {
    ...(city && { addressLocality: city }),
    ...(region && { addressRegion: region }),
    ...(country && { addressCountry: country }),
  }
}
