import { addCounts, type Counts } from '../../catalogue/import/import-postings'
import type { Writer } from '../../catalogue/import/write/writer'
import type { LocationResolver } from '../../text/locations/location-resolver'
import type { BoardRow } from '../board/board-state'
import { type Collected, failure, linesLength } from '../board/collected'
import { HealthWatch } from '../health/health-watch'
import { RequestCounts } from '../health/request-counts'
import type { HttpClient } from '../http/client'
import { ListMemory, type ListMemoryShare } from '../http/list-memory'
import { ChangeSignal } from '../pace/change-signal'
import type { Outages } from '../pace/outages'
import type { Time } from '../pace/time'
import type { DetailBudget } from '../read/detail-reader'
import type { System } from '../system'
import { BoardImporter } from './board-importer'
import { collectLeased } from './collect-leased'
import { Leases } from './leases'
import { boardsAtOnce, claimBoard, claimDueBoards, roomBeside } from './schedule'
import { type CollectorTotals, countBoard, noTotals } from './totals'

export interface CollectorOptions {
  writer: Writer
  /** The outages during which the client retries too. */
  outages: Outages
  systems: readonly System[]
  client: HttpClient
  resolver: LocationResolver
  time: Time
  /** Begins no further boards and details, and writes the boards that are read. */
  stop: AbortSignal
  /** Finishes only the write in progress; other boards are read again later. */
  giveUp?: AbortSignal
  /** The memory of all lists in work. */
  memory?: ListMemory
  /** Ends when no board is due. */
  once: boolean
  /** Collects only this board, due or not, and ends when all of its details were requested. */
  boardId?: number
  /** For tests: how long an import takes finished boards. */
  importMs?: number
  /** The limits of one collection of a board. */
  budget?: DetailBudget
  /** Counts the requests of `client`. */
  requests?: RequestCounts
  /** The counts that the collector adds to, and returns at the end. */
  totals?: CollectorTotals
  onBoard?: (board: BoardRow, collected: Collected) => void
  onImport?: (counts: Counts) => void
  /** Called when an import fails by one of its boards, and each of these is to be written in an import of its own. */
  onImportFailed?: (boards: number, error: unknown) => void
  /** Called with a sentence when the addresses of its postings make a board prefer another one, or end that. */
  onPreference?: (news: string) => void
}

const MAX_BOARDS_AT_ONCE = 64

const IDLE_MS = 1_000

/** The memory of a line that waits for the import, with the value that it was printed from. */
const BYTES_PER_CHARACTER = 4

/** Collects boards until it is stopped: many at once, with one import at a time that takes them as they are finished. */
export async function runCollector(options: CollectorOptions): Promise<CollectorTotals> {
  return await new Collector(options).run()
}

class Collector {
  private readonly leases: Leases
  private readonly reading = new Map<number, { source: string; done: Promise<void> }>()
  private readonly imports: BoardImporter
  private readonly health: HealthWatch
  private readonly memory: ListMemory
  /** Notified when a board is read, taken or written, and when the import ends. */
  private readonly change = new ChangeSignal()
  /** Whether no board is being read or due. */
  private hasNoneDue = false
  /** Whether boards may be due for which there is room. */
  private mayClaim = true
  private claimedAt = 0
  private fatal: { error: unknown } | undefined
  /** Whether a limit ended the last board. */
  private isUnfinished = false
  private readonly totals: CollectorTotals

  constructor(private readonly options: CollectorOptions) {
    const { writer, outages, time, requests = new RequestCounts() } = options
    this.memory = options.memory ?? new ListMemory()
    this.totals = options.totals ?? noTotals()
    this.health = new HealthWatch({ database: writer.database, outages, now: time.now, requests })
    this.leases = new Leases({
      database: writer.database,
      outages,
      now: time.now,
      ids: () => [...this.reading.keys(), ...this.imports.ids],
      onFailure: this.fail,
    })
    this.imports = new BoardImporter({
      writer,
      outages,
      leaseHolder: this.leases.leaseHolder,
      change: this.change,
      ...(options.importMs && { importMs: options.importMs }),
      moreMayArrive: () => !this.hasNoneDue && !options.stop.aborted && this.fatal === undefined,
      isOver: () => this.fatal !== undefined || options.giveUp?.aborted === true,
      onWritten: () => {
        this.mayClaim = true
      },
      onImport: (counts) => {
        addCounts(this.totals.counts, counts)
        options.onImport?.(counts)
      },
      onFailure: this.fail,
      onImportFailed: (boards, error) => options.onImportFailed?.(boards, error),
      onRefused: (row, collected) => {
        this.totals.failed += 1
        options.onBoard?.(row, collected)
      },
    })
  }

  async run(): Promise<CollectorTotals> {
    const { time, stop } = this.options
    const onStop = (): void => this.change.notify()
    stop.addEventListener('abort', onStop)
    try {
      for (let isFirst = true; ; isFirst = false) {
        const change = this.change.next
        // A board that is given back while others are claimed may be due again.
        const wasIdle = this.isIdle
        if (wasIdle) await this.health.keepCurrent()
        const begun = this.shouldBegin ? await this.begin(isFirst) : undefined
        if (this.fatal !== undefined) throw this.fatal.error
        if (begun) continue
        if (begun === 0 && this.reading.size === 0) {
          if (wasIdle && this.mayEnd) break
          if (!this.hasNoneDue) this.change.notify()
          this.hasNoneDue = true
        }
        // Boards become due while others are read.
        await (this.mayEnd ? change : Promise.race([change, time.wait(IDLE_MS)]))
      }
      return this.totals
    } catch (error) {
      // So that the import stops waiting for boards.
      this.fail(error)
      throw error
    } finally {
      this.leases.end()
      stop.removeEventListener('abort', onStop)
      await Promise.all([...this.reading.values()].map(({ done }) => done))
      await this.imports.settle()
      await this.leases.giveBack()
      await this.health.end()
    }
  }

  private get isIdle(): boolean {
    return this.reading.size === 0 && this.imports.isIdle
  }

  /** A claim takes as long as reading 20 postings, so that boards are claimed several at a time. */
  private get shouldBegin(): boolean {
    // After a stop nothing begins: boards that wait for the import must not keep the loop from its end.
    if (this.imports.isFull && !this.options.stop.aborted) return false
    const isLate = this.options.time.now().getTime() - this.claimedAt >= IDLE_MS
    return this.mayClaim || isLate || this.reading.size === 0
  }

  private get mayEnd(): boolean {
    const { stop, once, boardId } = this.options
    return stop.aborted || once || boardId !== undefined
  }

  private readonly fail = (error: unknown): void => {
    this.fatal ??= { error }
    this.change.notify()
  }

  /** Leases boards and begins to read them; returns how many. */
  private async begin(isFirst: boolean): Promise<number> {
    const { writer, systems, stop, boardId } = this.options
    if (stop.aborted) return 0
    if (boardId !== undefined) {
      if (!isFirst && !(this.isUnfinished && this.isIdle)) return 0
      const row = await this.leases.claim((leaseHolder) =>
        claimBoard(writer.database, leaseHolder, boardId),
      )
      if (row) this.read(row)
      return row ? 1 : 0
    }
    this.mayClaim = false
    this.claimedAt = this.options.time.now().getTime()
    const limit = MAX_BOARDS_AT_ONCE - this.reading.size
    const room = systems.map((system) => roomBeside(this.inUse(system.source), system))
    const rows = await this.leases.claim((leaseHolder, leased) =>
      claimDueBoards(writer.database, leaseHolder, room, limit, leased),
    )
    for (const row of rows) this.read(row)
    return rows.length
  }

  private inUse(source: string): number {
    return [...this.reading.values()].filter((board) => board.source === source).length
  }

  private read(row: BoardRow): void {
    this.hasNoneDue = false
    const memory = this.memory.begin()
    const done = this.collect(row, memory)
      .then((collected) => {
        memory.keep(linesLength(collected) * BYTES_PER_CHARACTER)
        this.count(row, collected)
        this.imports.add({ row, collected, memory })
      })
      .catch(this.fail)
      .finally(() => {
        this.reading.delete(row.id)
        const system = this.systemOf(row.source)
        if (system && this.inUse(row.source) * 2 <= boardsAtOnce(system)) this.mayClaim = true
        this.change.notify()
      })
    this.reading.set(row.id, { source: row.source, done })
  }

  private async collect(row: BoardRow, memory: ListMemoryShare): Promise<Collected> {
    const { writer, outages, systems, client, resolver, time, stop, giveUp, budget } = this.options
    const { onPreference } = this.options
    const system = this.systemOf(row.source)
    if (system === undefined) return failure(new Error(`no system is named ${row.source}`))
    const asksList = this.options.boardId !== undefined && !this.isUnfinished
    const state = { database: writer.database, outages, health: this.health, memory, asksList }
    const context = { system, systems, client, resolver, stop, giveUp, now: time.now, budget }
    return await collectLeased(row, { ...context, ...state, onPreference })
  }

  private systemOf(source: string): System | undefined {
    return this.options.systems.find((system) => system.source === source)
  }

  private count(row: BoardRow, collected: Collected): void {
    countBoard(this.totals, collected)
    this.isUnfinished = 'unfinished' in collected && collected.unfinished?.isPastLimit === true
    this.options.onBoard?.(row, collected)
  }
}
