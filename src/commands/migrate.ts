import { applyMigrations, migrationsDue } from '../catalogue/database/migrations/migrations'
import { requireSession } from '../catalogue/database/migrations/require-session'
import { plural } from '../values/plural'
import { openDatabase } from './catalogue/catalogue'
import { runCommand } from './terminal/command'
import { printLine } from './terminal/output'

await runCommand({
  name: 'migrate',
  help: `bun run migrate

Applies the pending migrations to the database of DATABASE_URL, or to the embedded
one if that is not set, and exits. Several processes may run it at once.

Example: DATABASE_URL=postgres://user@host/jobs bun run migrate`,
  async run({ shutdown }) {
    const { url, database } = await openDatabase(shutdown, { command: 'migrate' })
    const due = await migrationsDue(database)
    await requireSession(url)
    await applyMigrations(url)
    printLine(due > 0 ? `applied ${plural(due, 'migration')}` : 'nothing to apply')
  },
})
