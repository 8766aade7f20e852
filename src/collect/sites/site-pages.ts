import type { BoardRow, KnownPosting } from '../board/board-state'
import type { PostingChange, Removed } from '../board/collected'
import { removalLine } from '../board/line-to-import'
import { comparePostings } from '../judge/compare-postings'
import type { Preference } from '../judge/exclude-preferred'
import { type ConvertContext, PostingConverter } from '../read/posting-converter'
import { fingerprintPrefix } from '../read/posting-reader'
import type { Board, CollectedPosting } from '../system'
import { compareSitemaps } from './compare-sitemaps'
import { duePages } from './page-queue'
import { afterGone, dueWithPosting } from './page-state'

/** The pages of a site as they are known, and what one turn changes of them. */
export class SitePages {
  private readonly rows: Map<string, KnownPosting>
  private readonly changed = new Map<string, PostingChange>()
  private readonly board: Board
  private readonly prefix: string
  private readonly converter: PostingConverter
  /** Those that the sitemaps lack and that are forgotten. */
  readonly removed: Removed[] = []

  constructor(
    row: BoardRow,
    private readonly known: readonly KnownPosting[],
    private readonly context: ConvertContext & Preference,
  ) {
    const boardName = row.boardName ?? undefined
    const before = new Map(known.map((page) => [page.externalId, page]))
    this.rows = new Map(before)
    this.board = context.board
    this.prefix = fingerprintPrefix(row, boardName)
    this.converter = new PostingConverter(this.board, before, boardName, context)
  }

  get(externalId: string): KnownPosting | undefined {
    return this.rows.get(externalId)
  }

  values(): MapIterator<KnownPosting> {
    return this.rows.values()
  }

  get changes(): PostingChange[] {
    return comparePostings(this.known, [...this.changed.values()], this.context)
  }

  /** The pages that are due, in the order in which they are read. */
  due(): string[] {
    return duePages(this.values(), this.prefix, this.context.now())
  }

  compare(list: Parameters<typeof compareSitemaps>[1]): void {
    const { rows, forgotten } = compareSitemaps(this.rows, list, this.prefix, this.context.now())
    for (const posting of rows) this.change({ posting })
    for (const { externalId } of forgotten) {
      this.rows.delete(externalId)
      const line = removalLine(this.board, externalId, 'expired')
      this.removed.push({ externalId, line })
    }
  }

  /** Records the answer of a page. */
  keep(row: KnownPosting, after: (row: KnownPosting, now: Date) => KnownPosting): void {
    this.change({ posting: after(this.current(row), this.context.now()) })
  }

  keepPosting(row: KnownPosting, posting: CollectedPosting, validThrough: Date | undefined): void {
    const { externalId, fingerprint } = this.current(row)
    const change = this.converter.convert({ external_id: externalId, fingerprint }, posting)
    const dueAt = dueWithPosting(change.posting, this.context.now(), validThrough)
    const { unlistedSince } = row
    this.change({ ...change, posting: { ...change.posting, unlistedSince, dueAt } })
  }

  /** The page says that its posting is gone. `isMass`: most pages say so, and are believed later. */
  close(row: KnownPosting, isMass: boolean): void {
    const after = afterGone(this.current(row), this.context.now(), isMass)
    const line = removalLine(this.board, row.externalId, 'expired')
    this.change({ posting: after.row, ...(after.removed && { line }) })
  }

  /** The row as one that was read with the present settings. */
  private current(row: KnownPosting): KnownPosting {
    const lastmod = row.fingerprint.slice(row.fingerprint.indexOf(':') + 1)
    return { ...row, fingerprint: this.prefix + lastmod }
  }

  private change(change: PostingChange): void {
    const { externalId } = change.posting
    this.rows.set(externalId, change.posting)
    this.changed.set(externalId, change)
  }
}
