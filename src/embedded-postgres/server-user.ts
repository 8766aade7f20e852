import { chownSync, closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { messageOf } from '../values/errors'
import { EmbeddedPostgresError, wrapError } from './embedded-postgres-error'

/** In order of preference. They own few or no other files. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

const PROBE_LIMIT_MS = 10_000

/** PostgreSQL reads many variables named PG*, so it does not inherit our environment. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The user that runs PostgreSQL, which refuses to run as root. */
export type ServerUser = {
  uid: number
  gid: number
  /** True if this process is root and its child processes must change to the user. */
  mustSwitchUser: boolean
}

/** Returns the current user; for root, the owner of the cluster or an unprivileged user. */
export function findServerUser(cluster: string): ServerUser {
  const owner = wrapError('look for a cluster', () => statSync(cluster, { throwIfNoEntry: false }))
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new EmbeddedPostgresError(
        `${cluster} belongs to the user with id ${owner.uid} and this process runs as ${uid}; run it as that user, or set DATA_DIR to another directory`,
      )
    }
    return { uid, gid: process.getgid?.() ?? -1, mustSwitchUser: false }
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid, mustSwitchUser: true }
  }
  return findUnprivilegedUser(readFileSync('/etc/passwd', 'utf8'))
}

function findUnprivilegedUser(passwd: string): ServerUser {
  const users = passwd.split('\n').map((line) => line.split(':'))
  for (const wanted of UNPRIVILEGED_USERS) {
    const user = users.find(([name]) => name === wanted)
    if (user !== undefined)
      return { uid: Number(user[2]), gid: Number(user[3]), mustSwitchUser: true }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED_USERS.join(' or ')} to run it as; add one, run as another user, or set DATABASE_URL`,
  )
}

/**
 * The cluster's path for a process started by `spawnInCluster`. Another user may not be able to enter the parent
 * directories (for example /root), so that process refers to the cluster by its working directory.
 */
export function clusterArgument(cluster: string, user: ServerUser): string {
  return user.mustSwitchUser && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/** Starts a process in the cluster. It appends its output to the log and gets no signals from the terminal. */
export function spawnInCluster(
  command: string[],
  paths: { cluster: string; log: string },
  user: ServerUser,
): Bun.Subprocess {
  const log = wrapError('open the log', () => openSync(paths.log, 'a', 0o600))
  try {
    return Bun.spawn(command, {
      cwd: paths.cluster,
      env: ENVIRONMENT,
      stdio: ['ignore', log, log],
      detached: true,
      ...identity(user),
    })
  } finally {
    closeSync(log)
  }
}

/** Runs a command as the user. `output` is its output, or the reason that it cannot run. */
export async function probe(
  command: string[],
  user: ServerUser,
): Promise<{ isRunnable: boolean; output: string }> {
  try {
    const child = Bun.spawn(command, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PROBE_LIMIT_MS,
      killSignal: 'SIGKILL',
      ...identity(user),
    })
    const [output, issue] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { isRunnable: (await child.exited) === 0, output: (output + issue).trim() }
  } catch (error) {
    return { isRunnable: false, output: messageOf(error) }
  }
}

/** Makes a directory that only the user and root can enter. */
export function makePrivateDirectory(path: string, user: ServerUser): void {
  mkdirSync(path, { mode: 0o700 })
  giveTo(path, user)
}

/** Makes the user the owner of a path. */
export function giveTo(path: string, user: ServerUser): void {
  if (user.mustSwitchUser) chownSync(path, user.uid, user.gid)
}

function identity(user: ServerUser): { uid?: number; gid?: number } {
  return user.mustSwitchUser ? { uid: user.uid, gid: user.gid } : {}
}
