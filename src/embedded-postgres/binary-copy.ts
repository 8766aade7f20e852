import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error'

/** Only root can write here, so nobody else can put a program of theirs in the way. */
const CACHE = '/var/cache/job-catalogue'

/**
 * Copies a package that only root can read (a checkout under /root, say) to where everyone can, once for each version,
 * and returns the copy's directory.
 */
export async function copyBinaries(packageDirectory: string): Promise<string> {
  const copy = join(CACHE, `${basename(packageDirectory)}-${packageVersion(packageDirectory)}`)
  if (isPresent(copy)) return copy
  mkdirSync(CACHE, { recursive: true })
  chmodSync(CACHE, 0o755)
  const unfinished = `${copy}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(packageDirectory, unfinished, { recursive: true, verbatimSymlinks: true })
  makeReadable(unfinished)
  await rename(unfinished, copy).catch((error: unknown) => {
    // Another process may have finished its copy first; theirs is as good.
    rmSync(unfinished, { recursive: true, force: true })
    if (!isPresent(copy)) throw error
  })
  return copy
}

function isPresent(copy: string): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return true
  throw new EmbeddedPostgresError(`${copy} is not a directory that only root can write; remove it`)
}

function packageVersion(packageDirectory: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}

/** Readable and, where root can execute or enter it, executable for everyone; writable for root alone. */
function makeReadable(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
