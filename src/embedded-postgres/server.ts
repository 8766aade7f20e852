import { rmSync, statSync } from 'node:fs'
import type { ClusterOptions, DataPaths } from './cluster'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import {
  findRunningServer,
  followLog,
  isRunning,
  makeSocketDirectory,
  quoteLog,
  type RunningServer,
  readCommandLine,
  readPidFile,
  removeSocketDirectory,
  rotateLog,
  socketDirectories,
} from './server-files'
import { memoryLimitBytes, serverSettings, settingArguments } from './server-settings'
import { clusterArgument, spawnInCluster } from './server-user'

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000
const QUIT_LIMIT_MS = 10_000
const RETRY_LIMIT_MS = 10_000
/** A server creates postmaster.pid empty and fills it within this time. */
const PID_WRITE_LIMIT_MS = 1000
const POLL_MS = 20

/**
 * Log lines of a start to retry: processes of a killed server still run, or another server is starting and has not
 * written its socket directory to postmaster.pid.
 */
const RETRYABLE =
  /pre-existing shared memory block|lock file "postmaster\.pid" (already exists|is empty)/

/**
 * Starts a server on the cluster and waits until it accepts connections. If a process that was killed has just started
 * a server, waits for that server.
 */
export async function launchServer(options: ClusterOptions): Promise<RunningServer> {
  const { log } = options.paths
  const deadline = performance.now() + RETRY_LIMIT_MS
  for (;;) {
    rotateLog(log)
    const readLogged = followLog(log)
    try {
      return await launchOnce(options)
    } catch (error) {
      if (!RETRYABLE.test(readLogged()) || performance.now() > deadline) throw error
    }
    await Bun.sleep(POLL_MS)
  }
}

async function launchOnce(options: ClusterOptions): Promise<RunningServer> {
  const { paths, user, binaries, isDurable } = options
  removeStalePidFile(paths.cluster)
  const sockets = makeSocketDirectory(user)
  const settings = serverSettings({
    memoryBytes: memoryLimitBytes(),
    socketDirectories: socketDirectories(sockets),
    isDurable,
  })
  const command = [binaries.postgres, '-D', clusterArgument(paths.cluster, user)]
  const child = spawnInCluster([...command, ...settingArguments(settings)], paths, user)
  child.unref()
  try {
    const mayAppear = () => child.exitCode === null && child.signalCode === null
    const server = await untilReady(paths, mayAppear)
    if (server.socketDirectory !== sockets) removeSocketDirectory(sockets)
    return server
  } catch (error) {
    // A server with a postmaster.pid is recovering and continues; the next start joins it.
    if (findRunningServer(paths.cluster) === undefined) {
      child.kill('SIGKILL')
      removeSocketDirectory(sockets)
    }
    throw error
  }
}

/** Waits until the cluster's server accepts connections. `mayAppear`: whether a server may still start. */
export async function untilReady(
  paths: DataPaths,
  mayAppear: () => boolean,
): Promise<RunningServer> {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    const isComing = mayAppear()
    const server = findRunningServer(paths.cluster)
    if (server?.status === 'ready') return server
    if (server === undefined && !isComing) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start${quoteLog(paths.log)}`)
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL is not ready after ${START_LIMIT_MS / 1000} s; it may be recovering from a crash, which goes on: try again later${quoteLog(paths.log)}`,
      )
    }
    await Bun.sleep(POLL_MS)
  }
}

/** Stops the server. Disconnects its clients and writes all data. */
export async function stopServer(paths: DataPaths, server: RunningServer): Promise<void> {
  // Fast shutdown, then immediate shutdown, after which the next start runs crash recovery.
  if (isRunning(server)) process.kill(server.pid, 'SIGINT')
  if (!(await isGone(server, STOP_LIMIT_MS))) {
    process.kill(server.pid, 'SIGQUIT')
    if (!(await isGone(server, QUIT_LIMIT_MS))) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${server.pid}) does not stop${quoteLog(paths.log)}`,
      )
    }
  }
  removeSocketDirectory(server.socketDirectory)
}

/** Waits for a server that is already stopping. */
export async function untilGone(paths: DataPaths, server: RunningServer): Promise<void> {
  if (await isGone(server, STOP_LIMIT_MS)) return
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${server.pid}) has been stopping for ${STOP_LIMIT_MS / 1000} s; end it and try again${quoteLog(paths.log)}`,
  )
}

async function isGone(server: RunningServer, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (isRunning(server)) {
    if (performance.now() > deadline) return false
    await Bun.sleep(POLL_MS)
  }
  return true
}

/**
 * Removes the postmaster.pid of a killed server. PostgreSQL ignores a stale file only while no process has its pid. Keeps
 * the file of every live PostgreSQL, since it protects the data, and a new file that is still empty.
 */
function removeStalePidFile(cluster: string): void {
  const file = readPidFile(cluster)
  if (file === undefined || readCommandLine(file.pid).includes('postgres')) return
  if (file.pid === 0 && statSync(file.path).mtimeMs > Date.now() - PID_WRITE_LIMIT_MS) return
  removeSocketDirectory(file.socketDirectory)
  rmSync(file.path)
}
