import type { StoredValidators } from '../database/schema/collector-boards'
import type { LocationResolver } from '../locations/location-resolver'
import { quoteValue } from '../values/errors'
import { DAY_MS } from '../values/instant'
import { type BoardRow, countriesOf, type KnownPosting, toBoard } from './board-state'
import type { HttpClient } from './client'
import { NotChanged, Stopped, VendorBlocked } from './failures'
import { importLine, type LineContext, removalLine } from './import-line'
import { type Absences, type Hold, hashOf, judgeListing, judgeUnchanged } from './judge-listing'
import type { CollectedPosting, Fetch, ListedPosting, Listing, System } from './system'

/** Raise it when answers are read differently: all lists and details are then read and compared again. */
const READER_VERSION = 1

/** Details of one collection; the others come in the next, soon after. */
export const MAX_DETAILS = 500

/** Failures of details in a row after which the rest is left for the next collection. */
const MAX_DETAIL_FAILURES = 5

/** A posting that its own address called gone, and that the list still has, is asked for again after so long. */
const CLOSED_RETRY_MS = DAY_MS

/** A row to write, with the line to import before it. */
export interface PostingChange {
  posting: KnownPosting
  line?: string
}

/** A posting that left, with the line that removes it. */
export interface Removed {
  externalId: string
  line: string
}

/** What a collection found. `failed` covers everything that says nothing about the postings. */
export type Collected =
  | { kind: 'failed'; error: string; blockedUntil?: Date; isStopped: boolean }
  | { kind: 'missing'; reason: string; answers: number; removed: Removed[] }
  | { kind: 'held'; hold: Hold }
  | {
      kind: 'read'
      /** The list is the one that was last believed. */
      isUnchanged: boolean
      changes: PostingChange[]
      /** Postings that left: a line that removes each. */
      removed: Removed[]
      hasMissing: boolean
      count: number | undefined
      doubt: string | undefined
      boardName: string | undefined
      /** Some details are not read yet, and why, when it is a failure. */
      unfinished: { isPastLimit: boolean; error?: string; blockedUntil?: Date } | undefined
      /** Undefined: the next list is to be read in full. */
      remembered: { validators: Record<string, StoredValidators>; listHash: string } | undefined
    }

export interface CollectContext {
  system: System
  client: HttpClient
  resolver: LocationResolver
  now: () => Date
  /** No more details are fetched, and what is read is handed over. */
  stop?: AbortSignal | undefined
  maxDetails?: number
}

type Listed = Extract<Listing, { kind: 'listed' }>

/** Reads a board's list and the details of its new and changed postings, and decides what changes. Writes nothing. */
export async function collectBoard(
  row: BoardRow,
  known: readonly KnownPosting[],
  context: CollectContext,
): Promise<Collected> {
  const { system, client } = context
  const stored = row.listHash?.startsWith(`${READER_VERSION}:`) ? row.validators : null
  const session = client.session(system, stored ?? {})
  try {
    const listing = await system.list(toBoard(row), session.fetch)
    if (listing.kind === 'missing') return missing(row, known, listing.reason, context.now())
    return await readListing(row, known, unique(listing), { ...context, ...session })
  } catch (error) {
    if (error instanceof NotChanged) return unchanged(row, known, context.now())
    return failure(error)
  }
}

interface ReadContext extends CollectContext {
  fetch: Fetch
  validators: Record<string, StoredValidators>
}

async function readListing(
  row: BoardRow,
  known: readonly KnownPosting[],
  listing: Listed,
  context: ReadContext,
): Promise<Collected> {
  const listHash = hashListing(row, listing)
  const now = context.now()
  if (listHash === row.listHash) return unchanged(row, known, now)
  const verdict = judgeListing(row, known, listing, now)
  if (verdict.kind === 'held') return verdict
  const { absences, doubt } = verdict
  const reader = new PostingReader(row, known, listing, context)
  const entries = await reader.read()
  if (reader.isMassClosure) {
    return failure(new Error(`${reader.gone} of ${reader.asked} details do not exist`))
  }
  const read = new Set(entries.map(({ posting }) => posting.externalId))
  const isWhole = doubt === undefined && reader.unfinished === undefined
  return {
    kind: 'read',
    isUnchanged: false,
    changes: [...entries, ...marks(absences, now, read)],
    removed: removals(row, absences.removed),
    hasMissing: absences.missing.length > 0,
    count: listing.postings.length,
    doubt,
    boardName: listing.organization,
    unfinished: reader.unfinished,
    remembered: isWhole ? { validators: context.validators, listHash } : undefined,
  }
}

/** Answers that there is no such board, a day apart, after which it is dead and its postings have left. */
export const ANSWERS_TO_DEATH = 5

function missing(
  row: BoardRow,
  known: readonly KnownPosting[],
  reason: string,
  now: Date,
): Collected {
  // A collection before the board is due, which an operator asked for, does not count.
  const isCounted = row.missingAnswers === 0 || row.nextDue <= now
  const answers = row.missingAnswers + (isCounted ? 1 : 0)
  return {
    kind: 'missing',
    reason,
    answers,
    removed: answers >= ANSWERS_TO_DEATH ? removals(row, known) : [],
  }
}

function unchanged(row: BoardRow, known: readonly KnownPosting[], now: Date): Collected {
  const absences = judgeUnchanged(known, now)
  return {
    kind: 'read',
    isUnchanged: true,
    changes: [],
    removed: removals(row, absences.removed),
    hasMissing: absences.missing.length > 0,
    count: undefined,
    doubt: undefined,
    boardName: undefined,
    unfinished: undefined,
    remembered: { validators: row.validators ?? {}, listHash: row.listHash ?? '' },
  }
}

function removals(row: BoardRow, removed: readonly KnownPosting[]): Removed[] {
  const board = toBoard(row)
  return removed.map(({ externalId }) => ({
    externalId,
    line: removalLine(board, externalId, 'expired'),
  }))
}

/** The rows whose absence begins or ends, except those that are written anyway. */
function marks({ missing, back }: Absences, now: Date, read: ReadonlySet<string>): PostingChange[] {
  const begun = missing.filter(({ missingSince }) => missingSince === null)
  return [
    ...begun.map((posting) => ({ posting: { ...posting, missingSince: now } })),
    ...back
      .filter(({ externalId }) => !read.has(externalId))
      .map((posting) => ({ posting: { ...posting, missingSince: null } })),
  ]
}

/** Turns the new and changed entries of a list into lines. */
class PostingReader {
  asked = 0
  gone = 0
  unfinished: { isPastLimit: boolean; error?: string; blockedUntil?: Date } | undefined
  private failuresInRow = 0
  private readonly known: ReadonlyMap<string, KnownPosting>
  private readonly line: LineContext
  private readonly prefix: string

  constructor(
    row: BoardRow,
    known: readonly KnownPosting[],
    private readonly listing: Listed,
    private readonly context: ReadContext,
  ) {
    this.known = new Map(known.map((posting) => [posting.externalId, posting]))
    const boardName = listing.organization ?? row.boardName ?? undefined
    // What lines are made of beside the entry: a change of it writes all postings again.
    const settings = hashOf([JSON.stringify([row.organization, row.country, boardName])])
    this.prefix = `${READER_VERSION}.${settings}:`
    this.line = { board: toBoard(row), resolver: context.resolver, boardName }
  }

  /** A vendor that answers 404 for whatever is asked says nothing about single postings. */
  get isMassClosure(): boolean {
    return this.gone >= 5 && this.gone * 2 > this.asked
  }

  async read(): Promise<PostingChange[]> {
    const due = this.listing.postings.filter((entry) => this.isDue(entry))
    const changes: PostingChange[] = []
    // One after another: the parallel requests of a vendor are for its boards.
    for (const entry of due) {
      if (entry.posting !== undefined) changes.push(this.convert(entry, entry.posting))
      else if (!this.mayAsk()) this.unfinished ??= { isPastLimit: true }
      else changes.push(...(await this.ask(entry)))
    }
    return changes
  }

  private isDue(entry: ListedPosting): boolean {
    const known = this.known.get(entry.external_id)
    if (known === undefined || known.fingerprint !== this.prefix + entry.fingerprint) return true
    if (known.closedAt === null) return false
    return this.context.now().getTime() - known.closedAt.getTime() >= CLOSED_RETRY_MS
  }

  private mayAsk(): boolean {
    const { stop, maxDetails = MAX_DETAILS } = this.context
    const isOver = this.unfinished?.blockedUntil !== undefined || stop?.aborted === true
    return !isOver && this.failuresInRow < MAX_DETAIL_FAILURES && this.asked < maxDetails
  }

  private async ask(entry: ListedPosting): Promise<PostingChange[]> {
    const { system, fetch } = this.context
    if (system.detail === undefined) throw new Error(`${system.source} has no details`)
    this.asked += 1
    try {
      const posting = await system.detail(this.line.board, entry, fetch)
      this.failuresInRow = 0
      if (posting !== undefined) return [this.convert(entry, posting)]
      this.gone += 1
      return [this.close(entry)]
    } catch (error) {
      if (error instanceof Stopped) throw error
      this.failuresInRow += 1
      const { error: message, blockedUntil } = failure(error)
      this.unfinished = {
        isPastLimit: false,
        error: `posting ${entry.external_id}: ${message}`,
        ...(blockedUntil && { blockedUntil }),
      }
      return []
    }
  }

  private convert(entry: ListedPosting, collected: CollectedPosting): PostingChange {
    const before = this.known.get(entry.external_id)
    const posting = this.rowOf(entry)
    const known = before && countriesOf(before)
    const result = importLine(collected, known, this.line)
    if (result.kind === 'line') {
      const contentHash = Bun.hash.xxHash3(result.text).toString(36)
      const isSame = before?.contentHash === contentHash && before.closedAt === null
      const row = { ...posting, contentHash, countries: result.countries }
      return isSame ? { posting: row } : { posting: row, line: result.text }
    }
    const skipped = { ...posting, skipped: result.reason, skippedDetail: result.detail }
    const mayBeWritten = known !== undefined || before?.fingerprint === ''
    if (result.reason === 'unresolved' || !mayBeWritten) return { posting: skipped }
    return {
      posting: skipped,
      line: removalLine(this.line.board, entry.external_id, 'excluded'),
    }
  }

  /** Its own address says that it is gone. */
  private close(entry: ListedPosting): PostingChange {
    const posting = { ...this.rowOf(entry), closedAt: this.context.now() }
    if (!this.known.has(entry.external_id)) return { posting }
    return { posting, line: removalLine(this.line.board, entry.external_id, 'expired') }
  }

  private rowOf({ external_id, fingerprint }: ListedPosting): KnownPosting {
    return {
      externalId: external_id,
      fingerprint: this.prefix + fingerprint,
      contentHash: null,
      countries: null,
      missingSince: null,
      closedAt: null,
      skipped: null,
      skippedDetail: null,
    }
  }
}

/** The operator's settings are part of it, so that changing them writes the board again. */
function hashListing(row: BoardRow, { postings, organization, unreadable = [] }: Listed): string {
  const entries = [
    ...postings.map(({ external_id, fingerprint }) => JSON.stringify([external_id, fingerprint])),
    ...unreadable.map(({ external_id }) => JSON.stringify([external_id])),
  ]
  const { settings, country } = row
  const more = JSON.stringify([organization, settings, row.organization, country])
  return `${READER_VERSION}:${hashOf([...entries, more])}`
}

const MAX_ID_LENGTH = 2000

/** The first entry of an id counts; one whose id cannot be stored is unreadable. */
function unique(listing: Listed): Listed {
  const byId = new Map<string, ListedPosting>()
  const unreadable = [...(listing.unreadable ?? [])]
  for (const entry of listing.postings) {
    const id = entry.external_id
    if (id.trim() === '' || id.length > MAX_ID_LENGTH || id.includes('\0')) {
      unreadable.push({ reason: `the id is ${quoteValue(id)}` })
    } else if (!byId.has(id)) byId.set(id, entry)
  }
  return { ...listing, postings: [...byId.values()], unreadable }
}

export function failure(error: unknown): Extract<Collected, { kind: 'failed' }> {
  const message = error instanceof Error ? error.message : String(error)
  return {
    kind: 'failed',
    error: message,
    isStopped: error instanceof Stopped,
    ...(error instanceof VendorBlocked && { blockedUntil: error.until }),
  }
}
