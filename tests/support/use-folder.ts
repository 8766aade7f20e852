import { afterAll } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the tests of the file that calls it, which is removed after them. */
export function useFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
