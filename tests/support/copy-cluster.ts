import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { withStartLock } from '../../src/embedded-postgres/start-lock'

/** In the folder that `tests/run.ts` gives the temporary files of a run. */
const ORIGINAL = join(tmpdir(), 'stopped-postgres')

/**
 * Makes a data directory with a stopped embedded PostgreSQL, whose database is empty: a copy of one that the first test of a
 * run made that needed one. To make each takes seconds of CPU.
 */
export async function copyCluster(dataDir: string): Promise<void> {
  await withStartLock(`${ORIGINAL}.lock`, async () => {
    if (!existsSync(ORIGINAL)) await makeOriginal()
  })
  mkdirSync(dataDir, { recursive: true })
  const cluster = join(ORIGINAL, 'postgres')
  const { exitCode, stderr } = Bun.spawnSync(['cp', '-a', cluster, dataDir])
  if (exitCode !== 0) throw new Error(`the cluster cannot be copied: ${stderr}`)
}

async function makeOriginal(): Promise<void> {
  const unfinished = `${ORIGINAL}.new`
  const server = await startEmbedded({ dataDir: unfinished, durable: false })
  await server.stop()
  renameSync(unfinished, ORIGINAL)
}
