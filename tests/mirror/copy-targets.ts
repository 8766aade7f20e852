import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type CatalogueOptions, catalogueClient } from '../../src/mirror/catalogue-client'
import { createClosed } from '../../src/mirror/closed-jobs'
import { folderCopy } from '../../src/mirror/folder-copy'
import { type Copy, synchronise } from '../../src/mirror/mirror'
import { writeParquet } from '../../src/mirror/parquet-files'
import { createTables, sqlCopy } from '../../src/mirror/sql-copy'
import { COUNTRIES, type Country } from '../../src/values/country'
import type { MirroredJob } from '../support/mirror'
import { readClosed, readFolder, readLeft, readTable, socketOptions } from './read-copy'

export const TARGETS = ['SQLite', 'NDJSON', 'PostgreSQL', 'Parquet'] as const

export interface CopyTarget {
  copyOf(country: Country): Copy
  /** The jobs that left, as far as the copy has them. */
  readClosed(): Promise<MirroredJob[]>
  read(): Promise<MirroredJob[]>
  /** Ends a run, as the command does. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** A new copy of this kind, in the folder or in a schema of the database. */
export async function openTarget(
  name: (typeof TARGETS)[number],
  { folder, url }: { folder: string; url: string },
): Promise<CopyTarget> {
  const files = await mkdtemp(join(folder, 'copy-'))
  if (name === 'NDJSON') {
    return {
      copyOf: (country) => folderCopy(join(files, country)),
      read: () => readFolder(files),
      readClosed: () => readLeft(files),
      finish: async () => undefined,
      close: async () => undefined,
    }
  }
  const sql =
    name === 'PostgreSQL'
      ? new SQL(socketOptions(url))
      : new SQL(`sqlite://${join(files, 'jobs.sqlite')}`)
  if (name === 'PostgreSQL') {
    const schema = `copy_${crypto.randomUUID().replaceAll('-', '')}`
    await sql`create schema ${sql(schema)}`
    await sql`select set_config('search_path', ${schema}, false)`
  }
  await createTables(sql)
  const isParquet = name === 'Parquet'
  if (isParquet) await createClosed(sql)
  const into = join(files, 'jobs.parquet')
  const options = { sql, countries: COUNTRIES, into, isFolder: false, report: () => undefined }
  return {
    copyOf: (country) => sqlCopy(sql, country, isParquet),
    read: () => readTable(sql),
    readClosed: () => readClosed(sql),
    finish: async () => void (isParquet && (await writeParquet(options))),
    close: () => sql.close(),
  }
}

export type MirrorOptions = Partial<CatalogueOptions> & { hasHistory?: boolean }

/** Brings a copy in step. */
export async function mirrorInto(
  country: Country,
  copy: Copy,
  { hasHistory = false, ...options }: MirrorOptions & Pick<CatalogueOptions, 'address' | 'key'>,
): Promise<void> {
  const { report = () => undefined } = options
  const catalogue = catalogueClient({
    description: 'both',
    signal: new AbortController().signal,
    limitMs: 60_000,
    unreachableMs: 60_000,
    pauseMs: 1,
    ...options,
    report,
  })
  await synchronise({ country, catalogue, copy, hasHistory, report, filled: () => undefined })
}
