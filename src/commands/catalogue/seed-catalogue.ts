import type { Database } from '../../database/client/connection'
import { hasHeadWithout } from '../../database/queries/find-job'
import { imports } from '../../database/schema/changes'
import { type Counts, importPostings, recordImport } from '../../import/import-postings'
import type { FileLine } from '../../import/line/read-lines'
import { createWriter } from '../../import/write/writer'
import { sampleLines } from '../../sample/sample-lines'
import { createProgress, printMessage, summary } from '../terminal/output'

export interface SampleOptions {
  jobs: number
  random: number
  until: Date
}

/** Imports the sample; a second run with the same arguments changes nothing. */
export async function seedCatalogue(database: Database, options: SampleOptions): Promise<Counts> {
  const progress = createProgress(options.jobs, true)
  try {
    const counts = await importPostings(createWriter(database), asLines(options), {
      history: true,
      onReject({ issue }) {
        throw new Error(`a sample posting was not taken: ${issue}`)
      },
      onProgress: (_, counts) => progress.show(counts.created, summary(counts)),
    })
    await recordImport(database, counts)
    return counts
  } finally {
    progress.end()
  }
}

/** Imports the sample into an empty catalogue, or resumes an interrupted sample. */
export async function seedOnce(database: Database, options: SampleOptions): Promise<void> {
  const [kept] = await database.db.select({ id: imports.id }).from(imports).limit(1)
  if (kept !== undefined || (await hasOtherJobs(database))) return
  printMessage(`writing ${options.jobs} sample jobs, which takes about a minute`)
  await seedCatalogue(database, options)
}

/** Whether a job is not of a sample. */
export async function hasOtherJobs(database: Database): Promise<boolean> {
  return await hasHeadWithout(database, SAMPLE_ADDRESS)
}

/** Matches the address of every sample posting, and of no real one. */
const SAMPLE_ADDRESS = '"url":"https://[^/"]+[.]example/'

async function* asLines(options: SampleOptions): AsyncGenerator<FileLine> {
  let number = 0
  for (const line of sampleLines(options)) {
    number += 1
    yield { number, text: JSON.stringify(line), position: 0 }
  }
}
