import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../catalogue/database/client/connection'
import { withDeadline } from '../catalogue/database/client/deadline'
import { queryErrorCause } from '../catalogue/database/client/drizzle'
import { boardsOf, CompleteBoards, isBoardKnown } from '../catalogue/import/complete-boards'
import {
  type Counts,
  importPostings,
  noCounts,
  recordImport,
} from '../catalogue/import/import-postings'
import { FormatError } from '../catalogue/import/line/read-line'
import { boardName } from '../catalogue/import/posting'
import { createWriter } from '../catalogue/import/write/writer'
import { collectedBoards } from '../collect/board/boards'
import { readConfig } from '../service/config'
import { DatabaseUnavailable } from '../values/errors'
import { openCatalogue } from './catalogue/catalogue'
import { pruneHourly } from './catalogue/retention'
import { type LineReader, lineReader, openInput } from './import/import-input'
import { CommandError, runCommand } from './terminal/command'
import { explain } from './terminal/explain'
import {
  createProgress,
  expiredByBoard,
  printError,
  printLine,
  printMessage,
  summary,
  whenNewJobsAppear,
} from './terminal/output'
import { openRejects, RejectReport } from './terminal/rejects'

/** How long a signal waits for the batch in flight. */
const DRAIN_MS = 5_000

await runCommand({
  name: 'import',
  help: `bun run import FILE|- [options]

Imports postings into the catalogue: one JSON object a line, plain or gzip.
Rejected lines are reported, and the others are imported; the exit status is then 1.
You can kill it at any moment; run it again, and it finishes with the same result.

  --complete           the file is the full listing of every board in it: jobs of
                       these boards that it does not name expire
  --board SOURCE/SLUG  the file lists this board in full, even if it has no posting
                       of it; SOURCE/ for postings without a slug; may be repeated;
                       implies --complete
  --as FORMAT          indeed: the file is Indeed's XML; jobposting: it has JobPostings
                       of schema.org, as JSON a line, JSON of several lines, or a page
  --source SOURCE/SLUG with --as: the board of its postings; without it, JobPostings
                       are of careerpage/HOST, by the host of their url
  --history            accept the member history, which restores an archive
  --rejects FILE       write rejected lines to FILE, except lines that are not
                       UTF-8 or are longer than 16 MB

Settings: RETENTION_DAYS, to prune once an hour; see bun run prune
PAY_FROM_TEXT=false, not to read pay from descriptions

Example: bun run import postings.ndjson.gz --complete --rejects rejected.ndjson`,
  options: {
    complete: { type: 'boolean', default: false },
    board: { type: 'string', multiple: true, default: [] },
    as: { type: 'string' },
    source: { type: 'string' },
    history: { type: 'boolean', default: false },
    rejects: { type: 'string' },
  },
  positionals: [1, 1],
  async run({ values, positionals: [file = '-'], shutdown }) {
    const readFile = lineReader(values.as, values.source)
    const input = await openInput(file)
    const complete = completeBoards(values.complete, values.board)
    if (values.rejects !== undefined) await refuseSameFile(values.rejects, input.stats)
    const written: Written = { counts: noCounts(), complete, isExact: true }
    let isImported = false
    // Deferred first, so that it runs last.
    shutdown.defer(() => {
      if (shutdown.isInterrupted && !isImported) printMessage(describeInterruption(written))
    })
    const config = readConfig(process.env)
    const { database } = await openCatalogue(shutdown, {
      command: 'import',
      config,
      log: printMessage,
    })
    const collected = await collectedBoards(database)
    const ahead =
      complete === undefined ? [] : [...(await boardsAhead(file, input.stats, readFile))]
    const refused = [...(complete?.boards ?? []), ...ahead].find((board) => collected.has(board))
    if (refused !== undefined) throw new CommandError(collectedIssue(refused))
    const progress = createProgress(input.stats.isFile() ? input.stats.size : undefined)
    const report = new RejectReport((line) => progress.interrupt(line))
    shutdown.defer(() => {
      progress.end()
      report.end()
    })
    const rejects = await shutdown.opened(openRejects(values.rejects))
    const announce = (line: string) => progress.interrupt(line)
    const writer = {
      ...createWriter(database, undefined, announce),
      payFromText: config.payFromText,
    }
    const interruption = new AbortController()
    const { signal } = interruption
    let importing: Promise<unknown> = Promise.resolve()
    // Deferred last, so that it runs first: the database stays open for the batch in flight.
    shutdown.defer(async () => {
      interruption.abort()
      const settled = importing.catch(() => undefined)
      await withDeadline(settled, performance.now() + DRAIN_MS).catch(() => {
        written.isExact = false
      })
    })
    // The pipe ends a wait for standard input at the signal.
    const stream = input.stream.pipeThrough(new TransformStream(), { signal })
    const imported = importPostings(writer, readFile(stream), {
      signal,
      history: values.history,
      ...(complete && { complete, boardsAhead: ahead }),
      refusal: (board) => (collected.has(board) ? collectedIssue(board) : undefined),
      async onReject(reject) {
        report.add(reject)
        await rejects.keep(reject)
      },
      onProgress(position, counts) {
        written.counts = counts
        const { read, rejected, ...others } = counts
        progress.show(position, summary({ read, rejected, ...others }))
      },
    })
    importing = imported
    const counts = await imported.catch((error: unknown) => {
      throw failureOf(error, file, written)
    })
    await recordImport(database, counts)
    progress.end()
    report.end()
    printLine(summary(counts))
    // The instants that an archive restores may be in any hour.
    if (counts.created > 0 && !values.history) {
      printLine(whenNewJobsAppear(await writer.clock(database)))
    }
    if (counts.rejected > 0) process.exitCode = 1
    if (complete !== undefined) reportComplete(complete)
    await reportUnknown(database, values.board)
    isImported = true
    const pruned = await pruneHourly(writer, config.retentionDays)
    if (pruned !== undefined) printLine(pruned)
  },
})

/** The error to report for a failed import. */
function failureOf(error: unknown, file: string, written: Written): unknown {
  if (error instanceof FormatError) return new CommandError(`${file}: ${error.message}`)
  // Other failures, as of the file, would come again.
  if (!(queryErrorCause(error) instanceof DatabaseUnavailable)) return error
  const interrupted = describeInterruption({ ...written, isExact: false })
  return new CommandError(`${interrupted} (${explain(error)})`)
}

function reportComplete({ expired, unreadLines }: CompleteBoards): void {
  if (expired.size > 0) printLine(expiredByBoard(expired))
  if (unreadLines > 0) {
    printError(
      `nothing was expired: ${unreadLines} lines could not be read, and may name any posting`,
    )
  }
}

/** A misspelt board is empty, and the jobs of the intended board never expire. */
async function reportUnknown(database: Database, boards: readonly string[]): Promise<void> {
  for (const board of boards.map(boardName)) {
    if (!(await isBoardKnown(database, board))) {
      printError(`warning: no posting of ${board} is known`)
    }
  }
}

function collectedIssue(board: string): string {
  return `source_slug: ${board} is collected, and has no other postings; to import it, first run: bun run boards remove ${board}`
}

interface Written {
  counts: Counts
  complete: CompleteBoards | undefined
  /** False: the batch in flight may be written too. */
  isExact: boolean
}

function describeInterruption({ counts, complete, isExact }: Written): string {
  const { created, updated, excluded, expired } = counts
  const unnamed = [...(complete?.expired.values() ?? [])].reduce((sum, count) => sum + count, 0)
  const lines = created + updated + excluded + expired - unnamed
  const parts = [
    ...(lines > 0 ? [`${lines} lines were written, in whole batches`] : []),
    ...(unnamed > 0 ? [`${unnamed} postings that the input does not name expired`] : []),
  ]
  const none = isExact ? 'nothing was written' : 'one batch or none was written'
  const kept = parts.map((part) => (isExact ? part : `at least ${part}`)).join(', and ') || none
  return `interrupted: ${kept}; run it again to finish`
}

/** A file is read twice, so that imports of the same boards wait for each other in one order; a stream cannot be. */
async function boardsAhead(
  file: string,
  stats: Stats,
  readFile: LineReader,
): Promise<Iterable<string>> {
  return stats.isFile() && file !== '-' ? await boardsOf(readFile(Bun.file(file).stream())) : []
}

/** Writing rejects into the input file would empty it, and its boards would expire. */
async function refuseSameFile(rejects: string, input: Stats): Promise<void> {
  const found = await stat(rejects).catch(() => undefined)
  if (found?.isFile() && found.dev === input.dev && found.ino === input.ino) {
    throw new CommandError(`--rejects: ${rejects} is the input file; name another file`)
  }
}

function completeBoards(
  isComplete: boolean,
  boards: readonly string[],
): CompleteBoards | undefined {
  for (const board of boards) {
    if (!/^[^/]+\//.test(board)) {
      throw new CommandError(
        `--board: expected SOURCE/SLUG such as greenhouse/acme, or SOURCE/ for postings without a slug, got '${board}'`,
      )
    }
  }
  return isComplete || boards.length > 0 ? new CompleteBoards(boards.map(boardName)) : undefined
}
