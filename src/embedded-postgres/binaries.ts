import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { probe, type ServerUser } from './server-user'

const ADVICE = 'set DATABASE_URL to a PostgreSQL 15 or later'

/** Copies of packages. Only root can write here, so no other user can replace a program. */
const CACHE = '/var/cache/job-catalogue'

export type Binaries = { initdb: string; postgres: string; majorVersion: number }

/** Finds the PostgreSQL programs for this platform and checks that the user can run them. Tests name packages of other versions. */
export async function findBinaries(
  user: ServerUser,
  packageDirectory = findPackage(`@embedded-postgres/${process.platform}-${process.arch}`),
): Promise<Binaries> {
  makePackageLinks(packageDirectory)
  const inPlace = await tryBinaries(packageDirectory, user)
  if ('majorVersion' in inPlace) return inPlace
  if (user.mustSwitchUser) {
    const copied = await tryBinaries(await copyPackage(packageDirectory), user)
    if ('majorVersion' in copied) return copied
  }
  throw new EmbeddedPostgresError(
    `the embedded PostgreSQL does not run on this system (it needs glibc): ${inPlace.issue}; ${ADVICE}`,
  )
}

export function findPackage(name: string): string {
  try {
    return dirname(dirname(Bun.resolveSync(name, import.meta.dir)))
  } catch (error) {
    throw new EmbeddedPostgresError(
      `no embedded PostgreSQL for this platform: the package ${name} is not installed; run bun install, and if it does not exist ${ADVICE}`,
      { cause: error },
    )
  }
}

async function tryBinaries(
  packageDirectory: string,
  user: ServerUser,
): Promise<Binaries | { issue: string }> {
  const directory = join(packageDirectory, 'native', 'bin')
  const postgres = join(directory, 'postgres')
  const { isRunnable, output } = await probe([postgres, '--version'], user)
  const version = /\(PostgreSQL\) (\d+)/.exec(output)
  if (!isRunnable || version === null) return { issue: output }
  return { initdb: join(directory, 'initdb'), postgres, majorVersion: Number(version[1]) }
}

/**
 * Makes the symbolic links between the package's libraries, which a package archive cannot contain. The package's
 * install script makes them too, but package managers do not run install scripts by default.
 */
function makePackageLinks(packageDirectory: string): void {
  const list = readFileSync(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(packageDirectory, target)
    if (!exists(link)) makeLink(relative(dirname(target), source), link)
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link)
  } catch (error) {
    // A concurrent process may have made the link.
    if (exists(link)) return
    throw new EmbeddedPostgresError(
      `cannot make the link ${link}; run bun install as the owner of that directory`,
      { cause: error },
    )
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/**
 * Copies a package that only root can read (for example below /root) to the cache, where all users can read it.
 * There is one copy for each version.
 */
async function copyPackage(packageDirectory: string): Promise<string> {
  const manifest = readFileSync(join(packageDirectory, 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(manifest)
  const copy = join(CACHE, `${basename(packageDirectory)}-${version}`)
  if (isCopied(copy)) return copy
  mkdirSync(CACHE, { recursive: true })
  chmodSync(CACHE, 0o755)
  const unfinished = `${copy}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(packageDirectory, unfinished, { recursive: true, verbatimSymlinks: true })
  makeReadable(unfinished)
  await rename(unfinished, copy).catch((error: unknown) => {
    // A concurrent process may have finished its copy first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!isCopied(copy)) throw error
  })
  return copy
}

function isCopied(copy: string): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return true
  throw new EmbeddedPostgresError(`${copy} is not a directory that only root can write; remove it`)
}

/** Lets all users read what root can read and execute what root can execute. Only root can write. */
function makeReadable(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
