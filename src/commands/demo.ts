import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Database } from '../catalogue/database/client/connection'
import { applyMigrations } from '../catalogue/database/migrations/migrations'
import { outdatedIndexVersion } from '../catalogue/database/words/index-version'
import { reindex } from '../catalogue/import/upkeep/reindex'
import { createWriter } from '../catalogue/import/write/writer'
import { readConfig } from '../service/config'
import { createKey, isValidKey } from '../service/keys/api-keys'
import { floorToHour } from '../values/instant'
import { openDatabase } from './catalogue/catalogue'
import { sampleDue, seedCatalogue } from './catalogue/seed-catalogue'
import { startService } from './serve/serve'
import { freeAddress } from './serve/workers'
import { runCommand } from './terminal/command'
import { offerPage } from './terminal/offer-page'
import { createProgress, printLine, printMessage } from './terminal/output'
import type { Shutdown } from './terminal/shutdown'

const SAMPLE_JOBS = 20_000

/** The service starts when these are written. */
const FIRST_JOBS = 1_000

/** How long a signal waits for the batch in flight. */
const DRAIN_MS = 5_000

await runCommand({
  name: 'demo',
  help: `bun run demo

Serves a sample catalogue: starts the embedded PostgreSQL, applies the migrations,
writes a sample of 20,000 jobs into an empty catalogue, half of them active,
creates a key, and prints a page and a request to try. At a terminal, Enter opens
the page. The service starts with the first thousand jobs, and the others
arrive while it serves. You can interrupt it at any moment; the next run continues
with the same key.

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
    await applyMigrations(catalogue.url)
    const filling = await beginSample(shutdown, catalogue.url)
    const key = await demoKey(catalogue.database, config.dataDir)
    const url = await startService(shutdown, catalogue, config, env)
    const page = `${url}/explore#key=${key}`
    printLine(`
Explore page   ${page}
Swagger page   ${url}/swagger
API key        ${key}

curl -H 'Authorization: Bearer ${key}' '${url}/v1/active-ats?time_frame=6m&limit=3'
`)
    offerPage(page)
    if (filling !== undefined) await finishSample(shutdown, filling)
  },
})

/** A sample that is being written. */
interface Filling {
  jobs: number
  /** Rejects when it fails, or when it is interrupted. */
  whole: Promise<unknown>
  onProgress: (done: number) => void
}

/**
 * Rebuilds an outdated search index, and begins the sample of an empty catalogue, or goes on with an interrupted one. Returns
 * once the first thousand jobs are written; undefined when there is nothing to write.
 */
async function beginSample(shutdown: Shutdown, url: string): Promise<Filling | undefined> {
  // Without the time limit of requests: a busy machine may take longer to rebuild the index.
  const database = connect({ url, poolSize: 4, command: 'demo' })
  shutdown.defer(() => database.close())
  if ((await outdatedIndexVersion(database)) !== undefined) {
    printMessage('renewing the search index')
    await reindex(createWriter(database), () => undefined)
  }
  const until = floorToHour(new Date())
  const fresh = { jobs: SAMPLE_JOBS, random: 1, until }
  const sample = await sampleDue(database, fresh)
  if (sample === undefined) return undefined
  printMessage(
    sample === fresh
      ? `writing ${sample.jobs} sample jobs; the first ${FIRST_JOBS} come before the service`
      : `writing the rest of ${sample.jobs} sample jobs, where the last run ended`,
  )
  const begun = Promise.withResolvers<void>()
  const fill = (signal: AbortSignal) =>
    seedCatalogue(database, sample, {
      signal,
      onProgress(done) {
        if (done >= FIRST_JOBS) begun.resolve()
        filling.onProgress(done)
      },
    })
  const filling: Filling = {
    jobs: sample.jobs,
    onProgress: () => undefined,
    // A failure is thrown where it is awaited.
    whole: shutdown.interruptible(fill, DRAIN_MS),
  }
  await Promise.race([begun.promise, filling.whole])
  return filling
}

async function finishSample(shutdown: Shutdown, filling: Filling): Promise<void> {
  const { jobs } = filling
  const progress = createProgress(jobs, true)
  shutdown.defer(() => progress.end())
  filling.onProgress = (done) => progress.show(done, `${done} of ${jobs} sample jobs`)
  await filling.whole
  progress.end()
  printMessage(`all ${jobs} sample jobs are written`)
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
