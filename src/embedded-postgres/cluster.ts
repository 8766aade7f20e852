import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries'
import type { DataPlace } from './data-place'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { quoteLog } from './server-log'
import { clusterArgument, giveTo, spawnInCluster } from './server-process'
import type { ServerUser } from './server-user'

const INITDB_LIMIT_MS = 120_000

/** How the names of clusters that initdb is filling begin. */
const UNFINISHED = 'postgres.new'

/** The role that owns the server. The catalogue itself connects as another, without its powers. */
export const SUPERUSER = 'postgres'

type Circumstances = {
  place: DataPlace
  user: ServerUser
  binaries: Binaries
  isDurable: boolean
}

/** Makes the cluster when there is none; whole or, when killed on the way, not at all. */
export async function prepareCluster(circumstances: Circumstances): Promise<void> {
  const { place, user, binaries } = circumstances
  removeUnfinished(place)
  if (existsSync(place.cluster)) {
    checkVersion(place.cluster, binaries.majorVersion)
    return
  }
  // A new name every time: the initdb of a process that was killed goes on writing where it was.
  const unfinished = mkdtempSync(join(place.root, `${UNFINISHED}-`))
  giveTo(unfinished, user)
  await runInitdb(unfinished, circumstances)
  renameSync(unfinished, place.cluster)
}

function removeUnfinished(place: DataPlace): void {
  for (const name of readdirSync(place.root)) {
    if (!name.startsWith(UNFINISHED)) continue
    try {
      rmSync(join(place.root, name), { recursive: true, force: true })
    } catch {
      // Files that an initdb makes meanwhile keep the directory; it is in nobody's way, and a later start removes it.
    }
  }
}

async function runInitdb(
  unfinished: string,
  { place, user, binaries, isDurable }: Circumstances,
): Promise<void> {
  const command = [
    binaries.initdb,
    `--pgdata=${clusterArgument(unfinished, user)}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(isDurable ? [] : ['--no-sync']),
  ]
  const child = spawnInCluster(command, { cluster: unfinished, log: place.log }, user)
  const timer = setTimeout(() => child.kill('SIGKILL'), INITDB_LIMIT_MS)
  const status = await child.exited
  clearTimeout(timer)
  if (status !== 0) {
    throw new EmbeddedPostgresError(
      `cannot make a PostgreSQL cluster in ${place.root}; if there is no way to mend it, set DATABASE_URL to a PostgreSQL 15 or later${quoteLog(place.log)}`,
    )
  }
}

function checkVersion(cluster: string, majorVersion: number): void {
  const path = join(cluster, 'PG_VERSION')
  if (!existsSync(path)) {
    throw new EmbeddedPostgresError(
      `${cluster} is not a PostgreSQL cluster (it has no PG_VERSION); move it away, or set DATA_DIR to another directory`,
    )
  }
  const found = readFileSync(path, 'utf8').trim()
  if (found !== String(majorVersion)) {
    throw new EmbeddedPostgresError(
      `${cluster} was written by PostgreSQL ${found} and the embedded one is ${majorVersion}; serve it with a PostgreSQL ${found} of your own and set DATABASE_URL, or move it away and fill the catalogue again`,
    )
  }
}
