import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { giveTo, makePrivateDirectory, type ServerUser } from './server-user'

/** The server of a cluster, started by this or another process. */
export type RunningServer = {
  pid: number
  socketDirectory: string
  status: 'starting' | 'ready' | 'stopping'
}

/** The content of the cluster's postmaster.pid. The file remains after the server is killed. */
export type PidFile = { path: string; pid: number; socketDirectory: string; status: string }

/** Finds the server of the cluster. Ignores a postmaster.pid whose process has ended or is another program. */
export function findRunningServer(cluster: string): RunningServer | undefined {
  const file = readPidFile(cluster)
  if (file === undefined || !isRunning(file)) return undefined
  const { pid, socketDirectory, status } = file
  const isKnown = status === 'ready' || status === 'stopping'
  return { pid, socketDirectory, status: isKnown ? status : 'starting' }
}

/**
 * Whether the process is this server: its command line contains its socket directory, which is unique. (In a container
 * even root may not read the links /proc/PID/cwd and exe of another user's process.)
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

/** Empty if the process does not exist or is a zombie. */
export function readCommandLine(pid: number): string {
  if (!Number.isSafeInteger(pid) || pid <= 0) return ''
  if (process.platform !== 'linux') {
    return Bun.spawnSync(['ps', '-ww', '-o', 'command=', '-p', String(pid)]).stdout.toString()
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    // ESRCH: the process ended after the file was opened.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}

const SOCKET_PREFIX = 'job-catalogue-'

/**
 * postgres.js treats a host as a directory only if it contains a slash and a comma, and then appends `/.s.PGSQL.` and
 * the port. Therefore the server has a second socket, in a directory with the name of the end of the URL. So one URL
 * works in postgres.js, regardless of PGPORT, and in psql, which uses the first socket.
 */
const URL_DIRECTORY = ',:5432'

/**
 * Makes a directory for the sockets. Only the user and root can enter it, since PostgreSQL trusts every local
 * connection. The name is unique, so nobody can create it first, and short: socket paths are limited to about 100 bytes.
 */
export function makeSocketDirectory(user: ServerUser): string {
  const parent = existsSync('/tmp') ? '/tmp' : tmpdir()
  const directory = mkdtempSync(join(parent, SOCKET_PREFIX))
  giveTo(directory, user)
  makePrivateDirectory(join(directory, URL_DIRECTORY), user)
  return directory
}

export function socketDirectories(directory: string): string[] {
  return [directory, join(directory, URL_DIRECTORY)]
}

/** False if the temporary directory was cleaned; the server is then unreachable. */
export function hasSocket(directory: string): boolean {
  return existsSync(join(directory, URL_DIRECTORY, '.s.PGSQL.5432'))
}

export function removeSocketDirectory(directory: string): void {
  if (!basename(directory).startsWith(SOCKET_PREFIX)) return
  rmSync(directory, { recursive: true, force: true })
}

/** The URL of a database behind the socket. */
export function socketUrl(directory: string, role: string, database: string): string {
  return `postgres://${role}@${encodeURIComponent(`${directory}/,`)}:5432/${database}`
}

const MAX_LOG_BYTES = 10 * 1024 * 1024
const QUOTED_LINES = 15

/** Renames a large log; replaces the log that was renamed before. */
export function rotateLog(path: string): void {
  if (existsSync(path) && statSync(path).size > MAX_LOG_BYTES) renameSync(path, `${path}.old`)
}

/** Returns a function that reads the lines logged after this call. */
export function followLog(path: string): () => string {
  const begin = existsSync(path) ? statSync(path).size : 0
  return () => readLog(path).subarray(begin).toString()
}

/** The last lines of the log, to append to an error message. */
export function quoteLog(path: string): string {
  const text = readLog(path).toString().trimEnd()
  if (text === '') return ''
  const lines = text.split('\n').slice(-QUOTED_LINES)
  return `\nThe end of ${path}:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function readLog(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    // The log is missing or unreadable. The error that it would explain is reported anyway.
    return Buffer.alloc(0)
  }
}
