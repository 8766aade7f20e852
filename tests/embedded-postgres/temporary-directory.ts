import { onTestFinished } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory that everyone can enter; gone after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'embedded-test-'))
  chmodSync(directory, 0o755)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
