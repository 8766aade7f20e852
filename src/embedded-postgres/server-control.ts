import { rmSync, statSync } from 'node:fs'
import type { Binaries } from './binaries'
import type { DataPlace } from './data-place'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { machineMemoryBytes } from './machine-memory'
import type { RunningServer } from './running-server'
import { findRunningServer, isRunning, readCommandLine, readPidFile } from './running-server'
import { followLog, quoteLog, rotateLog } from './server-log'
import { clusterArgument, spawnInCluster } from './server-process'
import { serverSettings, settingArguments } from './server-settings'
import type { ServerUser } from './server-user'
import { makeSocketDirectory, removeSocketDirectory, socketDirectories } from './socket-directory'

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000
const QUIT_LIMIT_MS = 10_000
const WRITING_LIMIT_MS = 1000
const POLL_MS = 20

interface Launch {
  binaries: Binaries
  isDurable: boolean
}

/**
 * Starts a server on the cluster and waits until it takes connections, or until the one does that a killed process
 * launched a moment before.
 */
export async function launchServer(
  place: DataPlace,
  user: ServerUser,
  launch: Launch,
): Promise<RunningServer> {
  const deadline = performance.now() + HELD_UP_LIMIT_MS
  for (;;) {
    rotateLog(place.log)
    const readLogged = followLog(place.log)
    try {
      return await launchOnce(place, user, launch)
    } catch (error) {
      if (!HELD_UP.test(readLogged()) || performance.now() > deadline) throw error
    }
    await Bun.sleep(POLL_MS)
  }
}

/**
 * What PostgreSQL logs while processes of a server that was killed hard have not noticed it yet, and while another server
 * is starting that has not named its sockets.
 */
const HELD_UP =
  /pre-existing shared memory block|lock file "postmaster\.pid" (already exists|is empty)/
const HELD_UP_LIMIT_MS = 10_000

async function launchOnce(
  place: DataPlace,
  user: ServerUser,
  launch: Launch,
): Promise<RunningServer> {
  clearLeftover(place.cluster)
  const sockets = makeSocketDirectory(user)
  const settings = serverSettings({
    memoryBytes: machineMemoryBytes(),
    socketDirectories: socketDirectories(sockets),
    isDurable: launch.isDurable,
  })
  const command = [launch.binaries.postgres, '-D', clusterArgument(place.cluster, user)]
  const child = spawnInCluster([...command, ...settingArguments(settings)], place, user)
  child.unref()
  try {
    const isComing = () => child.exitCode === null && child.signalCode === null
    const server = await untilReady(place, isComing)
    if (server.socketDirectory !== sockets) removeSocketDirectory(sockets)
    return server
  } catch (error) {
    // One that shows itself in postmaster.pid is recovering and may go on; the next start joins it.
    if (findRunningServer(place.cluster) === undefined) {
      child.kill('SIGKILL')
      removeSocketDirectory(sockets)
    }
    throw error
  }
}

/** Waits until the cluster's server takes connections; `isComing` says whether one may still appear. */
export async function untilReady(
  place: DataPlace,
  isComing: () => boolean,
): Promise<RunningServer> {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    const mayAppear = isComing()
    const server = findRunningServer(place.cluster)
    if (server?.status === 'ready') return server
    if (server === undefined && !mayAppear) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start${quoteLog(place.log)}`)
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL is not ready after ${START_LIMIT_MS / 1000} s; it may be recovering from a crash, which goes on: try again later${quoteLog(place.log)}`,
      )
    }
    await Bun.sleep(POLL_MS)
  }
}

/** Ends the server: its clients are sent away, and everything is written. */
export async function stopServer(place: DataPlace, server: RunningServer): Promise<void> {
  // PostgreSQL's fast shutdown, then its immediate one, after which the next start recovers.
  if (isRunning(server)) process.kill(server.pid, 'SIGINT')
  if (!(await isGone(server, STOP_LIMIT_MS))) {
    process.kill(server.pid, 'SIGQUIT')
    if (!(await isGone(server, QUIT_LIMIT_MS))) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${server.pid}) does not stop${quoteLog(place.log)}`,
      )
    }
  }
  removeSocketDirectory(server.socketDirectory)
}

/** Waits for a server that is stopping already. */
export async function untilGone(place: DataPlace, server: RunningServer): Promise<void> {
  if (await isGone(server, STOP_LIMIT_MS)) return
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${server.pid}) has been stopping for ${STOP_LIMIT_MS / 1000} s; end it and try again${quoteLog(place.log)}`,
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
 * Clears away what a killed server left; PostgreSQL sees through a stale postmaster.pid only while no process has the
 * number in it. The file of any live PostgreSQL stays: it protects the data. So does one without a number while it is
 * new: a server makes it empty, and writes it then.
 */
function clearLeftover(cluster: string): void {
  const leftover = readPidFile(cluster)
  if (leftover === undefined || readCommandLine(leftover.pid).includes('postgres')) return
  if (leftover.pid === 0 && statSync(leftover.path).mtimeMs > Date.now() - WRITING_LIMIT_MS) return
  removeSocketDirectory(leftover.socketDirectory)
  rmSync(leftover.path)
}
