import type { LocationResolver } from '../locations/location-resolver'
import { DAY_MS } from '../values/instant'
import { type BoardRow, countriesOf, type KnownPosting, toBoard } from './board-state'
import { failure, type PostingChange } from './collected'
import { Stopped } from './failures'
import { importLine, type LineContext, removalLine } from './import-line'
import { hashOf } from './judge-listing'
import type { CollectedPosting, Fetch, ListedPosting, Listing, System } from './system'

/** Raise it when answers are read differently: all lists and details are then read and compared again. */
export const READER_VERSION = 1

/** Details of one collection; the others come in the next, soon after. */
const MAX_DETAILS = 500

/** Failures of details in a row after which the rest is left for the next collection. */
const MAX_DETAIL_FAILURES = 5

/** A posting that its own address called gone, and that the list still has, is asked for again after so long. */
const CLOSED_RETRY_MS = DAY_MS

type Listed = Extract<Listing, { kind: 'listed' }>

export interface ReadContext {
  system: System
  resolver: LocationResolver
  now: () => Date
  fetch: Fetch
  /** Fetches no more details, and hands over the postings already read. */
  stop?: AbortSignal | undefined
  maxDetails?: number
}

/** Turns the new and changed entries of a list into lines. */
export class PostingReader {
  asked = 0
  gone = 0
  unfinished: { isPastLimit: boolean; error?: string; blockedUntil?: Date } | undefined
  private failuresInRow = 0
  private readonly known: ReadonlyMap<string, KnownPosting>
  private readonly line: LineContext
  /** Begins the fingerprints of all postings that this reader reads. */
  readonly prefix: string

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

  /** The row of an entry, and the line if its content is new. */
  convert(entry: ListedPosting, collected: CollectedPosting): PostingChange {
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
      dueAt: null,
      skipped: null,
      skippedDetail: null,
    }
  }
}
