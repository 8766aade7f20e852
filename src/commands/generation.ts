import { takeLock } from '../catalogue/database/client/locks'
import { ensureGeneration } from '../catalogue/database/history/generation'
import { openCatalogue } from './catalogue/catalogue'
import { runCommand } from './terminal/command'
import { printLine } from './terminal/output'

await runCommand({
  name: 'generation',
  help: `bun run generation [--new]

Prints the number of the catalogue's generation. A generation begins when the
catalogue was restored or its database server replaced; ids and sequence numbers
then continue in a range that was never used.

  --new   begin a new generation. Run this after a restore that the catalogue
          cannot notice, such as a restore of the server's files, before you import

Example: DATABASE_URL=postgres://user@host/jobs bun run generation --new`,
  options: { new: { type: 'boolean', default: false } },
  async run({ values, shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'generation' })
    const { number } = await database.transaction(async (queries) => {
      await takeLock(queries, 'writer')
      return await ensureGeneration(queries, values.new)
    })
    printLine(`generation ${number}`)
  },
})
