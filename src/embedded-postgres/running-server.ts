import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A server of ours that runs on the cluster, whichever process started it. */
export type RunningServer = {
  pid: number
  socketDirectory: string
  status: 'starting' | 'ready' | 'stopping'
}

/** What is in the cluster's postmaster.pid, which a server that was killed leaves behind. */
export type PidFile = { path: string; pid: number; socketDirectory: string; status: string }

/** The server of the cluster. A postmaster.pid whose process is gone, or is something else, counts for nothing. */
export function findRunningServer(cluster: string): RunningServer | undefined {
  const file = readPidFile(cluster)
  if (file === undefined || !isRunning(file)) return undefined
  const { pid, socketDirectory, status } = file
  const isKnown = status === 'ready' || status === 'stopping'
  return { pid, socketDirectory, status: isKnown ? status : 'starting' }
}

/**
 * True while the process is that server. Its command line names its socket directory, which no other server ever had.
 * (Not /proc/PID/cwd or exe: in a container even root may not follow those of another user.)
 */
export function isRunning(server: { pid: number; socketDirectory: string }): boolean {
  const { pid, socketDirectory } = server
  return socketDirectory !== '' && readCommandLine(pid).includes(socketDirectory)
}

export function readPidFile(cluster: string): PidFile | undefined {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  // Lines: pid, data directory, start time, port, socket directory, address, shared memory, status.
  const lines = readFileSync(path, 'utf8').split('\n')
  const [pid = '', , , , socketDirectory = '', , , status = ''] = lines.map((line) => line.trim())
  return { path, pid: Number(pid), socketDirectory, status }
}

/** Empty when there is no such process, or it has ended and nobody has asked for its exit status. */
export function readCommandLine(pid: number): string {
  if (!Number.isSafeInteger(pid) || pid <= 0) return ''
  if (process.platform !== 'linux') {
    return Bun.spawnSync(['ps', '-ww', '-o', 'command=', '-p', String(pid)]).stdout.toString()
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    // ESRCH: the process ended between the opening of its file and the reading.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}
