import { outdatedIndexVersion } from './catalogue/database/words/index-version'
import { openCatalogue } from './commands/catalogue/catalogue'
import { sampleWarning } from './commands/catalogue/sample-state'
import { startService } from './commands/serve/serve'
import { runCommand } from './commands/terminal/command'
import { printError, printMessage } from './commands/terminal/output'
import { readConfig } from './service/config'
import { ANALYZER_VERSION } from './text/search/index/analyzer'

await runCommand({
  name: 'start',
  help: `bun run start

Serves the catalogue until SIGTERM, SIGINT or SIGHUP, which let the requests in flight
finish. The settings are environment variables; docs/commands.md explains them, and
.env.example lists them.

Example: DATABASE_URL=postgres://user@host/jobs PORT=8080 bun run start`,
  isService: true,
  async run({ shutdown }) {
    const config = readConfig(process.env)
    const catalogue = await openCatalogue(shutdown, {
      command: 'start',
      config,
      serves: true,
      mayBeAhead: true,
      log: printMessage,
    })
    const version = await outdatedIndexVersion(catalogue.database)
    if (version !== undefined) {
      printError(
        `warning: the search index is of analyzer version ${version}, and queries of ${ANALYZER_VERSION}: some searches miss jobs; run: bun run reindex`,
      )
    }
    const warning = await sampleWarning(catalogue.database)
    if (warning !== undefined) printError(warning)
    await startService(shutdown, catalogue, config)
  },
})
