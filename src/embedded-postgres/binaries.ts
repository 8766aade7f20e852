import { dirname, join } from 'node:path'
import { copyBinaries } from './binary-copy'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { makePackageLinks } from './package-links'
import { probe } from './server-process'
import type { ServerUser } from './server-user'

const WAY_OUT = 'set DATABASE_URL to a PostgreSQL 15 or later'

export type Binaries = { initdb: string; postgres: string; majorVersion: number }

/** PostgreSQL's programs for this platform, proved to run as the user. */
export async function findBinaries(user: ServerUser): Promise<Binaries> {
  const packageDirectory = findPackage(`@embedded-postgres/${process.platform}-${process.arch}`)
  makePackageLinks(packageDirectory)
  const inPlace = await tryBinaries(packageDirectory, user)
  if ('majorVersion' in inPlace) return inPlace
  if (user.isOther) {
    const copied = await tryBinaries(await copyBinaries(packageDirectory), user)
    if ('majorVersion' in copied) return copied
  }
  throw new EmbeddedPostgresError(
    `the embedded PostgreSQL does not run on this system (it needs glibc): ${inPlace.issue}; ${WAY_OUT}`,
  )
}

export function findPackage(name: string): string {
  try {
    return dirname(dirname(Bun.resolveSync(name, import.meta.dir)))
  } catch (error) {
    throw new EmbeddedPostgresError(
      `no embedded PostgreSQL for this platform: the package ${name} is not installed; run bun install, and if it does not exist ${WAY_OUT}`,
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
