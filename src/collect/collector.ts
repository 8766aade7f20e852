import { addCounts, type Counts, noCounts, recordImport } from '../import/import-postings'
import type { Writer } from '../import/writer'
import type { LocationResolver } from '../locations/location-resolver'
import type { FinishedBoard } from './board-rows'
import type { BoardRow } from './board-state'
import { collectBoard } from './collect-board'
import { type Collected, failure } from './collected'
import type { DetailBudget } from './detail-reader'
import { FinishedBoards } from './finished-boards'
import type { HttpClient } from './http/client'
import { Leases } from './leases'
import type { Outages } from './outages'
import { readPreferred } from './preferred-board'
import { claimBoard, claimDueBoards, type Room, readKnownPostings } from './schedule'
import type { System } from './system'
import type { Time } from './time'
import { writeBoards } from './write-boards'

export interface CollectorOptions {
  writer: Writer
  /** The outages that the client outlasts too. */
  outages: Outages
  systems: readonly System[]
  client: HttpClient
  resolver: LocationResolver
  time: Time
  /** Begins no more boards and details, and writes those already read. */
  stop: AbortSignal
  /** Ends when no board is due. */
  once: boolean
  /** Only this board, due or not; ends when all of its details are asked for. */
  boardId?: number
  /** Of one collection of a board. */
  budget?: DetailBudget
  onBoard?: (board: BoardRow, collected: Collected) => void
  onImport?: (counts: Counts) => void
}

/** What a collector has done. */
export interface CollectorTotals {
  boards: number
  quarantined: number
  /** Their systems do not know them. */
  missing: number
  failed: number
  counts: Counts
}

const MAX_BOARDS_AT_ONCE = 64

/** Boards of a vendor that are read at once, for each request that the vendor allows at once. */
const BOARDS_PER_REQUEST = 2

/** How long an import takes finished boards. It ends earlier when no board is being read. */
export const IMPORT_MS = 30_000

const IDLE_MS = 1_000

/** Collects boards until it is stopped: many at once, with one import at a time that takes them as they are finished. */
export async function runCollector(options: CollectorOptions): Promise<CollectorTotals> {
  return await new Collector(options).run()
}

class Collector {
  private readonly leases: Leases
  private readonly reading = new Map<number, { source: string; done: Promise<void> }>()
  private readonly finished = new FinishedBoards()
  private writing: Promise<void> | undefined
  /** Boards that the import has taken and not written. */
  private readonly taken = new Map<number, FinishedBoard>()
  /** Of imports that no row of `imports` counts yet. */
  private unrecorded = noCounts()
  /** Resolved and replaced when a board is read, taken by the import or written, and when the import ends. */
  private change = Promise.withResolvers<void>()
  /** No board is read or due. */
  private isDry = false
  /** Boards may be due for which there is room. */
  private mayClaim = true
  private claimedAt = 0
  private fatal: { error: unknown } | undefined
  /** The last board was ended by a limit. */
  private goesOn = false
  private readonly totals: CollectorTotals = {
    boards: 0,
    quarantined: 0,
    missing: 0,
    failed: 0,
    counts: noCounts(),
  }

  constructor(private readonly options: CollectorOptions) {
    const { writer, outages, time } = options
    this.leases = new Leases({
      database: writer.database,
      outages,
      now: time.now,
      ids: () => [...this.reading.keys(), ...this.finished.ids, ...this.taken.keys()],
      onFailure: this.fail,
    })
  }

  async run(): Promise<CollectorTotals> {
    const { time, stop } = this.options
    const onStop = (): void => this.changed()
    stop.addEventListener('abort', onStop)
    try {
      for (let isFirst = true; ; isFirst = false) {
        const change = this.change.promise
        // A board that is given back while others are claimed may be due again.
        const wasIdle = this.isIdle
        const begun = this.shouldBegin ? await this.begin(isFirst) : undefined
        if (this.fatal !== undefined) throw this.fatal.error
        if (begun) continue
        if (begun === 0 && this.reading.size === 0) {
          if (wasIdle && this.mayEnd) break
          if (!this.isDry) this.changed()
          this.isDry = true
        }
        // Boards become due while others are read.
        await (this.mayEnd ? change : Promise.race([change, time.wait(IDLE_MS)]))
      }
      return this.totals
    } catch (error) {
      // So that the import waits for no more boards.
      this.fail(error)
      throw error
    } finally {
      this.leases.end()
      stop.removeEventListener('abort', onStop)
      await Promise.all([...this.reading.values()].map(({ done }) => done))
      await this.writing
      await this.leases.giveBack()
    }
  }

  private get isIdle(): boolean {
    return this.reading.size === 0 && this.finished.isEmpty && this.writing === undefined
  }

  /** A claim takes as long as reading 20 postings, so that boards are claimed several at a time. */
  private get shouldBegin(): boolean {
    if (this.finished.isFull) return false
    const isLate = this.options.time.now().getTime() - this.claimedAt >= IDLE_MS
    return this.mayClaim || isLate || this.reading.size === 0
  }

  private get mayEnd(): boolean {
    const { stop, once, boardId } = this.options
    return stop.aborted || once || boardId !== undefined
  }

  private readonly fail = (error: unknown): void => {
    this.fatal ??= { error }
    this.changed()
  }

  private changed(): void {
    this.change.resolve()
    this.change = Promise.withResolvers()
  }

  /** Leases boards and begins to read them; returns how many. */
  private async begin(isFirst: boolean): Promise<number> {
    const { writer, stop, boardId } = this.options
    if (stop.aborted) return 0
    if (boardId !== undefined) {
      if (!isFirst && !(this.goesOn && this.isIdle)) return 0
      const row = await this.leases.claim((leaseHolder) =>
        claimBoard(writer.database, leaseHolder, boardId),
      )
      if (row) this.read(row)
      return row ? 1 : 0
    }
    this.mayClaim = false
    this.claimedAt = this.options.time.now().getTime()
    const limit = MAX_BOARDS_AT_ONCE - this.reading.size
    const rows = await this.leases.claim((leaseHolder, leased) =>
      claimDueBoards(writer.database, leaseHolder, this.room(), limit, leased),
    )
    for (const row of rows) this.read(row)
    return rows.length
  }

  private room(): Room[] {
    return this.options.systems.map((system) => {
      const { source, limits } = system
      const count = Math.max(0, boardsAtOnce(system) - this.inUse(source))
      return { source, count, ...(limits.isPerHost && { isPerHost: true }) }
    })
  }

  private inUse(source: string): number {
    return [...this.reading.values()].filter((board) => board.source === source).length
  }

  private read(row: BoardRow): void {
    this.isDry = false
    const done = this.collect(row)
      .then((collected) => {
        this.finished.add({ row, collected })
        this.count(row, collected)
        this.startWriting()
      })
      .catch(this.fail)
      .finally(() => {
        this.reading.delete(row.id)
        const system = this.systemOf(row.source)
        if (system && this.inUse(row.source) * 2 <= boardsAtOnce(system)) this.mayClaim = true
        this.changed()
      })
    this.reading.set(row.id, { source: row.source, done })
  }

  private async collect(row: BoardRow): Promise<Collected> {
    const { writer, outages, systems, client, resolver, time, stop, boardId, budget } = this.options
    const system = this.systemOf(row.source)
    if (system === undefined) return failure(new Error(`no system is named ${row.source}`))
    // A failure of the database is no result of the board.
    const known = await outages.outlast(() => readKnownPostings(writer.database, row.id))
    const asksList = boardId !== undefined && !this.goesOn
    const preferred = await outages.outlast(() => readPreferred(writer.database, row, systems))
    const context = { system, systems, client, resolver, stop, now: time.now, budget, asksList }
    return await collectBoard(row, known, { ...context, preferred })
  }

  private systemOf(source: string): System | undefined {
    return this.options.systems.find((system) => system.source === source)
  }

  private startWriting(): void {
    const mayStart = this.writing === undefined && this.fatal === undefined
    if (!mayStart || this.finished.isEmpty) return
    this.writing = this.options.outages
      .outlast(() => this.write())
      .catch(this.fail)
      .finally(() => {
        this.writing = undefined
        this.startWriting()
        this.changed()
      })
  }

  private async write(): Promise<void> {
    // What an import left that PostgreSQL cut short. Written twice, a posting is unchanged.
    for (const board of this.taken.values()) this.finished.add(board)
    this.taken.clear()
    const isOver = new AbortController()
    const timer = setTimeout(() => {
      isOver.abort()
      this.changed()
    }, IMPORT_MS)
    try {
      await writeBoards(this.options.writer, this.leases.leaseHolder, {
        next: () => this.takeFinished(isOver.signal),
        written: (boards) => this.release(boards),
        imported: (counts) => this.add(counts),
      })
    } finally {
      clearTimeout(timer)
    }
    const counts = this.unrecorded
    this.unrecorded = noCounts()
    if (counts.read === 0) return
    await this.options.outages.outlast(() => recordImport(this.options.writer.database, counts))
  }

  /** The boards that are finished, when they are enough; none when the import is over. */
  private async takeFinished(isOver: AbortSignal): Promise<FinishedBoard[]> {
    const mayWait = (): boolean =>
      !isOver.aborted && !this.isDry && !this.options.stop.aborted && this.fatal === undefined
    while (!this.finished.areEnough && mayWait()) await this.change.promise
    if (isOver.aborted || this.fatal !== undefined) return []
    const boards = this.finished.take()
    for (const board of boards) this.taken.set(board.row.id, board)
    this.changed()
    return boards
  }

  /** After a failure the boards that are not written are still leased, and are given back at the end. */
  private release(boards: readonly FinishedBoard[]): void {
    for (const { row } of boards) this.taken.delete(row.id)
    this.mayClaim = true
    this.changed()
  }

  private count(row: BoardRow, collected: Collected): void {
    this.totals.boards += 1
    this.goesOn = 'unfinished' in collected && collected.unfinished?.isPastLimit === true
    const { kind } = collected
    if (kind === 'quarantined' || kind === 'missing' || kind === 'failed') this.totals[kind] += 1
    this.options.onBoard?.(row, collected)
  }

  private add(counts: Counts): void {
    addCounts(this.totals.counts, counts)
    addCounts(this.unrecorded, counts)
    this.options.onImport?.(counts)
  }
}

function boardsAtOnce({ limits: { maxParallel, boardsAtOnce } }: System): number {
  return boardsAtOnce ?? maxParallel * BOARDS_PER_REQUEST
}
