import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { giveTo, makePrivateDirectory } from './server-process'
import type { ServerUser } from './server-user'

const PREFIX = 'job-catalogue-'

/**
 * postgres.js takes a host for a directory only when it holds a slash and a comma, and then appends `/.s.PGSQL.` and
 * the port to all of it. So the server has a second socket in a directory named like the end of the URL, and
 * one URL works in postgres.js, whatever PGPORT says, and in psql, which uses the first.
 */
const URL_DIRECTORY = ',:5432'

/**
 * Makes a directory for the sockets that only the user (and root) can enter; whoever can, is trusted. It has a new name
 * every time, which nobody can occupy beforehand, and a short one: a socket's path has room for some 100 bytes.
 */
export function makeSocketDirectory(user: ServerUser): string {
  const parent = existsSync('/tmp') ? '/tmp' : tmpdir()
  const directory = mkdtempSync(join(parent, PREFIX))
  giveTo(directory, user)
  makePrivateDirectory(join(directory, URL_DIRECTORY), user)
  return directory
}

export function socketDirectories(directory: string): string[] {
  return [directory, join(directory, URL_DIRECTORY)]
}

/** False when something has cleaned the temporary directory, and the server cannot be reached any more. */
export function hasSocket(directory: string): boolean {
  return existsSync(join(directory, URL_DIRECTORY, '.s.PGSQL.5432'))
}

export function removeSocketDirectory(directory: string): void {
  if (basename(directory).startsWith(PREFIX)) rmSync(directory, { recursive: true, force: true })
}

/** A URL that reaches the server through its socket. */
export function socketUrl(directory: string, role: string, database: string): string {
  return `postgres://${role}@${encodeURIComponent(`${directory}/,`)}:5432/${database}`
}
