import { chownSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { attempt } from './attempt'
import type { ServerUser } from './server-user'

const PROBE_LIMIT_MS = 10_000

/** PostgreSQL reads many variables named PG*; none of ours may reach it. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * How a process started by `spawnInCluster` names the cluster. After giving up root it may not be able to walk the
 * directories above (such as /root), so it is started inside and named by its own working directory.
 */
export function clusterArgument(cluster: string, user: ServerUser): string {
  return user.isOther && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/** Starts a process in the cluster, its output appended to the log, out of reach of the terminal's Ctrl-C. */
export function spawnInCluster(
  command: string[],
  place: { cluster: string; log: string },
  user: ServerUser,
): Bun.Subprocess {
  const log = attempt('open the log', () => openSync(place.log, 'a', 0o600))
  try {
    return Bun.spawn(command, {
      cwd: place.cluster,
      env: ENVIRONMENT,
      stdio: ['ignore', log, log],
      detached: true,
      ...identity(user),
    })
  } finally {
    closeSync(log)
  }
}

/** What the command prints as the user, or why it cannot be run. */
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
    return { isRunnable: false, output: error instanceof Error ? error.message : String(error) }
  }
}

/** Makes a directory that only the user (and root) can enter. */
export function makePrivateDirectory(path: string, user: ServerUser): void {
  mkdirSync(path, { mode: 0o700 })
  giveTo(path, user)
}

export function giveTo(path: string, user: ServerUser): void {
  if (user.isOther) chownSync(path, user.uid, user.gid)
}

function identity(user: ServerUser): { uid?: number; gid?: number } {
  return user.isOther ? { uid: user.uid, gid: user.gid } : {}
}
