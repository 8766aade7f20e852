/** Serves DATABASE_URL like `bun run start`, prints the address, and exits after `LIFE_MS`. */
import { openCatalogue } from '../../src/commands/catalogue'
import { startService } from '../../src/commands/serve'
import { runUntilSignal } from '../../src/commands/shutdown'
import { readConfig } from '../../src/config'

const LIFE_MS = 30_000

const config = readConfig(process.env)
const url = await runUntilSignal(async (shutdown) => {
  const catalogue = await openCatalogue({ config })
  shutdown.defer(() => catalogue.close())
  return await startService(shutdown, catalogue, config)
})
console.log(url)
setTimeout(() => process.exit(3), LIFE_MS)
