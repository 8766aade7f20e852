import { listKeys, listUsage } from '../service/keys/api-keys'
import { openCatalogue } from './catalogue/catalogue'
import { CommandError, runCommand } from './terminal/command'
import { formatTable, printLine } from './terminal/output'

await runCommand({
  name: 'usage',
  help: `bun run usage [NAME]

Lists the usage of all keys, or of the keys named NAME, by calendar month (UTC), newest
first. REQUESTS are the requests within the limits, with any response status. JOBS
are the jobs returned. A running server adds its counts about once a second.

Example: bun run usage "Acme feed reader"`,
  positionals: [0, 1],
  async run({ positionals: [name], shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'usage', mayBeAhead: true })
    if (name !== undefined && !(await listKeys(database)).some((key) => key.name === name)) {
      throw new CommandError(`there is no key named '${name}'`)
    }
    const months = await listUsage(database, name)
    const rows = months.map((used) => [
      used.month,
      used.name,
      String(used.requests),
      String(used.jobs),
    ])
    printLine(formatTable(['MONTH', 'KEY', 'REQUESTS', 'JOBS'], rows))
  },
})
