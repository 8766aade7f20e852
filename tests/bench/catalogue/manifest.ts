import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ANALYZER_VERSION } from '../../../src/text/search/index/analyzer'

/** Written beside a catalogue when it is complete. */
export interface Manifest {
  about: string
  jobs: number
  /** What the tables and words were made by; a catalogue of another version is built anew. */
  version: string
  /** Of the benchmark's own clients. The catalogue is a sample, so they open nothing. */
  keys: string[]
  buildSeconds: number
  rivalSeconds: number
}

const MIGRATIONS = join(import.meta.dir, '../../../drizzle')

export async function currentVersion(): Promise<string> {
  const hash = createHash('sha256').update(`analyzer ${ANALYZER_VERSION}`)
  const files = await readdir(MIGRATIONS)
  for (const file of files.filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(await Bun.file(join(MIGRATIONS, file)).bytes())
  }
  hash.update(await Bun.file(join(import.meta.dir, '../rival/tables.sql')).bytes())
  return hash.digest('hex').slice(0, 16)
}

export async function readManifest(directory: string): Promise<Manifest | undefined> {
  const file = Bun.file(path(directory))
  return (await file.exists()) ? await file.json() : undefined
}

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  await Bun.write(path(directory), `${JSON.stringify(manifest, null, 2)}\n`)
}

export async function removeManifest(directory: string): Promise<void> {
  const file = Bun.file(path(directory))
  if (await file.exists()) await file.delete()
}

function path(directory: string): string {
  return join(directory, 'catalogue.json')
}
