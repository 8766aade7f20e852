/** Serves the database that DATABASE_URL names, as `bun run start` does, and prints the address. Ends by itself. */
import { openCatalogue } from '../../src/commands/catalogue'
import { startService } from '../../src/commands/start-service'
import { readConfig } from '../../src/config'

const LIFE_MS = 30_000

const config = readConfig(process.env)
console.log(await startService(await openCatalogue({ config }), config))
setTimeout(() => process.exit(3), LIFE_MS)
