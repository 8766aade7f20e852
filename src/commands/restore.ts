import { openArchive } from '../catalogue/backup/archive'
import { restoreBackup } from '../catalogue/backup/restore-backup'
import { takeLock } from '../catalogue/database/client/locks'
import { ensureGeneration } from '../catalogue/database/history/generation'
import { applyMigrations } from '../catalogue/database/migrations/migrations'
import { requireSession } from '../catalogue/database/migrations/require-session'
import { readConfig } from '../service/config'
import { listKeys } from '../service/keys/api-keys'
import { openDatabase } from './catalogue/catalogue'
import { runCommand } from './terminal/command'
import { createProgress, formatMegabytes, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'restore',
  help: `bun run restore FILE

Fills an empty database from a FILE of bun run backup: the one that DATABASE_URL names,
or the embedded one in DATA_DIR. The version of PostgreSQL may differ. The whole
FILE is checked before anything is written, and everything is read back and compared.
If it is killed, the database is empty, or has the whole catalogue.

Example: DATA_DIR=restored bun run restore catalogue-2026-11-20.tar.zst`,
  positionals: [1, 1],
  async run({ positionals: [path = ''], shutdown }) {
    const config = readConfig(process.env)
    const progress = createProgress(1)
    shutdown.defer(() => progress.end())
    const archive = await openArchive(path, (bytes, total) =>
      progress.show(bytes / total, `read ${formatMegabytes(bytes)}`),
    )
    const { url, database } = await openDatabase(shutdown, {
      command: 'restore',
      config,
      log: printMessage,
    })
    await requireSession(url)
    const { tables } = await shutdown.interruptible((signal) =>
      restoreBackup(url, archive, {
        signal,
        onProgress: (done, share) => progress.show(share, done),
      }),
    )
    await applyMigrations(url)
    const { number } = await database.transaction(async (queries) => {
      await takeLock(queries, 'writer')
      return await ensureGeneration(queries)
    })
    progress.end()
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    printLine(
      `restored ${tables.length} tables with ${rows} rows: the catalogue of ${archive.header.createdAt}, in generation ${number}`,
    )
    const valid = (await listKeys(database)).filter(({ isValid }) => isValid)
    const isEmbedded = config.databaseUrl === undefined && process.env.DATA_DIR
    const setting = isEmbedded ? `DATA_DIR=${Bun.$.escape(config.dataDir)} ` : ''
    if (valid.length > 0) {
      const names = valid.map(({ name }) => `'${name}'`).join(', ')
      printLine(`valid keys, as of ${archive.header.createdAt}: ${names}`)
      printLine(
        `a key that was revoked after that is valid again; revoke it before you start: ${setting}bun run keys revoke NAME`,
      )
    }
    printLine(`serve it: ${setting}bun run start`)
  },
})
