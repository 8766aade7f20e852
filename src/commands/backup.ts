import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeBackup } from '../catalogue/backup/write-backup'
import { readConfig } from '../service/config'
import { openDatabase } from './catalogue/catalogue'
import { CommandError, runCommand } from './terminal/command'
import { createProgress, formatMegabytes, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'backup',
  help: `bun run backup FILE

Copies a catalogue as it is at one moment to a new FILE, for bun run restore: jobs,
change log, keys, usage, boards. The service, imports and collectors continue.
FILE does not depend on the version of PostgreSQL. If it is killed, there is no
FILE, but perhaps a FILE.*.unfinished, which the next backup into the same folder
removes.

Example: bun run backup catalogue-2026-11-20.tar.zst`,
  positionals: [1, 1],
  async run({ positionals: [path = ''], shutdown }) {
    const config = readConfig(process.env)
    const folder = dirname(path)
    if (!existsSync(folder)) throw new CommandError(`there is no folder ${folder}`)
    if (existsSync(path)) throw new CommandError(`${path} exists; name another file`)
    if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres'))) {
      throw new CommandError(`there is no catalogue in ${config.dataDir}`)
    }
    const { url } = await openDatabase(shutdown, { command: 'backup', config, log: printMessage })
    const progress = createProgress(1)
    shutdown.defer(() => progress.end())
    const { bytes, manifest } = await shutdown.interruptible((signal) =>
      writeBackup(url, path, {
        signal,
        onProgress: (share, bytes) => progress.show(share, `copied ${formatMegabytes(bytes)}`),
      }),
    )
    progress.end()
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    printLine(
      `backed up ${manifest.tables.length} tables with ${rows} rows to ${path} (${formatMegabytes(bytes)})`,
    )
  },
})
