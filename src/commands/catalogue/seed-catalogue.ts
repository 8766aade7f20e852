import type { Database } from '../../catalogue/database/client/connection'
import { CLOCK } from '../../catalogue/database/client/operators'
import { imports } from '../../catalogue/database/schema/changes'
import { samples } from '../../catalogue/database/schema/single-rows'
import { type Counts, importPostings, recordImport } from '../../catalogue/import/import-postings'
import type { FileLine } from '../../catalogue/import/line/read-lines'
import { createWriter } from '../../catalogue/import/write/writer'
import { type SampleOptions, sampleLines } from '../../sample/sample-lines'
import { hasOtherJobs } from './sample-state'

interface SeedOptions {
  signal?: AbortSignal
  /** Called after each batch; `done` counts the postings up to `SampleOptions.jobs`. */
  onProgress?: (done: number, counts: Counts) => void
}

/** Imports the sample; a second run with the same arguments changes nothing. */
export async function seedCatalogue(
  database: Database,
  options: SampleOptions,
  { signal, onProgress }: SeedOptions = {},
): Promise<Counts> {
  const { jobs, random, until } = options
  const row = { jobs, random, until, finishedAt: null }
  await database.db
    .insert(samples)
    .values(row)
    .onConflictDoUpdate({ target: samples.isOnly, set: row })
  const counts = await importPostings(createWriter(database), asLines(options), {
    history: true,
    ...(signal && { signal }),
    onReject({ issue }) {
      throw new Error(`a sample posting was not taken: ${issue}`)
    },
    onProgress: (done, counts) => onProgress?.(Math.min(done, jobs), counts),
  })
  await recordImport(database, counts)
  await database.db.update(samples).set({ finishedAt: CLOCK })
  return counts
}

/**
 * The sample that an interrupted run has begun, or `fresh` for an empty catalogue. Undefined: nothing is to be written, because
 * the sample is whole, or the catalogue has other jobs.
 */
export async function sampleDue(
  database: Database,
  fresh: SampleOptions,
): Promise<SampleOptions | undefined> {
  const [begun] = await database.db.select().from(samples)
  if (begun?.finishedAt) return undefined
  const [imported] = await database.db.select({ id: imports.id }).from(imports).limit(1)
  if (imported !== undefined || (await hasOtherJobs(database))) return undefined
  return begun ?? fresh
}

async function* asLines(options: SampleOptions): AsyncGenerator<FileLine> {
  let number = 0
  let created = 0
  for (const line of sampleLines(options)) {
    number += 1
    if (line.history && 'date_created' in line.history) created += 1
    yield { number, text: JSON.stringify(line), position: created }
  }
}
