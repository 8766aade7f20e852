import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { messageOf } from '../values/errors'
import type { Binaries } from './binaries'
import { EmbeddedPostgresError, wrapError } from './embedded-postgres-error'
import { quoteLog, socketUrl } from './server-files'
import { clusterArgument, giveTo, type ServerUser, spawnInCluster } from './server-user'

const INITDB_LIMIT_MS = 120_000
const CONNECT_LIMIT_SECONDS = 10
const SETUP_LIMIT_MS = 60_000

/** Prefix of the directories in which initdb runs. */
const UNFINISHED = 'postgres.new'

/** The role that owns the cluster. The service connects as another role. */
export const SUPERUSER = 'postgres'

/** The service's role and database. The role may create databases, which the tests do, and has no other privileges. */
const NAME = 'job_catalogue'

/** Paths in the data directory. */
export type DataPaths = {
  root: string
  /** PostgreSQL's own data directory; its owner is the server's user. */
  cluster: string
  log: string
  startLock: string
  usersLock: string
}

/** Makes the data directory if it is missing. */
export function openDataDirectory(dataDir: string): DataPaths {
  wrapError('make the data directory', () => mkdirSync(dataDir, { recursive: true }))
  const root = realpathSync(dataDir)
  return {
    root,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    startLock: join(root, 'postgres.start.lock'),
    usersLock: join(root, 'postgres.users.lock'),
  }
}

export type ClusterOptions = {
  paths: DataPaths
  user: ServerUser
  binaries: Binaries
  /** False: data is lost if the machine crashes; for tests. */
  isDurable: boolean
}

/** Makes the cluster if it is missing. A process that is killed leaves no partial cluster. */
export async function prepareCluster(options: ClusterOptions): Promise<void> {
  const { paths, user, binaries } = options
  removeUnfinished(paths)
  if (existsSync(paths.cluster)) {
    checkVersion(paths.cluster, binaries.majorVersion)
    return
  }
  const unfinished = makeUnfinished(paths, user)
  await runInitdb(unfinished, options)
  renameSync(unfinished, paths.cluster)
}

/** Makes a directory for a new cluster. Its name is unique: the initdb of a killed process may still write to its own. */
export function makeUnfinished(paths: DataPaths, user: ServerUser): string {
  const unfinished = mkdtempSync(join(paths.root, `${UNFINISHED}-`))
  giveTo(unfinished, user)
  return unfinished
}

/** Removes what killed processes left. */
export function removeUnfinished(paths: DataPaths): void {
  for (const name of readdirSync(paths.root)) {
    if (!name.startsWith(UNFINISHED)) continue
    try {
      rmSync(join(paths.root, name), { recursive: true, force: true })
    } catch {
      // An initdb that still runs may add files meanwhile. The directory is harmless; a later start removes it.
    }
  }
}

async function runInitdb(
  unfinished: string,
  { paths, user, binaries, isDurable }: ClusterOptions,
): Promise<void> {
  const command = [
    binaries.initdb,
    `--pgdata=${clusterArgument(unfinished, user)}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    ...localeArguments(binaries.majorVersion),
    ...(isDurable ? [] : ['--no-sync']),
  ]
  const child = spawnInCluster(command, { cluster: unfinished, log: paths.log }, user)
  const timer = setTimeout(() => child.kill('SIGKILL'), INITDB_LIMIT_MS)
  const status = await child.exited
  clearTimeout(timer)
  if (status !== 0) {
    throw new EmbeddedPostgresError(
      `cannot make a PostgreSQL cluster in ${paths.root}; if that cannot be repaired, set DATABASE_URL to a PostgreSQL 15 or later${quoteLog(paths.log)}`,
    )
  }
}

/** Upper and lower case of all letters, and the order of bytes. Before PostgreSQL 17 only the system had such a locale. */
function localeArguments(majorVersion: number): string[] {
  if (majorVersion < 17) return ['--locale=C.UTF-8']
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
}

export function checkVersion(cluster: string, majorVersion: number): void {
  const path = join(cluster, 'PG_VERSION')
  if (!existsSync(path)) {
    throw new EmbeddedPostgresError(
      `${cluster} is not a PostgreSQL cluster (it has no PG_VERSION); move it away, or set DATA_DIR to another directory`,
    )
  }
  const found = readFileSync(path, 'utf8').trim()
  if (found !== String(majorVersion)) {
    throw new EmbeddedPostgresError(
      `${cluster} was written by PostgreSQL ${found} and the embedded one is ${majorVersion}; move it away and run: bun run restore FILE, with a FILE of bun run backup; without one, make it with the version of this service that wrote the folder`,
    )
  }
}

/** Makes the service's role and database if they are missing, and returns their URL. */
export async function prepareDatabase(paths: DataPaths, socketDirectory: string): Promise<string> {
  const sql = postgres(socketUrl(socketDirectory, SUPERUSER, 'postgres'), {
    max: 1,
    connect_timeout: CONNECT_LIMIT_SECONDS,
  })
  // `end` rejects the statement in progress.
  const timer = setTimeout(() => void sql.end({ timeout: 0 }), SETUP_LIMIT_MS)
  try {
    await createMissing(sql)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `cannot prepare the database ${NAME}: ${messageOf(error)}${quoteLog(paths.log)}`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
    await sql.end({ timeout: 1 })
  }
  return socketUrl(socketDirectory, NAME, NAME)
}

async function createMissing(sql: postgres.Sql): Promise<void> {
  const roles = await sql`select 1 from pg_roles where rolname = ${NAME}`
  if (roles.length === 0) await sql`create role ${sql(NAME)} login createdb`
  const databases = await sql`select 1 from pg_database where datname = ${NAME}`
  if (databases.length === 0) await sql`create database ${sql(NAME)} owner ${sql(NAME)}`
}
