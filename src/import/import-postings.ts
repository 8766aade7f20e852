import type { BatchLine, LineOutcome } from './batch'
import { toBatchLine } from './batch-line'
import type { CompleteBoards } from './complete-boards'
import { expireMissing } from './expire-missing'
import { mergeIndexes } from './merge-index'
import { LineError, type LineRules, readLine } from './read-line'
import type { FileLine } from './read-lines'
import { WorkBeside } from './work-beside'
import { MAX_BATCH, prepareBatch, writeBatch } from './write-batch'
import type { Writer } from './writer'

export interface ImportOptions {
  /** Whether `history` may restore instants before the import began. */
  history: boolean
  /** When given, the file is the full listing of these boards and of every board in it. */
  complete?: CompleteBoards
  /** Told of each line that is not taken, and waited for. */
  onReject: (reject: Reject) => Promise<void>
  /** Told how far into the file the written lines reach, in bytes as stored. */
  onProgress: (bytes: number, counts: Counts) => void
}

export interface Reject {
  number: number
  issue: string
  /** The line itself; undefined when it is too long, or not text. */
  text: string | undefined
}

export type Counts = Record<'read' | LineOutcome, number>

/**
 * Reads postings line by line into the catalogue, a transaction a batch, and counts what became of the lines.
 * While one batch is written the next is read and prepared. Throws when the file or the database fails; whole
 * batches are written by then, and the same import run again finishes with the same result.
 */
export async function importPostings(
  writer: Writer,
  lines: AsyncIterable<FileLine>,
  options: ImportOptions,
): Promise<Counts> {
  const counts = noCounts()
  const rules = { history: options.history && (await writer.clock(writer.database)) }
  const merge = () => mergeIndexes(writer.database)
  const merging = new WorkBeside(merge)
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const batch of batches(lines, rules, counts, options)) {
      await Promise.all([prepareBatch(writer, batch.lines), writing])
      writing = write(writer, batch, counts, options).then((written) => merging.written(written))
      // It is waited for above or below; a failure must not count as unhandled until then.
      writing.catch(() => undefined)
    }
    await writing
    await merging.end()
  } catch (error) {
    // Of several failures the first is told, and not before nothing is written any more.
    await writing.catch(() => undefined)
    await merging.end().catch(() => undefined)
    throw error
  }
  if (options.complete) counts.expired += await expireMissing(writer, options.complete)
  const { created, updated, expired, excluded } = counts
  if (created + updated + expired + excluded > 0) await merge()
  return counts
}

export function noCounts(): Counts {
  return { read: 0, created: 0, updated: 0, unchanged: 0, expired: 0, excluded: 0, rejected: 0 }
}

interface Batch {
  lines: BatchLine[]
  bytes: number
}

/** The most characters of a batch, so that large lines together are no statement that PostgreSQL refuses. */
const MAX_BATCH_LENGTH = 32_000_000

/** Groups the lines that can be read; a posting that is named again waits for the next batch. */
async function* batches(
  lines: AsyncIterable<FileLine>,
  rules: LineRules,
  counts: Counts,
  options: ImportOptions,
): AsyncGenerator<Batch> {
  let batch = new Map<string, BatchLine>()
  let length = 0
  let bytes = 0
  for await (const line of lines) {
    counts.read += 1
    bytes = line.bytes
    const read = understand(line, rules)
    if ('issue' in read) {
      await reject(read, counts, options)
      continue
    }
    options.complete?.name(read)
    length += read.text.length
    const isFull = batch.size === MAX_BATCH || length > MAX_BATCH_LENGTH
    if (batch.has(read.key) || (isFull && batch.size > 0)) {
      yield { lines: [...batch.values()], bytes }
      batch = new Map()
      length = read.text.length
    }
    batch.set(read.key, read)
  }
  if (batch.size > 0) yield { lines: [...batch.values()], bytes }
}

function understand(line: FileLine, rules: LineRules): BatchLine | Reject {
  if ('issue' in line) return { ...line, text: undefined }
  const { number, text } = line
  try {
    return toBatchLine(number, text, readLine(text, rules))
  } catch (error) {
    if (error instanceof LineError) return { number, issue: error.message, text }
    throw error
  }
}

async function reject(reject: Reject, counts: Counts, options: ImportOptions): Promise<void> {
  counts.rejected += 1
  options.complete?.nameRejected(reject.text)
  await options.onReject(reject)
}

/** Returns how many lines brought words, or moved them to the jobs that have left. */
async function write(
  writer: Writer,
  batch: Batch,
  counts: Counts,
  options: ImportOptions,
): Promise<number> {
  const outcomes = await writeBatch(writer, batch.lines)
  for (const [index, outcome] of outcomes.entries()) {
    const line = batch.lines[index]
    if (outcome !== 'rejected' || line === undefined) counts[outcome] += 1
    else await reject({ ...line, issue: NOWHERE }, counts, options)
  }
  options.onProgress(batch.bytes, counts)
  return outcomes.filter((outcome) => outcome !== 'unchanged' && outcome !== 'rejected').length
}

const NOWHERE = 'locations: none is in Canada or the United States, and no countries are given'
