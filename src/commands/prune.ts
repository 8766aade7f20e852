import { compressDocuments } from '../catalogue/import/upkeep/compress-documents'
import { dropWords } from '../catalogue/import/upkeep/drop-words'
import { prune, pruneHorizon } from '../catalogue/import/upkeep/prune'
import { createWriter } from '../catalogue/import/write/writer'
import { readConfig } from '../service/config'
import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '../values/window'
import { openCatalogue } from './catalogue/catalogue'
import { prunedLine } from './catalogue/retention'
import { CommandError, runCommand } from './terminal/command'
import { createProgress, type Progress, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'prune',
  help: `bun run prune [--keep DURATION]

Deletes the jobs that left longer ago than DURATION, and older entries of the change
log that a later entry of the same job replaces. Copies of the catalogue stay in
step. Also drops the words of jobs that left and were first collected more than 31
days ago, because no count searches them, and compresses documents that an older
version wrote, if PostgreSQL has lz4. Requests and imports continue meanwhile. You
can kill it at any moment; the next run resumes.

  --keep DURATION  days or weeks: 183d or 27w, at least 183 days, because the feeds
                   and counts reach back that far; default: RETENTION_DAYS; without
                   both, no job is deleted

Example: bun run prune --keep 200d`,
  options: { keep: { type: 'string' } },
  async run({ values, shutdown }) {
    const config = readConfig(process.env)
    const keepDays = values.keep === undefined ? config.retentionDays : readDays(values.keep)
    const { database } = await openCatalogue(shutdown, {
      command: 'prune',
      config,
      log: printMessage,
    })
    const writer = createWriter(database)
    const dropped = await dropWords(writer)
    if (dropped > 0 || keepDays === undefined) {
      printLine(`dropped the words of ${dropped} jobs that left`)
    }
    const progressOf = (): Progress => {
      const progress = createProgress(1)
      shutdown.defer(() => progress.end())
      return progress
    }
    const compressing = progressOf()
    const compressed = await compressDocuments(writer, (done, total) =>
      compressing.show(done / total, `${done} of ${total} documents compressed`),
    )
    compressing.end()
    if (compressed > 0) printLine(`compressed the documents of ${compressed} jobs`)
    if (keepDays === undefined) return
    const progress = progressOf()
    const before = pruneHorizon(await writer.clock(database), keepDays)
    const pruned = await prune(writer, {
      before,
      onProgress({ jobs, changes }, total) {
        progress.show(
          total === 0 ? 1 : jobs / total,
          `${jobs} of ${total} jobs, ${changes} changes`,
        )
      },
    })
    progress.end()
    printLine(prunedLine(pruned, before))
  },
})

function readDays(text: string): number {
  const [, number, unit] = /^(\d{1,6})([dw])$/.exec(text) ?? []
  const days = Number(number) * (unit === 'w' ? 7 : 1)
  if (days >= MIN_RETENTION_DAYS && days <= MAX_RETENTION_DAYS) return days
  if (days < MIN_RETENTION_DAYS) {
    throw new CommandError(
      `--keep: expected at least ${MIN_RETENTION_DAYS}d, because the feeds and counts reach back that far, got '${text}'`,
    )
  }
  throw new CommandError(
    `--keep: expected days or weeks such as 200d or 30w, at most ${MAX_RETENTION_DAYS}d, got '${text}'`,
  )
}
