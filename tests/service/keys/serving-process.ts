/** Serves DATABASE_URL like `bun run start`, prints the address, and exits after `LIFE_MS`, which no test takes. */
import { openCatalogue } from '../../../src/commands/catalogue/catalogue'
import { startService } from '../../../src/commands/serve/serve'
import { runUntilSignal } from '../../../src/commands/terminal/shutdown'
import { readConfig } from '../../../src/service/config'

const LIFE_MS = 600_000

const config = readConfig(process.env)
await runUntilSignal(async (shutdown) => {
  console.log(await startService(shutdown, await openCatalogue(shutdown, { config }), config))
})
setTimeout(() => process.exit(3), LIFE_MS)
