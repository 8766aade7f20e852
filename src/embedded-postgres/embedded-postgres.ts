import { type FileLock, tryExclusiveLock, trySharedLock } from '../values/files/file-lock'
import { type Binaries, findBinaries } from './binaries'
import { type DataPaths, openDataDirectory, prepareCluster, prepareDatabase } from './cluster'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { launchServer, stopServer, untilGone, untilReady } from './server'
import { findRunningServer, hasSocket, type RunningServer } from './server-files'
import { findServerUser, type ServerUser } from './server-user'
import { withStartLock } from './start-lock'

export type EmbeddedOptions = {
  dataDir: string
  /** False: data is lost if the machine crashes; for tests. */
  durable?: boolean
  /** For tests: the programs of another version. */
  binaries?: Binaries | undefined
  log?: (message: string) => void
}

export type EmbeddedPostgres = {
  /** The database behind a Unix socket, for `postgres()` and psql, in this process and its children. */
  url: string
  /** The directory of the server's sockets. */
  socketDirectory: string
  /** True if the server was already running, started by another process. */
  adopted: boolean
  /** Leaves the server. The last user stops it. Repeated calls return the same promise. */
  stop(): Promise<void>
}

type Session = {
  paths: DataPaths
  user: ServerUser
  isDurable: boolean
  binaries: Binaries | undefined
  log: (message: string) => void
}

/**
 * Starts PostgreSQL on a data directory, or joins the server that runs there. Every user holds a shared lock on
 * `usersLock`, so the last user can tell that it is the last. `startLock` serializes starts and stops.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const paths = openDataDirectory(options.dataDir)
  const log = options.log ?? (() => undefined)
  const user = findServerUser(paths.cluster)
  const { binaries, durable: isDurable = true } = options
  const session = { paths, user, isDurable, binaries, log }
  return withStartLock(paths.startLock, () => join(session))
}

/** As `startEmbedded`, for a `Shutdown`. */
export async function joinEmbedded(options: EmbeddedOptions) {
  const { stop, ...server } = await startEmbedded(options)
  return { ...server, close: stop }
}

async function join(session: Session): Promise<EmbeddedPostgres> {
  const { paths, log } = session
  const found = await findUsableServer(paths)
  const usersLock = joinUsers(paths)
  try {
    const server = found ?? (await launch(session))
    const url = await prepareDatabase(paths, server.socketDirectory)
    log(`PostgreSQL ${found ? 'was already running' : 'started'} on ${paths.cluster}`)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= leave(session, usersLock)
      return stopped
    }
    return { url, socketDirectory: server.socketDirectory, adopted: found !== undefined, stop }
  } catch (error) {
    // A server in crash recovery continues; the next start joins it.
    if (findRunningServer(paths.cluster)?.status === 'starting') usersLock.release()
    else await stopWhenLast(session, usersLock)
    throw error
  }
}

async function launch(session: Session): Promise<RunningServer> {
  const options = { ...session, binaries: session.binaries ?? (await findBinaries(session.user)) }
  await prepareCluster(options)
  return launchServer(options)
}

/** Waits until the running server of the cluster is ready. Stops a server that is unreachable. */
async function findUsableServer(paths: DataPaths): Promise<RunningServer | undefined> {
  const found = findRunningServer(paths.cluster)
  if (found === undefined) return undefined
  if (found.status === 'stopping') {
    await untilGone(paths, found)
    return undefined
  }
  const server = await untilReady(paths, () => false)
  if (hasSocket(server.socketDirectory)) return server
  const alone = tryExclusiveLock(paths.usersLock)
  if (alone === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL (process ${server.pid}) has lost its socket directory ${server.socketDirectory}; stop the processes that use ${paths.root} and try again`,
    )
  }
  alone.release()
  await stopServer(paths, server)
  return undefined
}

function leave(session: Session, usersLock: FileLock): Promise<void> {
  const { startLock } = session.paths
  return withStartLock(startLock, () => stopWhenLast(session, usersLock))
}

async function stopWhenLast({ paths, log }: Session, usersLock: FileLock): Promise<void> {
  usersLock.release()
  const alone = tryExclusiveLock(paths.usersLock)
  if (alone === undefined) return
  alone.release()
  const server = findRunningServer(paths.cluster)
  if (server === undefined) return
  await stopServer(paths, server)
  log(`PostgreSQL stopped on ${paths.cluster}`)
}

function joinUsers(paths: DataPaths): FileLock {
  const lock = trySharedLock(paths.usersLock)
  // Exclusive locks on this file are taken only under the start lock, which this process holds.
  if (lock === undefined) throw new EmbeddedPostgresError(`${paths.usersLock} is locked`)
  return lock
}
