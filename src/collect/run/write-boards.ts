import type { Transaction } from '../../catalogue/database/client/connection'
import { type Counts, importPostings, noCounts } from '../../catalogue/import/import-postings'
import type { FileLine } from '../../catalogue/import/line/read-lines'
import type { BatchLine } from '../../catalogue/import/write/batch-line'
import type { Writer } from '../../catalogue/import/write/writer'
import {
  type FinishedBoard,
  type PostingRow,
  writePostings,
  writeStates,
} from '../board/board-rows'
import { changesOf, removedOf } from '../board/collected'
import type { LeaseHolder } from '../board/lease'
import type { LineToImport } from '../board/line-to-import'
import { whyUnasked } from '../failures'
import { expireImportedBefore } from './imported-before'
import { extendLeases } from './schedule'

/** Three batches are in memory at a time: one is written, the next prepared, and a third one read. */
const BATCH_LINES = 300

/** A board with more lines is written in parts, with others between them. */
const PART_LINES = 1_500

export interface WriteBoardsOptions {
  /** The boards to write next. Without `waits`, the boards that are finished now. With it, an empty list ends the import. */
  next: (waits: boolean) => Promise<readonly FinishedBoard[]>
  /** Whether the import must end: boards with lines that are left are not written, and are collected again. */
  isOver: () => boolean
  /** Called when these boards are written as a whole. */
  written: (boards: readonly FinishedBoard[]) => void
  /** Called with the counts of all lines that were written, also when the import fails. */
  imported: (counts: Counts) => void
}

/**
 * Writes the results of collections, with one import for all boards that `next` gives. A posting and its line are written in one
 * transaction; the state of a board follows its last line, while the import goes on with other boards. Killed between, the
 * collections are repeated and write the rest. A board whose lease was lost is left out: another collector may have read it
 * later.
 */
export async function writeBoards(
  writer: Writer,
  leaseHolder: LeaseHolder,
  options: WriteBoardsOptions,
): Promise<void> {
  const boards = new BoardWriter(writer, leaseHolder, options)
  let counts = noCounts()
  try {
    counts = await importPostings(writer, boards.lines(), {
      history: false,
      batchLines: BATCH_LINES,
      writeBeside: (queries, lines) => boards.writeImported(queries, lines),
      onReject: async ({ number, issue }) => boards.refuse(number, issue),
      onProgress(lastNumber, progress) {
        counts = countsOfWritten(progress)
        boards.finish(lastNumber)
      },
    })
  } finally {
    await boards.settle()
    options.imported(counts)
  }
  await boards.end()
}

/** Without the lines that are read and not written, and without rejects, which may be among them. */
function countsOfWritten(progress: Counts): Counts {
  const { read: _read, rejected: _rejected, excludedJobs, ...written } = progress
  const read = Object.values(written).reduce((sum, count) => sum + count, 0)
  return { ...written, read, rejected: 0, excludedJobs: { ...excludedJobs } }
}

/** Lines of a board, in their order. */
interface Part {
  board: FinishedBoard
  lines: readonly { line: LineToImport; row?: PostingRow }[]
  isLast: boolean
  /** The board has several. */
  isOfLarge: boolean
}

/** Parts that are written together. */
interface Group extends Pick<Part, 'lines'> {
  /** The boards whose last part is in the group. */
  boards: readonly FinishedBoard[]
  leased: readonly FinishedBoard[]
  /** The numbers of the first line, and of the line after the last. */
  start: number
  end: number
  refused: PostingRow[]
}

/** Numbers the lines of boards for one import, and writes the state of a board after its last line. */
class BoardWriter {
  /** The groups whose lines are being imported, in this order. */
  private readonly groups: Group[] = []
  private nextNumber = 1
  /** The number of the last line that was handed to the import. */
  private lastNumber = 0
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly writer: Writer,
    private readonly leaseHolder: LeaseHolder,
    private readonly options: WriteBoardsOptions,
  ) {}

  /** The lines of all boards. */
  async *lines(): AsyncGenerator<FileLine> {
    const large: Part[] = []
    for (;;) {
      // Boards that are finished meanwhile are written together.
      await this.writing
      const boards = await this.options.next(large.length === 0)
      const parts = boards.flatMap(partsOf)
      large.push(...parts.filter(({ isOfLarge }) => isOfLarge))
      const together = [...parts.filter(({ isOfLarge }) => !isOfLarge), ...large.splice(0, 1)]
      if (together.length === 0) return
      const { lines, start } = await this.begin(together)
      for (const [index, { line }] of lines.entries()) {
        if (this.options.isOver()) return
        this.lastNumber = start + index
        yield { ...line, number: this.lastNumber, position: this.lastNumber }
      }
    }
  }

  private async begin(parts: readonly Part[]): Promise<Group> {
    const ids = parts.map(({ board }) => board.row.id)
    const stillLeased = await extendLeases(this.writer.database, this.leaseHolder, ids)
    const isLeased = (board: FinishedBoard) => stillLeased.has(board.row.id)
    const lines = parts.flatMap((part) => (isLeased(part.board) ? part.lines : []))
    const boards = parts.flatMap(({ board, isLast }) => (isLast ? board : []))
    const leased = boards.filter(isLeased)
    const start = this.nextNumber
    this.nextNumber += lines.length
    const group = { boards, leased, lines, start, end: this.nextNumber, refused: [] }
    this.groups.push(group)
    if (this.groups.length === 1 && lines.length === 0) this.finish(start)
    return group
  }

  /** Writes the postings of lines that are imported in this transaction. */
  async writeImported(queries: Transaction, lines: readonly BatchLine[]): Promise<void> {
    const rows = lines.flatMap(({ number }) => this.find(number).row ?? [])
    await writePostings(queries, this.leaseHolder.owner, rows)
  }

  /** The catalogue keeps the earlier state of the posting; its line is not sent again until it changes. */
  refuse(number: number, issue: string): void {
    const { group, row } = this.find(number)
    if (row) group.refused.push({ ...row, skipped: 'refused', skippedDetail: issue })
  }

  private find(number: number): { group: Group; row: PostingRow | undefined } {
    const group = this.groups.find(({ end }) => number < end)
    if (group === undefined) throw new Error(`line ${number} is of no board`)
    return { group, row: group.lines[number - group.start]?.row }
  }

  /** Writes the states of the boards whose lines are written up to this one. */
  finish(lastNumber: number): void {
    for (let [group] = this.groups; group !== undefined; [group] = this.groups) {
      if (group.end > lastNumber + 1) return
      this.groups.shift()
      this.write(group)
    }
  }

  private write(group: Group): void {
    this.writing = this.writing.then(() => this.writeNow(group)).catch(whenStopped)
    // Awaited later; until then a failure must not count as unhandled.
    this.writing.catch(() => undefined)
  }

  private async writeNow({ boards, leased, refused }: Group): Promise<void> {
    const { isOver } = this.options
    await this.writer.database.transaction((transaction) =>
      writeStates(transaction, this.leaseHolder, leased, { refused, isOver }),
    )
    const expired = await expireImportedBefore(this.writer, leased, this.leaseHolder.now())
    if (expired > 0) this.options.imported({ ...noCounts(), read: expired, expired })
    this.options.written(boards)
  }

  /** Waits for the states that are being written, whether they fail or not. */
  async settle(): Promise<void> {
    await this.writing.catch(() => undefined)
  }

  /** After the import: writes the states of the remaining boards whose lines were all imported. */
  async end(): Promise<void> {
    this.finish(this.lastNumber)
    await this.writing
  }
}

function partsOf(board: FinishedBoard): Part[] {
  const lines = linesOf(board)
  const count = Math.max(1, Math.ceil(lines.length / PART_LINES))
  return Array.from({ length: count }, (_, index) => ({
    board,
    lines: lines.slice(index * PART_LINES, (index + 1) * PART_LINES),
    isLast: index === count - 1,
    isOfLarge: count > 1,
  }))
}

function linesOf({ row: { id: boardId }, collected }: FinishedBoard): Part['lines'] {
  return [
    ...changesOf(collected).flatMap(({ posting, line }) =>
      line === undefined ? [] : [{ line, row: { boardId, ...posting } }],
    ),
    ...removedOf(collected).map(({ line }) => ({ line })),
  ]
}

/** A transaction that a stop interrupted wrote nothing: its boards are given back, and collected again. */
function whenStopped(error: unknown): void {
  if (whyUnasked(error) !== 'stopped') throw error
}
