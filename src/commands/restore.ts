import { openArchive } from '../embedded-postgres/backup-archive'
import { joinEmbedded } from '../embedded-postgres/embedded-postgres'
import { requireEmpty, restoreCluster } from '../embedded-postgres/restore-cluster'
import { readEmbeddedConfig } from './catalogue/catalogue'
import { runCommand } from './terminal/command'
import { createProgress, formatMegabytes, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'restore',
  help: `bun run restore FILE

Makes the embedded PostgreSQL in an empty DATA_DIR from a FILE of bun run backup. The
whole FILE is checked before anything is written. Killed at any moment, it leaves
DATA_DIR without a catalogue or with a whole one.

For a PostgreSQL of your own (DATABASE_URL), see docs/recover.md.

Example: DATA_DIR=restored bun run restore catalogue-2026-11-20.tar.zst`,
  positionals: [1, 1],
  async run({ positionals: [path = ''], shutdown }) {
    const { dataDir } = readEmbeddedConfig()
    requireEmpty(dataDir)
    const progress = createProgress(1)
    shutdown.defer(() => progress.end())
    const archive = await openArchive(path, (bytes, total) =>
      progress.show(bytes / total, `checked ${formatMegabytes(bytes)}`),
    )
    const interruption = new AbortController()
    const restoring = restoreCluster(dataDir, archive, interruption.signal, (bytes) =>
      progress.show(bytes / archive.bytes, `extracted ${formatMegabytes(bytes)}`),
    )
    shutdown.defer(async () => {
      interruption.abort()
      // Its failure is reported below, or a consequence of the signal.
      await restoring.catch(() => undefined)
    })
    await restoring
    progress.end()
    // The first start recovers the copy.
    await shutdown.opened(joinEmbedded({ dataDir, log: printMessage }))
    printLine(`restored the catalogue of ${archive.header.createdAt} in ${dataDir}`)
    const setting = process.env.DATA_DIR ? `DATA_DIR=${Bun.$.escape(dataDir)} ` : ''
    printLine(`serve it: ${setting}bun run start`)
  },
})
