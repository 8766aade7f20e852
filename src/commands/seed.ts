import type { Counts } from '../catalogue/import/import-postings'
import { floorToHour, parseInstant } from '../values/instant'
import { openCatalogue } from './catalogue/catalogue'
import { hasOtherJobs } from './catalogue/sample-state'
import { seedCatalogue } from './catalogue/seed-catalogue'
import { CommandError, readInteger, runCommand } from './terminal/command'
import { createProgress, printLine, printMessage, summary } from './terminal/output'

await runCommand({
  name: 'seed',
  help: `bun run seed [options]

Fills the catalogue with a sample and its history: invented employers and postings
of Canada and the United States over the six months before an instant. The same
arguments give the same sample, so a second run changes nothing. It refuses a
catalogue that has other jobs.

  --jobs N          number of postings; default 20000
  --random S        seed of the sample; default 1
  --until INSTANT   end of the history; default the start of this hour
  --force           write into a catalogue that has other jobs

Example: bun run seed --jobs 1000 --random 7 --until 2026-11-20T13:00:00Z`,
  options: {
    jobs: { type: 'string', default: '20000' },
    random: { type: 'string', default: '1' },
    until: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
  async run({ values, shutdown }) {
    const options = {
      jobs: readInteger('jobs', values.jobs, 0, 10_000_000),
      random: readInteger('random', values.random, 0, 2 ** 32 - 1),
      until: readInstant(values.until),
    }
    const { database } = await openCatalogue(shutdown, { command: 'seed', log: printMessage })
    if (!values.force && (await hasOtherJobs(database))) {
      throw new CommandError(
        'the catalogue has other jobs than samples; use another database, or --force to mix invented jobs with them',
      )
    }
    const progress = createProgress(options.jobs, true)
    shutdown.defer(() => progress.end())
    const onProgress = (done: number, counts: Counts) => progress.show(done, summary(counts))
    const counts = await seedCatalogue(database, options, { onProgress })
    progress.end()
    printLine(summary(counts))
  },
})

function readInstant(text: string | undefined): Date {
  if (text === undefined) return floorToHour(new Date())
  const instant = parseInstant(text)
  if (instant !== undefined && instant.getTime() <= Date.now()) return instant
  throw new CommandError(`--until: expected an instant that is past, got '${text}'`)
}
