import type { LocationResolver } from '../../text/locations/location-resolver'
import type { Country } from '../../values/country'
import { Unreadable, withinLimit } from '../answers/within-limit'
import { countriesOf, isToImport, type KnownPosting } from '../board/board-state'
import type { PostingChange } from '../board/collected'
import { removalLine } from '../board/line-to-import'
import { hashOf } from '../judge/judge-list'
import { contentKey } from '../judge/renamed-ids'
import { ON_NO_OTHER, otherBoardOf } from '../names/board-of-address'
import type { Board, CollectedPosting, ListEntry, System } from '../system'
import { importLine, type LineContext, type PostingLine } from './import-line'

/** The columns of a listed posting that has nothing left to read. */
export const LISTED = { unlistedSince: null, waitingFingerprint: null, reference: null }

const GONE_DETAIL =
  'the list has it, and its own address answers that it is gone; it is asked for again after a day'

export interface ConvertContext {
  /** The systems of all boards, to whose addresses postings may link. */
  systems: readonly System[]
  resolver: LocationResolver
  now: () => Date
  /** The system of the board is suspect: nothing of it expires. */
  isSuspect?: boolean | undefined
}

/** Converts an entry into its row, and into an import line if the catalogue changes. */
export class PostingConverter {
  private readonly line: Omit<LineContext, 'now'>

  constructor(
    board: Board,
    private readonly known: ReadonlyMap<string, KnownPosting>,
    boardName: string | undefined,
    private readonly context: ConvertContext,
  ) {
    this.line = { board, resolver: context.resolver, boardName }
  }

  /** The row of an entry, and the line if its content is new. */
  convert(entry: ListEntry, collected: CollectedPosting): PostingChange {
    const before = this.known.get(entry.external_id)
    const { board } = this.line
    const addresses = [collected.apply_url, collected.url]
    const posting = {
      ...listedRow(entry),
      ...otherBoardOf(addresses, board, this.context.systems),
    }
    const known = before && countriesOf(before)
    const result = this.lineOf(collected, known)
    if (result.kind === 'line') {
      const contentHash = `${hashOf([result.line.text])}.${contentKey(collected) ?? ''}`
      const isSame = before?.contentHash === contentHash && before.closedAt === null
      const row = { ...posting, contentHash, countries: result.countries }
      return isSame ? { posting: row } : { posting: row, line: result.line }
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
      return withinLimit(() =>
        importLine(posting, known, { ...this.line, now: this.context.now() }),
      )
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { kind: 'skipped', reason: 'unreadable', detail: error.message }
    }
  }

  /** The change of a posting whose own address says that it is gone. */
  close(entry: ListEntry): PostingChange {
    const { now, isSuspect } = this.context
    const closedAt = now()
    const before = this.known.get(entry.external_id)
    // The job stays as it is, and its address is asked again after a day.
    if (isSuspect && before?.countries) {
      return { posting: { ...before, ...LISTED, fingerprint: entry.fingerprint, closedAt } }
    }
    const posting: KnownPosting = {
      ...listedRow(entry),
      closedAt,
      skipped: 'gone',
      skippedDetail: GONE_DETAIL,
    }
    if (!before?.countries) return { posting }
    return { posting, line: removalLine(this.line.board, entry.external_id, 'expired') }
  }
}

type UnreadableLine = { kind: 'skipped'; reason: 'unreadable'; detail: string }

/** The row of an entry that is not read. */
export function listedRow({
  external_id,
  fingerprint,
  posting,
  reference,
}: ListEntry): KnownPosting {
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
    // Details no longer need it; the other id of a posting that was renamed stays.
    ...(posting !== undefined && reference !== undefined && { reference }),
  }
}
