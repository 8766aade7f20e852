import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries, findPackage } from '../../src/embedded-postgres/binaries'
import type { ServerUser } from '../../src/embedded-postgres/server-user'

/** The packages with the programs of each supported PostgreSQL but the last, which is a dependency of this package. */
const RELEASES: ReadonlyMap<string, string> = new Map([
  ['15', '15.18.0-beta.17'],
  ['16', '16.14.0-beta.17'],
  ['17', '17.10.0-beta.17'],
])

/** The supported major versions of PostgreSQL. */
export const VERSIONS: readonly string[] = [...RELEASES.keys(), '18']

const CACHE = join(import.meta.dir, '../../node_modules/.cache/postgres')

/** Takes `--postgres 15,18` out of the arguments of a command. No versions: that of the package's dependency. */
export function readVersions(args: readonly string[]): { versions: string[]; rest: string[] } {
  const at = args.findIndex((arg) => /^--postgres(=|$)/.test(arg))
  const option = args[at]
  if (option === undefined) return { versions: [], rest: [...args] }
  const isJoined = option.includes('=')
  const list = isJoined ? option.slice(option.indexOf('=') + 1) : (args[at + 1] ?? '')
  const versions = [...new Set(list.split(','))]
  const unknown = versions.find((version) => !VERSIONS.includes(version))
  if (unknown !== undefined) {
    throw new Error(`--postgres: expected versions such as ${VERSIONS.join(',')}, got '${unknown}'`)
  }
  return {
    versions,
    rest: args.filter((_, index) => index < at || index > at + (isJoined ? 0 : 1)),
  }
}

/** The programs of a major version, whose package is downloaded when it is missing, or those in a folder such as `/usr/lib/postgresql/15/bin`. */
export async function findPrograms(version: string, user: ServerUser): Promise<Binaries> {
  if (version.includes('/')) {
    const [initdb, postgres] = [join(version, 'initdb'), join(version, 'postgres')]
    return { initdb, postgres, majorVersion: Number(/\d+/.exec(version)?.[0]) }
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const release = RELEASES.get(version)
  const folder = release === undefined ? findPackage(name) : await download(name, release)
  return await findBinaries(user, folder)
}

/** Installs a package into a folder of its own, in the cache. */
async function download(name: string, release: string): Promise<string> {
  const root = join(CACHE, release)
  const folder = join(root, 'node_modules', name)
  if (existsSync(join(root, 'complete'))) return folder
  console.log(`downloading ${name} ${release}`)
  mkdirSync(root, { recursive: true })
  const manifest = { private: true, dependencies: { [name]: release } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  const child = Bun.spawn([process.execPath, 'install', '--silent', '--cwd', root], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error(`cannot install ${name} ${release}`)
  writeFileSync(join(root, 'complete'), '')
  return folder
}
