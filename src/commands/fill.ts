import { backfill } from '../catalogue/import/upkeep/backfill'
import { countFill, countUnread, type Filled, fill } from '../catalogue/import/upkeep/fill'
import { fillColumns } from '../catalogue/import/upkeep/fill-columns'
import { createWriter } from '../catalogue/import/write/writer'
import { readConfig } from '../service/config'
import { openCatalogue } from './catalogue/catalogue'
import { runCommand } from './terminal/command'
import { createProgress, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'fill',
  help: `bun run fill

Adds the pay, employment type, work arrangement and closing date that titles and
texts state to the active jobs that an older version imported. It first says how
many jobs change. It also fills the columns by which pay, arrangement and earlier
postings are found. Searches and imports continue meanwhile. You can kill it at any
moment; it changes whole batches, and the next run does the rest.

  --count      only say how many jobs would change
  --no-events  write no updated events and no date_modified; only for a catalogue
               that nobody follows yet, because copies do not get the changes

Setting: PAY_FROM_TEXT=false, not to read pay

Example: bun run fill --count`,
  options: {
    count: { type: 'boolean', default: false },
    'no-events': { type: 'boolean', default: false },
  },
  async run({ values, shutdown }) {
    const config = readConfig(process.env)
    const { database } = await openCatalogue(shutdown, {
      command: 'fill',
      config,
      log: printMessage,
    })
    const writer = { ...createWriter(database), payFromText: config.payFromText }
    const events = !values['no-events']
    const progress = createProgress(1)
    shutdown.defer(() => progress.end())
    const total = await countUnread(writer)
    const show = ({ read, changed }: Filled) =>
      progress.show(read / Math.max(read, total, 1), `${read} of ${total} jobs, ${changed} change`)
    const due = await countFill(writer, show)
    progress.end()
    const each = events ? ', each with an updated event' : ', without events'
    printLine(`${due.changed} of ${due.read} jobs to read change${each}${byField(due)}`)
    if (values.count) return
    const jobs = await backfill(writer, fillColumns, (done, all) =>
      progress.show(done / all, `columns of ${done} of ${all} jobs`),
    )
    progress.end()
    if (jobs > 0) printLine(`filled the columns of ${jobs} jobs`)
    if (due.changed === 0) return
    const done = await fill(writer, { events, onProgress: show })
    progress.end()
    printLine(`filled ${done.changed} jobs${byField(done)}`)
  },
})

/** `: salary 4711, employment_type 12` */
function byField({ fields }: Filled): string {
  const counts = [...fields].map(([field, count]) => `${field} ${count}`)
  return counts.length === 0 ? '' : `: ${counts.join(', ')}`
}
