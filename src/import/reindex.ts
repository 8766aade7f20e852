import { eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/client/connection'
import type { Queries } from '../database/client/drizzle'
import { jobColumns, jobDocuments, jobs } from '../database/schema/jobs'
import { textIndex } from '../database/schema/single-rows'
import type { JobContent } from '../resources/job'
import { ANALYZER_VERSION } from '../search/analyzer'
import { searchWords } from './job-view'
import { locationsByCountry, placeTerms } from './locations'
import { flushPendingLists } from './pending-lists'
import { takeWriterLock, type Writer } from './writer'

/** Jobs of one transaction, during which importers wait. */
const BATCH = 500

/**
 * Rebuilds the search index: the words and places of all jobs, from their documents, with this version's analyzer.
 * Searches and imports continue meanwhile. Killed at any moment, it resumes after its last whole batch when it is run
 * again. Returns the number of jobs done.
 */
export async function reindex(
  writer: Writer,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const total = await begin(writer.database)
  let done = 0
  for (;;) {
    const count = await reindexBatch(writer)
    if (count === 0) break
    done += count
    onProgress(done, Math.max(done, total))
  }
  if (done > 0) await flushPendingLists(writer.database)
  return done
}

/** Returns the number of jobs left: all, unless an interrupted run for this analyzer version is resumed. */
async function begin({ db }: Queries): Promise<number> {
  const { nextVersion, doneTo } = textIndex
  await db
    .update(textIndex)
    .set({ nextVersion: ANALYZER_VERSION, doneTo: 0n })
    .where(or(isNull(nextVersion), ne(nextVersion, ANALYZER_VERSION)))
  return await db.$count(jobs, gt(jobs.id, db.select({ doneTo }).from(textIndex)))
}

async function reindexBatch(writer: Writer): Promise<number> {
  return await writer.database.transaction(async (queries) => {
    // An importer that changes one of these jobs waits, and then writes it with this version's analyzer.
    await takeWriterLock(writer, queries)
    const columns = await nextColumns(queries)
    const last = columns.at(-1)
    if (last === undefined) {
      await queries.db
        .update(textIndex)
        .set({ version: ANALYZER_VERSION, nextVersion: null, doneTo: 0n })
        .where(eq(textIndex.nextVersion, ANALYZER_VERSION))
      return 0
    }
    await updateJobs(writer, queries, columns)
    await queries.db.update(textIndex).set({ doneTo: last.id })
    return columns.length
  })
}

type SearchColumns = Awaited<ReturnType<typeof nextColumns>>[number]

/** The columns of the next jobs, from their documents. Empty when another run has finished. */
async function nextColumns({ db }: Queries) {
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
    .where(gt(jobId, start))
    .orderBy(jobId)
    .limit(BATCH)
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
  // The builder has no statement that creates a table.
  await queries.run(sql`
    create temporary table ${reindexed} on commit drop as
    select id, places, title_words, organization_words, text_words from ${jobs} with no data`)
  await queries.copy(
    reindexed,
    entries.map((entry) => ({ ...entry, places: ids.of(entry.terms) })),
  )
  const words = (table: typeof jobs | typeof reindexed) =>
    sql`${table.places}, ${table.titleWords}, ${table.organizationWords}, ${table.textWords}`
  // The builder cannot compare or assign whole rows.
  await queries.run(sql`
    update ${jobs} set (places, title_words, organization_words, text_words) = row(${words(reindexed)})
    from ${reindexed}
    where ${jobs.id} = ${reindexed.id} and (${words(jobs)}) is distinct from (${words(reindexed)})`)
}

/** A temporary table with the columns of `jobs` that depend on the analyzer. */
const { id, places, titleWords, organizationWords, textWords } = jobColumns
const reindexed = pgTable('reindexed', { id, places, titleWords, organizationWords, textWords })
