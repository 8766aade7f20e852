import { and, eq, gt, gte, isNull, ne, or, type SQL } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { ANALYZER_VERSION } from '../../../text/search/index/analyzer'
import type { Transaction } from '../../database/client/connection'
import type { Queries } from '../../database/client/drizzle'
import { updateByCopy } from '../../database/client/update-by-copy'
import { wordsHorizon } from '../../database/schema/dropped-words'
import { jobColumns, jobDocuments, jobs } from '../../database/schema/jobs'
import { textIndex } from '../../database/schema/single-rows'
import type { JobContent } from '../../resources/job'
import { searchWords } from '../job/job-view'
import { locationsByCountry, placeTerms } from '../job/locations'
import { flushPendingLists } from '../write/pending-lists'
import type { Writer } from '../write/writer'
import { BACKFILL_BATCH, backfill } from './backfill'

/**
 * Rebuilds the search index: the words and places of all jobs, from their documents, with this version's analyzer.
 * Searches and imports continue meanwhile. Killed at any moment, it resumes after its last whole batch when it is run
 * again. Returns the number of jobs done.
 */
export async function reindex(
  writer: Writer,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const needed = needsWords(wordsHorizon(await writer.clock(writer.database)))
  const steps = {
    count: (queries: Queries) => begin(queries, needed),
    read: (queries: Queries) => nextColumns(queries, needed),
    async write(queries: Transaction, rows: readonly SearchColumns[]) {
      await updateJobs(writer, queries, rows)
      await queries.db.update(textIndex).set({ doneTo: rows.at(-1)?.id ?? 0n })
    },
    async end({ db }: Transaction) {
      await db
        .update(textIndex)
        .set({ version: ANALYZER_VERSION, nextVersion: null, doneTo: 0n })
        .where(eq(textIndex.nextVersion, ANALYZER_VERSION))
    },
  }
  const done = await backfill(writer, steps, onProgress)
  if (done > 0) await flushPendingLists(writer.database)
  return done
}

/** Returns the number of jobs left: all, unless an interrupted run for this analyzer version is resumed. */
async function begin({ db }: Queries, needed: SQL | undefined): Promise<number> {
  const { nextVersion, doneTo } = textIndex
  await db
    .update(textIndex)
    .set({ nextVersion: ANALYZER_VERSION, doneTo: 0n })
    .where(or(isNull(nextVersion), ne(nextVersion, ANALYZER_VERSION)))
  return await db.$count(jobs, and(gt(jobs.id, db.select({ doneTo }).from(textIndex)), needed))
}

/** Jobs that need words; the others have left. */
function needsWords(horizon: Date): SQL | undefined {
  return or(eq(jobs.status, 'active'), gte(jobs.dateCreated, horizon))
}

type SearchColumns = Awaited<ReturnType<typeof nextColumns>>[number]

/** The columns of the next jobs, from their documents, after the last that any run has done. Empty when one has finished. */
async function nextColumns({ db }: Queries, needed: SQL | undefined) {
  const { jobId, head, tail, descriptionText } = jobDocuments
  const { doneTo, nextVersion } = textIndex
  const start = db.select({ doneTo }).from(textIndex).where(eq(nextVersion, ANALYZER_VERSION))
  const documents = await db
    .select({
      id: jobId,
      head,
      tail,
      description: descriptionText,
    })
    .from(jobDocuments)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(and(gt(jobId, start), needed))
    .orderBy(jobId)
    .limit(BACKFILL_BATCH)
  return documents.map(({ id, head, tail, description }) => {
    const { title, organization, locations, country }: JobContent = JSON.parse(`${head}${tail}}`)
    return {
      id,
      terms: placeTerms(locationsByCountry({ locations }).get(country) ?? []),
      ...searchWords({ title, organization }, JSON.parse(description)),
    }
  })
}

/** Updates the jobs whose words or places differ. */
async function updateJobs(
  { dictionary, database }: Writer,
  queries: Transaction,
  entries: readonly SearchColumns[],
): Promise<void> {
  const ids = await dictionary.learn(
    database,
    entries.flatMap(({ terms }) => [...terms]),
  )
  const rows = entries.map((entry) => ({ ...entry, places: ids.of(entry.terms) }))
  await updateByCopy(queries, jobs, reindexed, rows)
}

/** A temporary table with the columns of `jobs` that depend on the analyzer. */
const { id, places, titleWords, organizationWords, textWords } = jobColumns
const reindexed = pgTable('reindexed', { id, places, titleWords, organizationWords, textWords })
