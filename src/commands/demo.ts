import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config'
import type { Database } from '../database/connection'
import { outdatedIndexVersion } from '../database/index-version'
import { applyMigrations } from '../database/migrations'
import { reindex } from '../import/reindex'
import { createWriter } from '../import/writer'
import { createKey, isValidKey } from '../keys/api-keys'
import { floorToHour } from '../values/instant'
import { type Catalogue, openDatabase } from './catalogue'
import { runCommand } from './command'
import { printMessage } from './output'
import { seedOnce } from './seed-catalogue'
import { startService } from './serve'
import { runUntilSignal } from './shutdown'
import { freeAddress } from './workers'

const SAMPLE_JOBS = 20_000

await runCommand({
  name: 'demo',
  help: `bun run demo

Serves a sample catalogue: starts the embedded PostgreSQL, applies the migrations,
writes 20,000 sample jobs into an empty catalogue, creates a key, and prints
requests to try. A demo that is started again has the same key.

Example: PORT=8080 bun run demo`,
  options: {},
  positionals: [0, 0],
  async run() {
    if (process.env.DATABASE_URL)
      printMessage('DATABASE_URL is not used: the demo has a PostgreSQL of its own')
    // Empty instead of absent: Bun gives workers absent variables from a file .env.
    const own = { DATABASE_URL: '', DATABASE_REPLICA_URLS: '' }
    const env = { LOG_LEVEL: 'warn', ...process.env, ...own }
    const config = readConfig(env)
    // Before the sample is written.
    await freeAddress(config, 'another process, perhaps a demo that runs already')
    const { key, url } = await runUntilSignal(async (shutdown) => {
      const opening = openDatabase({
        command: 'demo',
        config,
        timeoutMs: config.queryTimeoutMs,
        poolSize: config.databasePoolSize,
        log: printMessage,
      })
      const catalogue = await shutdown.opened(opening)
      await prepare(catalogue)
      const key = await demoKey(catalogue.database, config.dataDir)
      return { key, url: await startService(shutdown, catalogue, config, env) }
    })
    console.log(`
Explore page   ${url}/explore
Swagger page   ${url}/swagger
API key        ${key}

curl -H 'Authorization: Bearer ${key}' '${url}/v1/active-ats?time_frame=6m&limit=3'
`)
  },
})

/** Migrates the catalogue, rebuilds an outdated search index, and fills an empty catalogue. */
async function prepare({ url, database }: Catalogue): Promise<void> {
  await applyMigrations(url)
  if ((await outdatedIndexVersion(database)) !== undefined) {
    printMessage('renewing the search index')
    await reindex(createWriter(database), () => undefined)
  }
  const until = floorToHour(new Date())
  await seedOnce(database, { jobs: SAMPLE_JOBS, random: 1, until })
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
