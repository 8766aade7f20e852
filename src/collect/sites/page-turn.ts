import { Unreadable } from '../answers/within-limit'
import { type BoardRow, type KnownPosting, toBoard } from '../board-state'
import {
  type Collected,
  countWithoutPosting,
  failure,
  type PostingChange,
  type Removed,
  type Unfinished,
} from '../collected'
import { RobotsForbid, Stopped, VendorBlocked } from '../http/failures'
import { removalLine } from '../import-line'
import { BUDGET, MAX_FAILURES, PostingReader, type ReadContext } from '../posting-reader'
import type { Board, PageAnswer, System } from '../system'
import { compareSitemaps } from './page-listing'
import { duePages } from './page-queue'
import {
  afterEmpty,
  afterFailure,
  afterForbidden,
  afterGone,
  afterUnreadable,
  confirmationAt,
  dueWithPosting,
  holdsPosting,
  isAwaited,
  isInCatalogue,
  isUnread,
} from './page-state'

export interface TurnContext extends ReadContext {
  readPage: NonNullable<System['readPage']>
}

export interface SitemapResult {
  count?: number
  doubt?: string | undefined
  error?: string
}

/** Pages that are read although they are not due, to see whether the site answers well. */
const MAX_CONTROLS = 5

/** Reads pages, keeps what they say, and decides at the end which postings left. */
export class PageTurn {
  private readonly rows: Map<string, KnownPosting>
  private readonly changes = new Map<string, PostingChange>()
  private readonly removed: Removed[] = []
  private readonly gone: KnownPosting[] = []
  private readonly postponed = new Set<string>()
  private readonly reader: PostingReader
  private readonly board: Board
  private readonly asked = new Set<string>()
  private answered = 0
  private failuresInRow = 0
  /** Answers of the site itself. */
  understood = 0
  /** Why the last page could not be asked for where it redirects to. */
  private refusal: string | undefined
  /** Why the last page that failed was not answered. */
  private failed: string | undefined
  private unfinished: Unfinished | undefined

  constructor(
    private readonly row: BoardRow,
    known: readonly KnownPosting[],
    private readonly context: TurnContext,
  ) {
    this.board = toBoard(row)
    this.rows = new Map(known.map((page) => [page.externalId, page]))
    this.reader = new PostingReader(row, known, row.boardName ?? undefined, context)
  }

  compare(list: Parameters<typeof compareSitemaps>[1]): void {
    const { prefix } = this.reader
    const { rows, forgotten } = compareSitemaps(this.rows, list, prefix, this.context.now())
    for (const row of rows) this.keep(row)
    for (const { externalId } of forgotten) this.remove(externalId)
  }

  async read(): Promise<void> {
    const { now, stop, budget = BUDGET } = this.context
    const start = now().getTime()
    const isOver = () =>
      stop?.aborted === true ||
      this.asked.size >= budget.details ||
      this.unfinished !== undefined ||
      now().getTime() - start >= budget.ms
    // Pages that are put off are appended while the queue is read.
    const queue = this.queue()
    for (const id of queue) {
      if (isOver()) break
      const row = this.rows.get(id)
      if (row !== undefined && (await this.ask(row)) === 'later') queue.push(id)
    }
    const controls = this.gone.length > this.answered ? this.controls() : []
    for (const row of controls) {
      if (!isOver() && this.gone.length > this.answered) await this.ask(row)
    }
    this.judgeGone()
    if (this.queue().length > 0) this.unfinished ??= { isPastLimit: true }
    const isConfirmed = !this.rows.values().some(isAwaited)
    if (!isConfirmed) this.unfinished ??= { isPastLimit: false, retryAt: confirmationAt(now()) }
  }

  /** `listing`: of the sitemaps, if this turn asked for them; `error`: why they could not be read. */
  result(listing: SitemapResult | undefined): Collected {
    const changes = [...this.changes.values()]
    const { removed } = this
    const error = this.understood > 0 ? undefined : this.failureOf(listing)
    const unfinished =
      error === undefined ? this.unfinished : { ...this.unfinished, isPastLimit: false, error }
    const isUnderstood = error === undefined && (this.understood > 0 || listing !== undefined)
    if (listing === undefined) return { kind: 'details', isUnderstood, changes, unfinished }
    return {
      kind: 'read',
      isUnchanged: false,
      isUnderstood,
      changes,
      removed,
      hasUnlisted: false,
      count: listing.count,
      listsWithoutPosting: countWithoutPosting(this.row, this.rows.values()),
      doubt: listing.error ?? listing.doubt,
      boardName: undefined,
      unfinished,
      remembered: undefined,
    }
  }

  /** Why nothing of a turn was understood. Pages that fail beside sitemaps that were read are asked again later. */
  private failureOf(listing: SitemapResult | undefined): string | undefined {
    return this.refusal ?? (listing === undefined ? this.failed : listing.error)
  }

  private queue(): string[] {
    return duePages(this.rows.values(), this.reader.prefix, this.context.now())
  }

  /** Other postings, read to see whether the site answers well while some are gone. */
  private controls(): KnownPosting[] {
    const others = this.rows.values().filter((row) => isInCatalogue(row) && !isAwaited(row))
    return [...others]
      .filter(({ externalId }) => !this.asked.has(externalId))
      .slice(0, MAX_CONTROLS)
  }

  private async ask(row: KnownPosting): Promise<'done' | 'later'> {
    const { readPage, now, fetch } = this.context
    this.asked.add(row.externalId)
    try {
      const answer = await readPage(this.board, row.externalId, now(), fetch)
      this.failuresInRow = 0
      if (answer.kind === 'empty' && answer.isRefused) this.refusal = answer.reason
      else this.understood += 1
      if (answer.kind === 'posting') return this.takePosting(row, answer)
      this.takeNone(row, answer)
    } catch (error) {
      this.fail(row, error)
    }
    return 'done'
  }

  private takePosting(
    row: KnownPosting,
    { posting, validThrough, copyOf }: Extract<PageAnswer, { kind: 'posting' }>,
  ): 'done' | 'later' {
    const original = copyOf === undefined ? undefined : this.rows.get(copyOf)
    if (original !== undefined && !isInCatalogue(row)) {
      const id = row.externalId
      if (holdsPosting(original)) {
        this.keep(afterEmpty(this.current(row), this.context.now()))
        return 'done'
      }
      if (isUnread(original) && !this.postponed.has(id)) {
        this.postponed.add(id)
        return 'later'
      }
    }
    this.answered += 1
    const entry = { external_id: row.externalId, fingerprint: this.reader.prefix + lastmodOf(row) }
    const change = this.reader.convert(entry, posting)
    const dueAt = dueWithPosting(change.posting, this.context.now(), validThrough)
    const read = { ...change.posting, unlistedSince: row.unlistedSince, dueAt }
    this.rows.set(row.externalId, read)
    this.changes.set(row.externalId, { ...change, posting: read })
    return 'done'
  }

  /** A page without a posting is proof that one left only when the sitemaps lack the page too. */
  private takeNone(row: KnownPosting, answer: Exclude<PageAnswer, { kind: 'posting' }>): void {
    const now = this.context.now()
    if (!isInCatalogue(row)) this.keep(afterEmpty(this.current(row), now))
    else if (answer.kind === 'gone' || row.unlistedSince !== null) this.gone.push(row)
    else this.keep(afterUnreadable(this.current(row), now, answer.reason))
  }

  /** Decided at the end of the turn: many at once are believed later. */
  private judgeGone(): void {
    const now = this.context.now()
    const isMass = this.gone.length > this.answered
    for (const row of this.gone) {
      const result = afterGone(this.current(row), now, isMass)
      this.keep(result.row)
      if (!result.removed) continue
      const posting = { ...result.row, fingerprint: this.reader.prefix + lastmodOf(row) }
      this.rows.set(row.externalId, posting)
      const line = removalLine(this.board, row.externalId, 'expired')
      this.changes.set(row.externalId, { posting, line })
    }
  }

  private fail(row: KnownPosting, error: unknown): void {
    const { now } = this.context
    if (error instanceof Stopped) throw error
    const { error: message, blockedUntil } = failure(error)
    if (error instanceof RobotsForbid) {
      this.keep(afterForbidden(this.current(row), now(), message))
      return
    }
    if (error instanceof Unreadable) {
      // One such page ends the turn: the next would hold the collector as long.
      this.keep(afterUnreadable(this.current(row), now(), message))
      this.unfinished = { isPastLimit: false, error: `page ${row.externalId}: ${message}` }
      return
    }
    if (!(error instanceof VendorBlocked)) this.keep(afterFailure(this.current(row), now()))
    this.failuresInRow += 1
    this.failed = `page ${row.externalId}: ${message}`
    if (blockedUntil === undefined && this.failuresInRow < MAX_FAILURES) return
    const issue = { isPastLimit: false, error: this.failed }
    this.unfinished = { ...issue, ...(blockedUntil && { blockedUntil }) }
  }

  /** The row as one that was read with the present settings. */
  private current(row: KnownPosting): KnownPosting {
    return { ...row, fingerprint: this.reader.prefix + lastmodOf(row) }
  }

  private keep(row: KnownPosting): void {
    this.rows.set(row.externalId, row)
    this.changes.set(row.externalId, { posting: row })
  }

  private remove(externalId: string): void {
    this.rows.delete(externalId)
    this.removed.push({ externalId, line: removalLine(this.board, externalId, 'expired') })
  }
}

/** The fingerprint without the reader's prefix. */
function lastmodOf({ fingerprint }: KnownPosting): string {
  return fingerprint.slice(fingerprint.indexOf(':') + 1)
}
