import { listKeys } from '../keys/api-keys'
import { listUsage } from '../keys/usage'
import { openCatalogue } from './catalogue'
import { CommandError, runCommand } from './command'
import { Shutdown } from './shutdown'
import { formatTable } from './table'

await runCommand({
  name: 'usage',
  help: `bun run usage [NAME]

Shows what every key used, or the key of that name, by calendar month (UTC), the
newest first: the requests that were let in, whatever became of them, and the jobs
returned. What a running server counted in the last second is not in it yet.

Example: bun run usage "Acme feed reader"`,
  options: {},
  positionals: [0, 1],
  async run({ positionals: [name] }) {
    await using shutdown = new Shutdown()
    const { database } = await shutdown.opened(openCatalogue({ mayBeAhead: true }))
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
    console.log(formatTable(['MONTH', 'KEY', 'REQUESTS', 'JOBS'], rows))
  },
})
