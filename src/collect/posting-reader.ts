import type { LocationResolver } from '../locations/location-resolver'
import type { Country } from '../values/country'
import { DAY_MS, MINUTE_MS } from '../values/instant'
import { Unreadable, withinLimit } from './answers/within-limit'
import { ON_NO_OTHER, otherBoardOf } from './board-of-address'
import {
  type BoardRow,
  countriesOf,
  isToImport,
  isWaiting,
  type KnownPosting,
  NOT_READ,
  toBoard,
} from './board-state'
import { failure, type PostingChange, type Unfinished } from './collected'
import { Stopped } from './http/failures'
import { importLine, type LineContext, type PostingLine, removalLine } from './import-line'
import { hashOf } from './judge-listing'
import { contentKey } from './renamed-ids'
import type { CollectedPosting, Fetch, ListedPosting, System } from './system'

/** Raise it when answers are read differently: all lists and details are then read and compared again. */
export const READER_VERSION = 4

/**
 * The details or pages of one collection: it ends soon, so that what is read is written, and the board goes on in another, after
 * the boards that are longer due.
 */
export interface DetailBudget {
  details: number
  ms: number
}

export const BUDGET: DetailBudget = { details: 500, ms: 5 * MINUTE_MS }

/** Failures of details or pages in a row after which the rest is left for another collection. */
export const MAX_FAILURES = 5

/** A posting that its own address called gone, and that the list still has, is asked for again after so long. */
const CLOSED_RETRY_MS = DAY_MS

const GONE_DETAIL =
  'the list has it, and its own address answers that it is gone; it is asked for again after a day'

export interface ReadContext {
  system: System
  /** Those of all boards, whose addresses postings may have. */
  systems: readonly System[]
  resolver: LocationResolver
  now: () => Date
  fetch: Fetch
  /** Fetches no more details, and hands over the postings already read. */
  stop?: AbortSignal | undefined
  budget?: DetailBudget | undefined
}

/** Turns entries of a list into lines, with as many details as the budget allows; the others wait. */
export class PostingReader {
  private asked = 0
  private failuresInRow = 0
  private isPastLimit = false
  private waits = false
  private error: string | undefined
  private blockedUntil: Date | undefined
  private readonly start: Date
  private readonly known: ReadonlyMap<string, KnownPosting>
  private readonly line: LineContext
  /** Begins the fingerprints of all postings that this reader reads. */
  readonly prefix: string

  constructor(
    row: BoardRow,
    known: readonly KnownPosting[],
    boardName: string | undefined,
    private readonly context: ReadContext,
  ) {
    this.start = context.now()
    this.known = new Map(known.map((posting) => [posting.externalId, posting]))
    // What lines are made of beside the entry: a change of it writes all postings again.
    const settings = hashOf([JSON.stringify([row.organization, row.country, boardName])])
    this.prefix = `${READER_VERSION}.${settings}:`
    this.line = { board: toBoard(row), resolver: context.resolver, boardName }
  }

  get unfinished(): Unfinished | undefined {
    if (!this.waits) return undefined
    const { isPastLimit, error, blockedUntil } = this
    return { isPastLimit, ...(error && { error }), ...(blockedUntil && { blockedUntil }) }
  }

  /** Reads the new and changed entries of a list. */
  async readListed(entries: readonly ListedPosting[]): Promise<PostingChange[]> {
    const stamped = entries.map((entry) => ({
      ...entry,
      fingerprint: this.prefix + entry.fingerprint,
    }))
    const due = stamped.filter((entry) => this.isDue(entry))
    const isDue = new Set(due.map(({ external_id }) => external_id))
    // Changed and changed back before the details were read.
    const settled = stamped.flatMap(({ external_id }) => {
      const known = this.known.get(external_id)
      return known?.waitingFingerprint && !isDue.has(external_id) ? [known] : []
    })
    return [
      ...(await this.read(due)),
      ...settled.map((posting) => ({ posting: { ...posting, ...LISTED } })),
    ]
  }

  /** Reads details that earlier collections left. */
  async readWaiting(): Promise<PostingChange[]> {
    const waiting = [...this.known.values()].filter(isWaiting)
    return await this.read(
      waiting.map(({ externalId, waitingFingerprint, reference }) => ({
        external_id: externalId,
        fingerprint: waitingFingerprint ?? '',
        ...(reference !== null && { reference }),
      })),
    )
  }

  private isDue(entry: ListedPosting): boolean {
    const known = this.known.get(entry.external_id)
    if (known === undefined || known.fingerprint !== entry.fingerprint) return true
    return isClosedDue(known, this.context.now())
  }

  /** Several details at a time, as the vendor allows. The changes are in the order of the entries. */
  private async read(entries: readonly ListedPosting[]): Promise<PostingChange[]> {
    const details = new Map<ListedPosting, CollectedPosting | 'gone'>()
    // In random order, so that details that fail each time do not keep the others from being read.
    const queue = shuffled(entries.filter(({ posting }) => posting === undefined))
    const work = async (): Promise<void> => {
      for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
        const detail = await this.ask(entry)
        if (detail !== undefined) details.set(entry, detail)
      }
    }
    await Promise.all(Array.from({ length: this.context.system.limits.maxParallel }, work))
    const gone = [...details.values()].filter((detail) => detail === 'gone').length
    // A vendor that answers 404 for whatever is asked says nothing about single postings.
    const isMassClosure = gone >= 5 && gone * 2 > this.asked
    if (isMassClosure) {
      this.isPastLimit = false
      this.error = `${gone} of ${this.asked} details do not exist`
    }
    const changes: PostingChange[] = []
    let pausedAt = performance.now()
    for (const entry of entries) {
      if (performance.now() - pausedAt > SLICE_MS) {
        await Bun.sleep(0)
        pausedAt = performance.now()
      }
      const posting = entry.posting ?? details.get(entry)
      if (posting === undefined || (posting === 'gone' && isMassClosure)) {
        changes.push(...this.wait(entry))
      } else changes.push(posting === 'gone' ? this.close(entry) : this.convert(entry, posting))
    }
    return changes
  }

  /** Undefined when the entry has to wait. */
  private async ask(entry: ListedPosting): Promise<CollectedPosting | 'gone' | undefined> {
    if (!this.mayAsk()) return undefined
    const { system, fetch } = this.context
    if (system.detail === undefined) throw new Error(`${system.source} has no details`)
    this.asked += 1
    try {
      const posting = await system.detail(this.line.board, entry, fetch)
      this.failuresInRow = 0
      return posting ?? 'gone'
    } catch (error) {
      if (error instanceof Stopped) throw error
      this.failuresInRow += 1
      const { error: message, blockedUntil } = failure(error)
      this.error = `posting ${entry.external_id}: ${message}`
      this.blockedUntil ??= blockedUntil
      return undefined
    }
  }

  private mayAsk(): boolean {
    const { stop, now, budget = BUDGET } = this.context
    if (this.blockedUntil !== undefined || this.failuresInRow >= MAX_FAILURES) {
      this.isPastLimit = false
      return false
    }
    const isOver = now().getTime() - this.start.getTime() >= budget.ms
    if (!isOver && this.asked < budget.details && stop?.aborted !== true) return true
    this.isPastLimit = true
    return false
  }

  /** The posting stays as it is until its details are read. */
  private wait({ external_id, fingerprint, ...entry }: ListedPosting): PostingChange[] {
    this.waits = true
    const reference = entry.reference ?? null
    const before = this.known.get(external_id)
    const isNoted =
      before?.waitingFingerprint === fingerprint &&
      before.reference === reference &&
      before.unlistedSince === null
    if (isNoted) return []
    const posting = before ?? this.rowOf({ external_id, fingerprint: NOT_READ })
    return [{ posting: { ...posting, ...LISTED, waitingFingerprint: fingerprint, reference } }]
  }

  /** The row of an entry, and the line if its content is new. */
  convert(entry: ListedPosting, collected: CollectedPosting): PostingChange {
    const before = this.known.get(entry.external_id)
    const { board } = this.line
    const addresses = [collected.apply_url, collected.url]
    const posting = {
      ...this.rowOf(entry),
      ...otherBoardOf(addresses, board, this.context.systems),
    }
    const known = before && countriesOf(before)
    const result = this.lineOf(collected, known)
    if (result.kind === 'line') {
      const contentHash = `${hashOf([result.text])}.${contentKey(collected) ?? ''}`
      const isSame = before?.contentHash === contentHash && before.closedAt === null
      const row = { ...posting, contentHash, countries: result.countries }
      return isSame ? { posting: row } : { posting: row, line: result.text }
    }
    const skipped = { ...posting, skipped: result.reason, skippedDetail: result.detail }
    const mayBeIn = known !== undefined || (before !== undefined && isToImport(before))
    if (result.reason !== 'foreign' || !mayBeIn) return { posting: skipped }
    return {
      posting: skipped,
      line: removalLine(board, entry.external_id, 'excluded'),
    }
  }

  private lineOf(
    posting: CollectedPosting,
    known: readonly Country[] | undefined,
  ): PostingLine | UnreadableLine {
    try {
      return withinLimit(() => importLine(posting, known, this.line))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { kind: 'skipped', reason: 'unreadable', detail: error.message }
    }
  }

  /** Its own address says that it is gone. */
  private close(entry: ListedPosting): PostingChange {
    const posting: KnownPosting = {
      ...this.rowOf(entry),
      closedAt: this.context.now(),
      skipped: 'gone',
      skippedDetail: GONE_DETAIL,
    }
    if (!this.known.get(entry.external_id)?.countries) return { posting }
    return { posting, line: removalLine(this.line.board, entry.external_id, 'expired') }
  }

  private rowOf({ external_id, fingerprint, posting, reference }: ListedPosting): KnownPosting {
    return {
      externalId: external_id,
      fingerprint,
      contentHash: null,
      countries: null,
      closedAt: null,
      dueAt: null,
      skipped: null,
      skippedDetail: null,
      ...ON_NO_OTHER,
      ...LISTED,
      // Details need it no more; the other id of a posting that was renamed stays.
      ...(posting !== undefined && reference !== undefined && { reference }),
    }
  }
}

type UnreadableLine = { kind: 'skipped'; reason: 'unreadable'; detail: string }

/** How long postings are made into lines until requests and signals get their turn. */
const SLICE_MS = 100

/** Whether a posting that its own address called gone is asked for again, if the list still has it. */
export function isClosedDue({ closedAt }: KnownPosting, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() >= CLOSED_RETRY_MS
}

/** A posting that is listed and has nothing to be read. */
const LISTED = { unlistedSince: null, waitingFingerprint: null, reference: null }

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
