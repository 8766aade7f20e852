import { addCounts, type Counts, noCounts } from '../import/import-postings'
import type { Writer } from '../import/writer'
import type { LocationResolver } from '../locations/location-resolver'
import { MINUTE_MS } from '../values/instant'
import type { BoardRow } from './board-state'
import { collectBoard } from './collect-board'
import { type Collected, failure } from './collected'
import type { HttpClient } from './http/client'
import type { Time } from './http/vendors'
import type { DetailBudget } from './posting-reader'
import {
  claimBoard,
  claimDueBoards,
  extendLeases,
  type Lessee,
  readKnownPostings,
  releaseLeases,
} from './schedule'
import type { System } from './system'
import { type FinishedBoard, writeBoards } from './write-boards'

export interface CollectorOptions {
  writer: Writer
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
  held: number
  failed: number
  counts: Counts
}

const MAX_BOARDS_AT_ONCE = 64

/** Boards of a vendor that are read at once, for each request that the vendor allows at once. */
const BOARDS_PER_REQUEST = 2

/** Characters of lines that wait for the import; while there are more, no board is begun. */
const MAX_WAITING_LENGTH = 5_000_000

/** Characters of written lines after which garbage is collected: the engine alone lets the memory double first. */
const GARBAGE_LENGTH = 5_000_000

const HEARTBEAT_MS = MINUTE_MS
const IDLE_MS = 1_000

/** Collects boards until it is stopped: many at once, with one import at a time for all that are finished. */
export async function runCollector(options: CollectorOptions): Promise<CollectorTotals> {
  return await new Collector(options).run()
}

class Collector {
  private readonly lessee: Lessee
  private readonly reading = new Map<number, { source: string; done: Promise<void> }>()
  private finished: FinishedBoard[] = []
  private finishedLength = 0
  private writtenLength = 0
  private writing: Promise<void> | undefined
  private writingIds: number[] = []
  private fatal: { error: unknown } | undefined
  /** The last board was ended by a limit. */
  private goesOn = false
  private readonly totals: CollectorTotals = {
    boards: 0,
    held: 0,
    failed: 0,
    counts: noCounts(),
  }

  constructor(private readonly options: CollectorOptions) {
    this.lessee = { owner: crypto.randomUUID(), now: options.time.now }
  }

  async run(): Promise<CollectorTotals> {
    const { writer, time } = this.options
    const heartbeat = setInterval(() => {
      extendLeases(writer.database, this.lessee, this.heldIds()).catch((error: unknown) => {
        this.fatal ??= { error }
      })
    }, HEARTBEAT_MS)
    try {
      for (let isFirst = true; ; isFirst = false) {
        const begun = await this.begin(isFirst)
        this.startWriting()
        if (this.fatal !== undefined) throw this.fatal.error
        if (begun > 0) continue
        if (this.isIdle && this.mayEnd) break
        // Boards become due while others are read.
        await this.progress(this.isIdle || !this.mayEnd ? () => time.wait(IDLE_MS) : undefined)
      }
      return this.totals
    } finally {
      clearInterval(heartbeat)
      await Promise.all([...this.reading.values()].map(({ done }) => done))
      await this.writing
      await releaseLeases(writer.database, this.lessee, this.heldIds())
    }
  }

  private get isIdle(): boolean {
    return this.reading.size === 0 && this.finished.length === 0 && this.writing === undefined
  }

  private get mayEnd(): boolean {
    const { stop, once, boardId } = this.options
    return stop.aborted || once || boardId !== undefined
  }

  private heldIds(): number[] {
    return [...this.reading.keys(), ...this.finished.map(({ row }) => row.id), ...this.writingIds]
  }

  /** Waits until a board is read or an import has ended. */
  private async progress(idle: (() => Promise<void>) | undefined): Promise<void> {
    const events = [...this.reading.values()].map(({ done }) => done)
    if (this.writing !== undefined) events.push(this.writing)
    if (idle !== undefined) events.push(Promise.race([idle(), aborted(this.options.stop)]))
    await Promise.race(events)
  }

  /** Leases boards and begins to read them; returns how many. */
  private async begin(isFirst: boolean): Promise<number> {
    const { writer, stop, boardId } = this.options
    if (stop.aborted || this.finishedLength > MAX_WAITING_LENGTH) return 0
    if (boardId !== undefined) {
      if (!isFirst && !(this.goesOn && this.isIdle)) return 0
      const row = await claimBoard(writer.database, this.lessee, boardId)
      if (row) this.read(row)
      return row ? 1 : 0
    }
    const limit = MAX_BOARDS_AT_ONCE - this.reading.size
    const rows = await claimDueBoards(writer.database, this.lessee, this.room(), limit)
    for (const row of rows) this.read(row)
    return rows.length
  }

  private room(): { source: string; count: number }[] {
    return this.options.systems.map(({ source, limits }) => {
      const inUse = [...this.reading.values()].filter((board) => board.source === source).length
      const { maxParallel, boardsAtOnce = maxParallel * BOARDS_PER_REQUEST } = limits
      return { source, count: Math.max(0, boardsAtOnce - inUse) }
    })
  }

  private read(row: BoardRow): void {
    const done = this.collect(row)
      .then((collected) => {
        this.finished.push({ row, collected })
        this.finishedLength += lengthOf(collected)
        this.count(row, collected)
      })
      .catch((error: unknown) => {
        this.fatal ??= { error }
      })
      .finally(() => this.reading.delete(row.id))
    this.reading.set(row.id, { source: row.source, done })
  }

  private async collect(row: BoardRow): Promise<Collected> {
    const { writer, systems, client, resolver, time, stop, boardId, budget } = this.options
    const system = systems.find(({ source }) => source === row.source)
    if (system === undefined) return failure(new Error(`no system is named ${row.source}`))
    // A failure of the database ends the collector; one of the board is a result.
    const known = await readKnownPostings(writer.database, row.id)
    const asksList = boardId !== undefined && !this.goesOn
    const context = { system, client, resolver, stop, now: time.now, budget, asksList }
    return await collectBoard(row, known, context)
  }

  private startWriting(): void {
    if (this.writing !== undefined || this.finished.length === 0) return
    const { finished: boards, finishedLength: length } = this
    this.finished = []
    this.finishedLength = 0
    this.writingIds = boards.map(({ row }) => row.id)
    this.writing = writeBoards(this.options.writer, this.lessee, boards)
      .then((counts) => this.add(counts))
      .then(() => this.collectGarbage(length))
      .catch((error: unknown) => {
        this.fatal ??= { error }
      })
      .finally(() => {
        this.writing = undefined
        // After a failure they are still leased, and are given back at the end.
        if (this.fatal === undefined) this.writingIds = []
      })
  }

  private collectGarbage(length: number): void {
    this.writtenLength += length
    if (this.writtenLength < GARBAGE_LENGTH) return
    this.writtenLength = 0
    Bun.gc(true)
  }

  private count(row: BoardRow, collected: Collected): void {
    this.totals.boards += 1
    this.goesOn = 'unfinished' in collected && collected.unfinished?.isPastLimit === true
    if (collected.kind === 'held') this.totals.held += 1
    if (collected.kind === 'failed' || collected.kind === 'missing') this.totals.failed += 1
    this.options.onBoard?.(row, collected)
  }

  private add(counts: Counts): void {
    addCounts(this.totals.counts, counts)
    this.options.onImport?.(counts)
  }
}

function lengthOf(collected: Collected): number {
  if (!('changes' in collected)) return 0
  return collected.changes.reduce((sum, { line = '' }) => sum + line.length, 0)
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
