import { appendFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archive } from './backup-archive'
import { findBinaries } from './binaries'
import { checkVersion, makeUnfinished, openDataDirectory, removeUnfinished } from './cluster'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { findServerUser, giveTo, type ServerUser, spawnReader } from './server-user'
import { withStartLock } from './start-lock'

/**
 * Recovery ends at the first consistent state and begins a new timeline, so that the restored cluster can be told from the
 * one that was backed up. Every archive holds the WAL that it needs.
 */
const RECOVERY = `
# Of a restored backup; read only while there is a file recovery.signal.
restore_command = 'false'
recovery_target = 'immediate'
recovery_target_action = 'promote'
`

/**
 * Extracts a backup into a data directory; the next start of its server recovers it. A process that is killed leaves no
 * partial cluster. Throws when `signal` aborts.
 */
export async function restoreCluster(
  dataDir: string,
  archive: Archive,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const user = findServerUser(join(dataDir, 'postgres'))
  const { majorVersion } = await findBinaries(user)
  const { postgresVersion } = archive.header
  if (postgresVersion !== majorVersion) {
    throw new EmbeddedPostgresError(
      `the backup is of PostgreSQL ${postgresVersion} and the embedded one is ${majorVersion}; restore it with a version of this service that has PostgreSQL ${postgresVersion}`,
    )
  }
  const paths = openDataDirectory(dataDir)
  await withStartLock(paths.startLock, async () => {
    requireEmpty(dataDir)
    removeUnfinished(paths)
    const unfinished = makeUnfinished(paths, user)
    try {
      await extract(archive.read(onProgress), unfinished, user, signal)
      checkVersion(unfinished, majorVersion)
      prepareRecovery(unfinished, user)
      await syncAll(unfinished)
      signal.throwIfAborted()
      renameSync(unfinished, paths.cluster)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      throw error
    }
  })
}

/** A data directory may hold the locks, the log and the leftovers of killed processes, and nothing else. */
export function requireEmpty(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const others = readdirSync(dataDir).filter((name) => !name.startsWith('postgres.'))
  if (others.length === 0) return
  throw new EmbeddedPostgresError(
    `${dataDir} is not empty: it has ${others.toSorted().slice(0, 3).join(', ')}; move it away, or set DATA_DIR to another directory`,
  )
}

async function extract(
  tar: AsyncIterable<Buffer>,
  directory: string,
  user: ServerUser,
  signal: AbortSignal,
): Promise<void> {
  const child = spawnReader(['tar', '-x', '-f', '-'], directory, user)
  const issues = child.stderr.text()
  try {
    for await (const chunk of tar) {
      signal.throwIfAborted()
      child.stdin.write(chunk)
      await child.stdin.flush()
    }
    await child.stdin.end()
  } catch (error) {
    child.kill('SIGKILL')
    await child.exited
    if ((await issues) === '') throw error
  }
  if ((await child.exited) !== 0) {
    throw new EmbeddedPostgresError(`cannot extract the backup: ${(await issues).trim()}`)
  }
}

function prepareRecovery(cluster: string, user: ServerUser): void {
  appendFileSync(join(cluster, 'postgresql.auto.conf'), RECOVERY)
  const signalFile = join(cluster, 'recovery.signal')
  writeFileSync(signalFile, '', { mode: 0o600 })
  giveTo(signalFile, user)
}

/** Writes all files to the disk, so that the rename that makes them the cluster cannot come first. */
async function syncAll(directory: string): Promise<void> {
  for (const path of ['.', ...(await readdir(directory, { recursive: true }))]) {
    const file = await open(join(directory, path))
    await file.sync()
    await file.close()
  }
}
