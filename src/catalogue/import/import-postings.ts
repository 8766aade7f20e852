import { CHANGE_EVENTS } from '../../values/change-events'
import { COUNTRIES, type Country } from '../../values/country'
import { PAUSE, withPauses } from '../../values/waiting/pauses'
import type { Queries } from '../database/client/drizzle'
import { CLOCK } from '../database/client/operators'
import { imports } from '../database/schema/changes'
import { type CompleteBoards, expireMissing } from './complete-boards'
import { FormatError, LineError, type LineRules, readBatchLine } from './line/read-line'
import type { FileLine } from './line/read-lines'
import type { BatchLine } from './write/batch-line'
import { holdBoards } from './write/board-locks'
import { BackgroundTask, flushPendingLists } from './write/pending-lists'
import {
  type LineOutcome,
  MAX_BATCH,
  prepareBatch,
  type WriteBeside,
  writeBatch,
} from './write/write-batch'
import type { Writer } from './write/writer'

export interface ImportOptions {
  /** Whether `history` may restore instants before the import began. */
  history: boolean
  /** When given, the file is the full listing of these boards and of every board in it. */
  complete?: CompleteBoards
  /** Boards that the file names; with `complete`, they are waited for before anything is written. */
  boardsAhead?: Iterable<string>
  /** Lines of a transaction, no more than `MAX_BATCH`; fewer take less memory and more time. */
  batchLines?: number
  writeBeside?: WriteBeside
  /** Why lines of a board are rejected; they do not name the board either. Undefined: they are not. */
  refusal?: (board: string) => string | undefined
  /** Called for each rejected line, and awaited. */
  onReject: (reject: Reject) => Promise<void>
  /** Called after each batch, with the position of its last line, or of a rejected line after it. */
  onProgress: (position: number, counts: Counts) => void
  /** After it nothing more is written; the import rejects with its reason once the transaction in flight has ended. */
  signal?: AbortSignal
}

export interface Reject {
  number: number
  issue: string
  /** Undefined when the line is too long or not UTF-8. */
  text: string | undefined
}

/** Numbers of lines; `excludedJobs` counts jobs: a line may exclude several or none. */
export type Counts = Record<'read' | LineOutcome, number> & {
  excludedJobs: Record<Country, number>
}

/**
 * Imports postings line by line, one transaction a batch, and counts the outcomes of the lines. While one batch is
 * written, the next is read and prepared. Throws when the file or the database fails; whole batches are written by
 * then, and the same import run again finishes with the same result. With `complete`, other writers of the boards come before
 * or after the whole import.
 */
export async function importPostings(
  writer: Writer,
  lines: AsyncIterable<FileLine>,
  options: ImportOptions,
): Promise<Counts> {
  const { complete, boardsAhead = [] } = options
  if (complete === undefined) return await importLines(writer, lines, options)
  return await holdBoards(writer, async (held) => {
    await held.take([...complete.boards, ...boardsAhead])
    return await importLines({ ...writer, held }, lines, options)
  })
}

async function importLines(
  writer: Writer,
  lines: AsyncIterable<FileLine>,
  options: ImportOptions,
): Promise<Counts> {
  const counts = noCounts()
  const rules = {
    history: options.history && (await writer.clock(writer.database)),
    payFromText: writer.payFromText,
  }
  const flush = () => flushPendingLists(writer.database)
  const flushing = new BackgroundTask(flush)
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const batch of batches(lines, rules, counts, options)) {
      await Promise.all([prepareBatch(writer, batch.lines), writing])
      await writer.held?.take(batch.lines.map(({ board }) => board))
      writing = write(writer, batch, counts, options).then((written) => flushing.written(written))
      // Awaited above or below; until then a failure must not count as unhandled.
      writing.catch(() => undefined)
    }
    await writing
    await flushing.end()
  } catch (error) {
    // The first of several failures is thrown, once nothing is being written.
    await writing.catch(() => undefined)
    await flushing.end().catch(() => undefined)
    throw error
  }
  if (options.complete) {
    // Rejected lines may have named more boards.
    await writer.held?.take(options.complete.boards)
    await expireMissing(writer, options.complete, counts, options.signal)
  }
  if (CHANGE_EVENTS.some((event) => counts[event] > 0)) await flush()
  return counts
}

export function noCounts(): Counts {
  const excludedJobs = { CA: 0, US: 0 }
  return {
    ...{ read: 0, created: 0, updated: 0, unchanged: 0, expired: 0, excluded: 0, rejected: 0 },
    excludedJobs,
  }
}

/** Adds the counts of another import to `sum`. */
export function addCounts(sum: Counts, { excludedJobs, ...lines }: Counts): void {
  for (const name of Object.keys(lines) as (keyof typeof lines)[]) sum[name] += lines[name]
  for (const country of COUNTRIES) sum.excludedJobs[country] += excludedJobs[country]
}

interface Batch {
  lines: BatchLine[]
  position: number
}

/**
 * Maximum bytes of the lines of a batch of several. Their jobs take many times as much, and three batches are in memory at a time. Half of
 * it takes 10 % more time.
 */
export const MAX_BATCH_BYTES = 2_000_000

/** How long a pipe is silent before its lines are written. */
const PAUSE_MS = 1_000

/** Groups the valid lines; a pause, or a second line of the same posting, starts the next batch. */
async function* batches(
  lines: AsyncIterable<FileLine>,
  rules: LineRules,
  counts: Counts,
  options: ImportOptions,
): AsyncGenerator<Batch> {
  const { batchLines = MAX_BATCH } = options
  let batch = new Map<string, BatchLine>()
  let bytes = 0
  let position = 0
  const takeBatch = () => {
    const full = { lines: [...batch.values()], position }
    batch = new Map()
    bytes = 0
    return full
  }
  for await (const line of withPauses(lines, PAUSE_MS)) {
    if (line === PAUSE) {
      if (batch.size > 0) yield takeBatch()
      continue
    }
    counts.read += 1
    const read = readOrReject(line, rules)
    if ('issue' in read) {
      await reject(read, counts, options)
      position = line.position
      continue
    }
    const issue = options.refusal?.(read.board)
    if (issue !== undefined) {
      counts.rejected += 1
      await options.onReject({ number: read.number, text: read.text, issue })
      position = line.position
      continue
    }
    options.complete?.name(read)
    const lineBytes = Buffer.byteLength(read.text)
    const isFull = batch.size === batchLines || bytes + lineBytes > MAX_BATCH_BYTES
    if (batch.has(read.key) || (isFull && batch.size > 0)) yield takeBatch()
    batch.set(read.key, read)
    bytes += lineBytes
    position = line.position
  }
  if (batch.size > 0) yield takeBatch()
}

function readOrReject(line: FileLine, rules: LineRules): BatchLine | Reject {
  if ('issue' in line) return { ...line, text: undefined }
  try {
    return readBatchLine(line, rules)
  } catch (error) {
    const { number, text } = line
    // The other lines of a file in another format are refused for the same reason.
    if (error instanceof FormatError && number === 1) throw error
    if (error instanceof LineError) return { number, issue: error.message, text }
    throw error
  }
}

async function reject(reject: Reject, counts: Counts, options: ImportOptions): Promise<void> {
  counts.rejected += 1
  options.complete?.nameRejected(reject.text)
  await options.onReject(reject)
}

/** Returns the number of lines that added entries to the search indexes. */
async function write(
  writer: Writer,
  batch: Batch,
  counts: Counts,
  options: ImportOptions,
): Promise<number> {
  options.signal?.throwIfAborted()
  const { outcomes, excluded } = await writeBatch(writer, batch.lines, options.writeBeside)
  for (const country of excluded) counts.excludedJobs[country] += 1
  for (const [index, outcome] of outcomes.entries()) {
    const line = batch.lines[index]
    if (outcome !== 'rejected' || line === undefined) counts[outcome] += 1
    else await reject({ ...line, issue: NO_COUNTRY }, counts, options)
  }
  options.onProgress(batch.position, counts)
  return outcomes.filter((outcome) => outcome !== 'unchanged' && outcome !== 'rejected').length
}

const NO_COUNTRY = 'locations: none is in Canada or the United States, and no countries are given'

/** Records that an import has finished, with its counts, for operators who monitor the catalogue. */
export async function recordImport({ db }: Queries, counts: Counts): Promise<void> {
  await db.insert(imports).values({ finishedAt: CLOCK, ...counts })
}
