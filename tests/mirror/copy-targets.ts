import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type CatalogueOptions, catalogueClient } from '../../src/mirror/catalogue-client'
import { folderCopy } from '../../src/mirror/folder-copy'
import { type Copy, synchronise } from '../../src/mirror/mirror'
import { writeParquet } from '../../src/mirror/parquet-files'
import { createClosed, createTables, sqlCopy } from '../../src/mirror/sql-copy'
import { COUNTRIES, type Country } from '../../src/values/country'
import type { MirroredJob } from '../support/mirror'
import { readFolder, readTable, socketOptions } from './read-copy'

export const TARGETS = ['SQLite', 'NDJSON', 'PostgreSQL', 'Parquet'] as const

export interface CopyTarget {
  copyOf(country: Country): Copy
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
    finish: async () => void (isParquet && (await writeParquet(options))),
    close: () => sql.close(),
  }
}

/** Brings a copy in step. */
export async function mirrorInto(
  country: Country,
  copy: Copy,
  options: Partial<CatalogueOptions> & Pick<CatalogueOptions, 'address' | 'key'>,
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
  await synchronise({ country, catalogue, copy, report, filled: () => undefined })
}
