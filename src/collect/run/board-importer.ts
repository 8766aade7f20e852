import { queryErrorCause } from '../../catalogue/database/client/drizzle'
import {
  addCounts,
  type Counts,
  noCounts,
  recordImport,
} from '../../catalogue/import/import-postings'
import type { Writer } from '../../catalogue/import/write/writer'
import { DatabaseUnavailable, messageOf } from '../../values/errors'
import { type FinishedBoard, writeStates } from '../board/board-rows'
import type { BoardRow } from '../board/board-state'
import { failure } from '../board/collected'
import type { LeaseHolder } from '../board/lease'
import { Stopped } from '../failures'
import type { ChangeSignal } from '../pace/change-signal'
import type { Outages } from '../pace/outages'
import { ImportQueue } from './import-queue'
import { type WriteBoardsOptions, writeBoards } from './write-boards'

/** How long an import takes finished boards: all are written within 30 s. It ends earlier when no board is being read. */
export const IMPORT_MS = 20_000

interface BoardImporterOptions {
  writer: Writer
  outages: Outages
  leaseHolder: LeaseHolder
  /** For tests: in place of `IMPORT_MS`. */
  importMs?: number
  /**
   * Notified when boards are taken or written, and when an import ends; whoever changes the answer of `moreMayArrive`
   * notifies it too.
   */
  change: ChangeSignal
  /** Whether an import that has few boards waits for others. */
  moreMayArrive: () => boolean
  /** Whether the imports must end: the collector has failed, or its time to write is over. */
  isOver: () => boolean
  onWritten: () => void
  onImport: (counts: Counts) => void
  onFailure: (error: unknown) => void
  /** Called before the boards of an import that failed are written one by one: later they may all succeed. */
  onImportFailed: (boards: number, error: unknown) => void
  /** Called with a board that PostgreSQL refuses to store; the failure is written instead. */
  onRefused: (row: BoardRow, collected: Failed) => void
}

type Failed = ReturnType<typeof failure>

/** Imports finished boards: one import at a time, which takes boards as they are finished. */
export class BoardImporter {
  private readonly finished = new ImportQueue()
  /** The boards that the import has taken and not yet written. */
  private readonly taken = new Map<number, FinishedBoard>()
  /** The counts that are not yet in the table `imports`. */
  private unrecorded = noCounts()
  private running: Promise<void> | undefined

  constructor(private readonly options: BoardImporterOptions) {}

  get isIdle(): boolean {
    return this.running === undefined && (this.finished.isEmpty || this.options.isOver())
  }

  /** Whether more boards would take too much memory. */
  get isFull(): boolean {
    return this.finished.isFull
  }

  /** The boards that are not yet written. */
  get ids(): number[] {
    return [...this.finished.ids, ...this.taken.keys()]
  }

  add(board: FinishedBoard): void {
    this.finished.add(board)
    this.start()
  }

  /** Waits for the import that runs. */
  async settle(): Promise<void> {
    await this.running
  }

  private start(): void {
    const { outages, change, isOver, onFailure } = this.options
    if (this.running !== undefined || isOver() || this.finished.isEmpty) return
    this.running = outages
      .retryDuringOutage(() => this.import())
      .catch(onFailure)
      .finally(() => {
        this.running = undefined
        this.start()
        change.notify()
      })
  }

  private async import(): Promise<void> {
    const { writer, outages, change, importMs = IMPORT_MS } = this.options
    // An import that PostgreSQL interrupted left these. A posting that is written twice is unchanged.
    for (const board of this.taken.values()) this.finished.add(board)
    this.taken.clear()
    const timeIsOver = new AbortController()
    let isLast = false
    let hasFailed = false
    const timer = setTimeout(() => {
      timeIsOver.abort()
      change.notify()
    }, importMs)
    try {
      await this.write(async (waits) => {
        if (!waits) return this.takeFinished()
        if (isLast) return []
        await this.waitForBoards(timeIsOver.signal)
        isLast = timeIsOver.signal.aborted
        // An import that failed may leave this behind, and the next one takes the boards.
        return hasFailed ? [] : this.takeFinished()
      })
    } catch (error) {
      hasFailed = true
      if (isOfDatabase(error)) throw error
      await this.writeApart(error)
    } finally {
      clearTimeout(timer)
    }
    const counts = this.unrecorded
    this.unrecorded = noCounts()
    if (counts.read === 0) return
    await outages.retryDuringOutage(() => recordImport(writer.database, counts))
  }

  /** Waits until enough boards are finished, or the time of the import is over. */
  private async waitForBoards(timeIsOver: AbortSignal): Promise<void> {
    const { change, moreMayArrive } = this.options
    while (!this.finished.hasEnough && moreMayArrive() && !timeIsOver.aborted) await change.next
  }

  private takeFinished(): FinishedBoard[] {
    if (this.options.isOver()) return []
    const boards = this.finished.take()
    for (const board of boards) this.taken.set(board.row.id, board)
    if (boards.length > 0) this.options.change.notify()
    return boards
  }

  /**
   * Imports each board of a failed import separately, and fails the boards that cannot be written. When none can be written,
   * the boards are not the cause, and the error is thrown.
   */
  private async writeApart(error: unknown): Promise<void> {
    const { writer, leaseHolder, onImportFailed, onRefused } = this.options
    const boards = [...this.taken.values()]
    onImportFailed(boards.length, error)
    const refused: { row: BoardRow; collected: Failed }[] = []
    for (const board of boards) {
      try {
        const left = [[board]]
        await this.write(async () => left.pop() ?? [])
      } catch (thrown) {
        if (isOfDatabase(thrown)) throw thrown
        const reason = messageOf(queryErrorCause(thrown))
        const collected = failure(new Error(`its postings could not be written: ${reason}`))
        refused.push({ row: board.row, collected })
      }
    }
    if (refused.length === boards.length && boards.length > 1) throw error
    await writer.database.transaction((queries) => writeStates(queries, leaseHolder, refused))
    for (const { row, collected } of refused) onRefused(row, collected)
    this.release(refused)
  }

  private async write(next: WriteBoardsOptions['next']): Promise<void> {
    const { writer, leaseHolder, isOver } = this.options
    await writeBoards(writer, leaseHolder, {
      next,
      isOver,
      written: (boards) => this.release(boards),
      imported: (counts) => this.count(counts),
    })
  }

  /** Boards that a failure kept from being written stay leased, and are given back at the end. */
  private release(boards: readonly FinishedBoard[]): void {
    for (const { row } of boards) {
      this.taken.get(row.id)?.memory?.end()
      this.taken.delete(row.id)
    }
    this.options.onWritten()
    this.options.change.notify()
  }

  private count(counts: Counts): void {
    addCounts(this.unrecorded, counts)
    this.options.onImport(counts)
  }
}

/** Whether no board could have been written: the database is unreachable, or the collector was told to stop. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Stopped || queryErrorCause(error) instanceof DatabaseUnavailable
}
