import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/database/connection'
import { applyMigrations } from '../../src/database/migrations'
import { startEmbedded } from '../../src/embedded/embedded-postgres'
import { importPostings } from '../../src/ingest/import-postings'
import { readLines } from '../../src/ingest/read-lines'
import { createWriter } from '../../src/ingest/writer'

/**
 * How many postings a second the importer takes into an empty catalogue, new and then unchanged, with the
 * embedded PostgreSQL and full durability: `bun tests/bench/import.ts postings.ndjson.gz`.
 */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('expected a file of postings')

const dataDir = await mkdtemp(join(tmpdir(), 'bench-import-'))
const server = await startEmbedded({ dataDir })
try {
  await applyMigrations(server.url)
  for (const state of ['new', 'unchanged']) {
    const database = connect({ url: server.url, poolSize: 4 })
    const started = performance.now()
    const before = process.cpuUsage()
    const counts = await importPostings(
      createWriter(database),
      readLines(Bun.file(file).stream()),
      { history: false, onReject: () => Promise.resolve(), onProgress: () => undefined },
    )
    const seconds = (performance.now() - started) / 1000
    const cpu = process.cpuUsage(before)
    console.log(
      `${state.padEnd(10)} ${counts.read} postings  ${seconds.toFixed(2)} s  ${Math.round(counts.read / seconds)} a second  own CPU ${((cpu.user + cpu.system) / 1e6).toFixed(2)} s`,
    )
    await database.close()
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true })
}
