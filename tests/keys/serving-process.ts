/** Serves DATABASE_URL like `bun run start`, prints the address, and exits after `LIFE_MS`. */
import { openCatalogue } from '../../src/commands/catalogue'
import { startService } from '../../src/commands/start-service'
import { untilStopped } from '../../src/commands/until-stopped'
import { readConfig } from '../../src/config'

const LIFE_MS = 30_000

const config = readConfig(process.env)
const url = await untilStopped(async (closing) => {
  const catalogue = await openCatalogue({ config })
  closing.defer(() => catalogue.close())
  return await startService(closing, catalogue, config)
})
console.log(url)
setTimeout(() => process.exit(3), LIFE_MS)
