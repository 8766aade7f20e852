import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeArchive } from '../embedded-postgres/backup-archive'
import { readBaseBackup } from '../embedded-postgres/base-backup'
import { joinEmbedded } from '../embedded-postgres/embedded-postgres'
import { formatInstant } from '../values/instant'
import { readEmbeddedConfig } from './catalogue/catalogue'
import { CommandError, runCommand } from './terminal/command'
import { createProgress, formatMegabytes, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'backup',
  help: `bun run backup FILE

Copies the embedded PostgreSQL and all it holds to a new FILE, for bun run restore.
The service, imports and collectors continue meanwhile. Killed at any moment, it
leaves no FILE; it may leave FILE.*.unfinished, which the next backup into the same
folder removes.

For a PostgreSQL of your own (DATABASE_URL), see docs/recover.md.

Example: bun run backup catalogue-2026-11-20.tar.zst`,
  positionals: [1, 1],
  async run({ positionals: [path = ''], shutdown }) {
    const { dataDir } = readEmbeddedConfig()
    const folder = dirname(path)
    if (!existsSync(folder)) throw new CommandError(`there is no folder ${folder}`)
    if (existsSync(path)) throw new CommandError(`${path} exists; name another file`)
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    if (!existsSync(version)) throw new CommandError(`there is no catalogue in ${dataDir}`)
    const server = await shutdown.opened(joinEmbedded({ dataDir, log: printMessage }))
    const progress = createProgress(1)
    const interruption = new AbortController()
    let copied = 0
    const tar = readBaseBackup(server.socketDirectory, interruption.signal, (done, total) => {
      copied = done
      progress.show(done / total, `${formatMegabytes(done)} of about ${formatMegabytes(total)}`)
    })
    const header = {
      postgresVersion: Number(readFileSync(version, 'utf8')),
      createdAt: formatInstant(new Date()),
    }
    const writing = writeArchive(path, header, tar)
    shutdown.defer(async () => {
      interruption.abort()
      // Its failure is reported below, or a consequence of the signal.
      await writing.catch(() => undefined)
      progress.end()
    })
    const bytes = await writing
    progress.end()
    printLine(`backed up ${formatMegabytes(copied)} to ${path} (${formatMegabytes(bytes)})`)
  },
})
