import { findBinaries } from './binaries'
import { prepareCluster } from './cluster'
import type { DataPlace } from './data-place'
import { openDataPlace } from './data-place'
import { prepareDatabase } from './database-setup'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import type { FileLock } from './file-lock'
import { tryExclusiveLock, trySharedLock, withExclusiveLock } from './file-lock'
import type { RunningServer } from './running-server'
import { findRunningServer } from './running-server'
import { launchServer, stopServer, untilGone, untilReady } from './server-control'
import type { ServerUser } from './server-user'
import { findServerUser } from './server-user'
import { hasSocket } from './socket-directory'

/** Longer than any one start or stop takes at its own limits. */
const TURN_LIMIT_MS = 300_000

export type EmbeddedOptions = {
  dataDir: string
  /** False gives up safety against a crash of the machine, for tests. */
  durable?: boolean
  log?: (message: string) => void
}

export type EmbeddedPostgres = {
  /** Reaches the database over a Unix socket; for `postgres()` and psql, here and in child processes. */
  url: string
  /** True when the server was running already: another process uses it, or one that was killed left it. */
  adopted: boolean
  /** Ends the use of the server. The last of its users stops it. */
  stop(): Promise<void>
}

type Session = {
  place: DataPlace
  user: ServerUser
  isDurable: boolean
  log: (message: string) => void
}

/**
 * Runs PostgreSQL on a data directory, or joins the one that runs there. Every user holds a shared lock for as long as
 * it lives, and starts and stops take turns, so that a server has one start, and stops when its last user leaves.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = openDataPlace(options.dataDir)
  const log = options.log ?? (() => undefined)
  const user = findServerUser(place.cluster)
  const session = { place, user, isDurable: options.durable ?? true, log }
  return withExclusiveLock(place.startLock, TURN_LIMIT_MS, () => join(session))
}

async function join(session: Session): Promise<EmbeddedPostgres> {
  const { place, log } = session
  const found = await findUsableServer(place)
  const presence = holdPresence(place)
  try {
    const server = found ?? (await launch(session))
    const url = await prepareDatabase(place, server.socketDirectory)
    log(`PostgreSQL ${found ? 'was already running' : 'started'} on ${place.cluster}`)
    return { url, adopted: found !== undefined, stop: once(() => leave(session, presence)) }
  } catch (error) {
    // A server that is still recovering is left to it; the next start joins it.
    if (findRunningServer(place.cluster)?.status === 'starting') presence.release()
    else await stopWhenLast(session, presence)
    throw error
  }
}

async function launch({ place, user, isDurable }: Session): Promise<RunningServer> {
  const binaries = await findBinaries(user)
  await prepareCluster({ place, user, binaries, isDurable })
  return launchServer(place, user, { binaries, isDurable })
}

/** The server that runs on the cluster, once it is ready; one that cannot be used any more is ended first. */
async function findUsableServer(place: DataPlace): Promise<RunningServer | undefined> {
  const found = findRunningServer(place.cluster)
  if (found === undefined) return undefined
  if (found.status === 'stopping') {
    await untilGone(place, found)
    return undefined
  }
  const server = await untilReady(place, () => false)
  if (hasSocket(server.socketDirectory)) return server
  const alone = tryExclusiveLock(place.usersLock)
  if (alone === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL (process ${server.pid}) has lost its socket directory ${server.socketDirectory}; stop the processes that use ${place.root} and try again`,
    )
  }
  alone.release()
  await stopServer(place, server)
  return undefined
}

function leave(session: Session, presence: FileLock): Promise<void> {
  const { startLock } = session.place
  return withExclusiveLock(startLock, TURN_LIMIT_MS, () => stopWhenLast(session, presence))
}

async function stopWhenLast({ place, log }: Session, presence: FileLock): Promise<void> {
  presence.release()
  const alone = tryExclusiveLock(place.usersLock)
  if (alone === undefined) return
  alone.release()
  const server = findRunningServer(place.cluster)
  if (server === undefined) return
  await stopServer(place, server)
  log(`PostgreSQL stopped on ${place.cluster}`)
}

function holdPresence(place: DataPlace): FileLock {
  const presence = trySharedLock(place.usersLock)
  // Only a holder of the start lock, which we have, ever takes this one exclusively.
  if (presence === undefined) throw new EmbeddedPostgresError(`${place.usersLock} is locked`)
  return presence
}

function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => {
    result ??= action()
    return result
  }
}
