import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config'
import { connect, type Database } from '../database/client/connection'
import { CREATE_DEFERRED_INDEXES, DEFER_INDEXES } from '../database/migrations/deferred-indexes'
import { applyMigrations } from '../database/migrations/migrations'
import { outdatedIndexVersion } from '../database/words/index-version'
import { reindex } from '../import/upkeep/reindex'
import { createWriter } from '../import/write/writer'
import { createKey, isValidKey } from '../keys/api-keys'
import { floorToHour } from '../values/instant'
import { openDatabase } from './catalogue/catalogue'
import { seedOnce } from './catalogue/seed-catalogue'
import { startService } from './serve/serve'
import { freeAddress } from './serve/workers'
import { runCommand } from './terminal/command'
import { printLine, printMessage } from './terminal/output'

const SAMPLE_JOBS = 20_000

await runCommand({
  name: 'demo',
  help: `bun run demo

Serves a sample catalogue: starts the embedded PostgreSQL, applies the migrations,
writes 20,000 sample jobs into an empty catalogue, creates a key, and prints
requests to try. A demo that is started again has the same key.

Example: PORT=8080 bun run demo`,
  isService: true,
  async run({ shutdown }) {
    if (process.env.DATABASE_URL)
      printMessage('DATABASE_URL is not used: the demo has a PostgreSQL of its own')
    // Empty instead of absent: Bun gives workers absent variables from a file .env.
    const own = { DATABASE_URL: '', DATABASE_REPLICA_URLS: '' }
    const env = { LOG_LEVEL: 'warn', ...process.env, ...own }
    const config = readConfig(env)
    // Before the sample is written.
    await freeAddress(config, 'another process, perhaps a demo that runs already')
    const options = { command: 'demo', config, serves: true, log: printMessage }
    const catalogue = await openDatabase(shutdown, options)
    await prepare(catalogue.url)
    const key = await demoKey(catalogue.database, config.dataDir)
    const url = await startService(shutdown, catalogue, config, env)
    printLine(`
Explore page   ${url}/explore
Swagger page   ${url}/swagger
API key        ${key}

curl -H 'Authorization: Bearer ${key}' '${url}/v1/active-ats?time_frame=6m&limit=3'
`)
  },
})

/**
 * Migrates the catalogue, rebuilds an outdated search index, and fills an empty catalogue. Killed at any moment, it finishes
 * when it is run again.
 */
async function prepare(url: string): Promise<void> {
  await applyMigrations(url)
  // Without the time limit of requests: a busy machine may take longer to create an index.
  const database = connect({ url, poolSize: 4, command: 'demo' })
  try {
    if ((await outdatedIndexVersion(database)) !== undefined) {
      printMessage('renewing the search index')
      await reindex(createWriter(database), () => undefined)
    }
    await database.run(DEFER_INDEXES)
    const until = floorToHour(new Date())
    await seedOnce(database, { jobs: SAMPLE_JOBS, random: 1, until })
    await database.run(CREATE_DEFERRED_INDEXES)
  } finally {
    await database.close()
  }
}

/** The key of the last demo, which only this user may read; a new one if that was revoked. */
async function demoKey(database: Database, dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, 'demo-key')
  const known = (await Bun.file(path).exists()) ? await Bun.file(path).text() : ''
  if (await isValidKey(database, known)) return known
  const key = await createKey(database, `demo ${randomUUID()}`)
  if (key !== undefined) await writeFile(path, key, { mode: 0o600 })
  return key
}
