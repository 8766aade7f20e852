import { Unreadable } from '../answers/within-limit'
import type { BoardRow, KnownPosting } from '../board/board-state'
import { type Collected, countWithoutPosting, failure, type Unfinished } from '../board/collected'
import { RobotsForbid, whyUnasked } from '../failures'
import type { Preference } from '../judge/exclude-preferred'
import { BUDGET, MAX_FAILURES } from '../read/detail-reader'
import type { ReadContext } from '../read/posting-reader'
import type { PageAnswer, System } from '../system'
import {
  afterEmpty,
  afterFailure,
  afterForbidden,
  afterUnreadable,
  confirmationAt,
  holdsPosting,
  isAwaited,
  isInCatalogue,
  isUnread,
} from './page-state'
import { SitePages } from './site-pages'

export interface TurnContext extends ReadContext, Preference {
  readPage: NonNullable<System['readPage']>
}

export interface SitemapResult {
  count?: number
  incompleteReason?: string | undefined
  error?: string
}

/** Pages that are read although they are not due, to see whether the site answers well. */
const MAX_CONTROLS = 5

/** Reads pages, records their answers, and decides at the end which postings left. */
export class SiteTurn {
  readonly pages: SitePages
  private readonly gone: KnownPosting[] = []
  private readonly postponed = new Set<string>()
  private readonly requestedIds = new Set<string>()
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
    this.pages = new SitePages(row, known, context)
  }

  async read(): Promise<void> {
    const { now, stop, budget = BUDGET } = this.context
    const start = now().getTime()
    const isOver = () =>
      stop?.aborted === true ||
      this.requestedIds.size >= budget.details ||
      this.unfinished !== undefined ||
      now().getTime() - start >= budget.ms
    // Pages that are put off are appended while the queue is read.
    const queue = this.pages.due()
    for (const id of queue) {
      if (isOver()) break
      const row = this.pages.get(id)
      if (row !== undefined && (await this.readPage(row)) === 'later') queue.push(id)
    }
    const controls = this.gone.length > this.answered ? this.controls() : []
    for (const row of controls) {
      if (!isOver() && this.gone.length > this.answered) await this.readPage(row)
    }
    this.judgeGone()
    if (this.pages.due().length > 0) this.unfinished ??= { isPastLimit: true }
    const isConfirmed = !this.pages.values().some(isAwaited)
    if (!isConfirmed) this.unfinished ??= { isPastLimit: false, retryAt: confirmationAt(now()) }
  }

  /** `list`: of the sitemaps, if this turn asked for them; `error`: why they could not be read. */
  result(list: SitemapResult | undefined): Collected {
    const { changes, removed } = this.pages
    const error = this.understood > 0 ? undefined : this.failureOf(list)
    const unfinished =
      error === undefined ? this.unfinished : { ...this.unfinished, isPastLimit: false, error }
    const isUnderstood = error === undefined && (this.understood > 0 || list !== undefined)
    if (list === undefined) return { kind: 'details', isUnderstood, changes, unfinished }
    return {
      kind: 'read',
      isUnchanged: false,
      isUnderstood,
      changes,
      removed,
      hasUnlisted: false,
      count: list.count,
      listsWithoutPosting: countWithoutPosting(this.row, this.pages.values()),
      incompleteReason: list.error ?? list.incompleteReason,
      boardName: undefined,
      unfinished,
      remembered: undefined,
    }
  }

  /** Why nothing of a turn was understood. Pages that fail beside sitemaps that were read are asked again later. */
  private failureOf(list: SitemapResult | undefined): string | undefined {
    return this.refusal ?? (list === undefined ? this.failed : list.error)
  }

  /** Other postings, read to see whether the site answers well while some are gone. */
  private controls(): KnownPosting[] {
    const others = this.pages.values().filter((row) => isInCatalogue(row) && !isAwaited(row))
    return [...others]
      .filter(({ externalId }) => !this.requestedIds.has(externalId))
      .slice(0, MAX_CONTROLS)
  }

  private async readPage(row: KnownPosting): Promise<'done' | 'later'> {
    const { board, readPage, now, fetch } = this.context
    this.requestedIds.add(row.externalId)
    try {
      const answer = await readPage(board, row.externalId, now(), fetch)
      this.failuresInRow = 0
      if (answer.kind === 'empty' && answer.isRefused) this.refusal = answer.reason
      else this.understood += 1
      if (answer.kind === 'posting') return this.takePosting(row, answer)
      this.keepEmptyPage(row, answer)
    } catch (error) {
      this.fail(row, error)
    }
    return 'done'
  }

  private takePosting(
    row: KnownPosting,
    { posting, validThrough, copyOf }: Extract<PageAnswer, { kind: 'posting' }>,
  ): 'done' | 'later' {
    const original = copyOf === undefined ? undefined : this.pages.get(copyOf)
    if (original !== undefined && !isInCatalogue(row)) {
      const id = row.externalId
      if (holdsPosting(original)) {
        this.pages.keep(row, afterEmpty)
        return 'done'
      }
      if (isUnread(original) && !this.postponed.has(id)) {
        this.postponed.add(id)
        return 'later'
      }
    }
    this.answered += 1
    this.pages.keepPosting(row, posting, validThrough)
    return 'done'
  }

  /** A page without a posting is proof that one left only when the sitemaps lack the page too. */
  private keepEmptyPage(row: KnownPosting, answer: Exclude<PageAnswer, { kind: 'posting' }>): void {
    if (!isInCatalogue(row)) this.pages.keep(row, afterEmpty)
    else if (answer.kind === 'gone' || row.unlistedSince !== null) this.gone.push(row)
    else this.pages.keep(row, (page, now) => afterUnreadable(page, now, answer.reason))
  }

  /** Decided at the end of the turn: many at once are believed later. */
  private judgeGone(): void {
    const isMass = this.gone.length > this.answered
    for (const row of this.gone) {
      if (this.context.isSuspect) this.pages.keep(row, afterFailure)
      else this.pages.close(row, isMass)
    }
  }

  private fail(row: KnownPosting, error: unknown): void {
    const why = whyUnasked(error)
    if (why === 'stopped') throw error
    if (why === 'requests spent') {
      this.unfinished = { isPastLimit: true }
      return
    }
    const { error: message, blockedUntil } = failure(error, this.context.system)
    if (error instanceof RobotsForbid) {
      this.pages.keep(row, (page, now) => afterForbidden(page, now, message))
      return
    }
    if (error instanceof Unreadable) {
      // One such page ends the turn: the next would hold the collector as long.
      this.pages.keep(row, (page, now) => afterUnreadable(page, now, message))
      this.unfinished = { isPastLimit: false, error: `page ${row.externalId}: ${message}` }
      return
    }
    if (why === undefined) this.pages.keep(row, afterFailure)
    this.failuresInRow += 1
    this.failed = `page ${row.externalId}: ${message}`
    if (blockedUntil === undefined && this.failuresInRow < MAX_FAILURES) return
    const issue = { isPastLimit: false, error: this.failed }
    this.unfinished = { ...issue, ...(blockedUntil && { blockedUntil }) }
  }
}
