import { DAY_MS } from '../../values/instant'
import { type BoardRow, isWaiting, type KnownPosting, NOT_READ } from '../board/board-state'
import type { PostingChange, Unfinished } from '../board/collected'
import { Stopped } from '../failures'
import { hashOf } from '../judge/judge-list'
import type { Board, ListEntry } from '../system'
import { type DetailContext, DetailReader } from './detail-reader'
import { type ConvertContext, LISTED, listedRow, PostingConverter } from './posting-converter'

/** Raise it when you change how answers are read: all lists and details are then read and compared again. */
export const READER_VERSION = 13

/** When a posting is listed, but its own address says that it is gone, it is read again after this time. */
const CLOSED_RETRY_MS = DAY_MS

/** Postings are converted for this long before requests and signals get their turn. */
const SLICE_MS = 100

export interface ReadContext extends ConvertContext, DetailContext {
  board: Board
  /** Aborted when the board will not be written: reading ends with `Stopped`. */
  giveUp?: AbortSignal | undefined
}

/** Turns entries of a list into rows and lines, with as many details as the budget allows; the others wait. */
export class PostingReader {
  private waits = false
  private readonly known: ReadonlyMap<string, KnownPosting>
  private readonly prefix: string
  private readonly converter: PostingConverter
  private readonly details: DetailReader

  constructor(
    row: BoardRow,
    known: readonly KnownPosting[],
    boardName: string | undefined,
    private readonly context: ReadContext,
  ) {
    this.known = new Map(known.map((posting) => [posting.externalId, posting]))
    this.prefix = fingerprintPrefix(row, boardName)
    const { board } = context
    this.converter = new PostingConverter(board, this.known, boardName, context)
    this.details = new DetailReader(board, context)
  }

  get unfinished(): Unfinished | undefined {
    return this.waits ? this.details.unfinished : undefined
  }

  /** Reads the new and changed entries of a list. */
  async readEntries(entries: readonly ListEntry[]): Promise<PostingChange[]> {
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

  private isDue(entry: ListEntry): boolean {
    const known = this.known.get(entry.external_id)
    if (known === undefined || known.fingerprint !== entry.fingerprint) return true
    return isClosedDue(known, this.context.now())
  }

  /** The changes are in the order of the entries. */
  private async read(entries: readonly ListEntry[]): Promise<PostingChange[]> {
    const details = await this.details.read(entries.filter(({ posting }) => posting === undefined))
    const changes: PostingChange[] = []
    let pausedAt = performance.now()
    for (const entry of entries) {
      if (performance.now() - pausedAt > SLICE_MS) {
        await Bun.sleep(0)
        if (this.context.giveUp?.aborted) throw new Stopped()
        pausedAt = performance.now()
      }
      const posting = entry.posting ?? details.get(entry)
      if (posting === undefined) changes.push(...this.wait(entry))
      else if (posting === 'gone') changes.push(this.converter.close(entry))
      else changes.push(this.converter.convert(entry, posting))
    }
    return changes
  }

  /** The posting stays as it is until its details are read. */
  private wait({ external_id, fingerprint, ...entry }: ListEntry): PostingChange[] {
    this.waits = true
    const reference = entry.reference ?? null
    const before = this.known.get(external_id)
    const isNoted =
      before?.waitingFingerprint === fingerprint &&
      before.reference === reference &&
      before.unlistedSince === null
    if (isNoted) return []
    const posting = before ?? listedRow({ external_id, fingerprint: NOT_READ })
    return [{ posting: { ...posting, ...LISTED, waitingFingerprint: fingerprint, reference } }]
  }
}

/** The prefix of the fingerprints of a board's postings. Lines depend on these settings, so a change writes all of them again. */
export function fingerprintPrefix(row: BoardRow, boardName: string | undefined): string {
  const settings = hashOf([JSON.stringify([row.organization, row.country, boardName])])
  return `${READER_VERSION}.${settings}:`
}

/** Whether a listed posting whose own address said that it is gone is due again. */
export function isClosedDue({ closedAt }: KnownPosting, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() >= CLOSED_RETRY_MS
}
