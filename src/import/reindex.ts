import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/connection'
import type { Queries } from '../database/drizzle'
import { jobDocuments } from '../database/schema/job-documents'
import { jobColumns, jobs } from '../database/schema/jobs'
import { textIndex } from '../database/schema/text-index'
import type { JobContent } from '../resources/job'
import { ANALYZER_VERSION } from '../search/analyzer'
import { countryViews } from './country-views'
import { mergeIndexes } from './merge-index'
import { searchPlaces, searchWords } from './search-columns'
import { takeTurn, type Writer } from './writer'

/** Jobs of one transaction, for whose time importers wait. */
const BATCH = 500

/**
 * Makes the words and places of all jobs anew from their documents, with the analyzer of this version. Searches
 * and importers go on meanwhile. Killed at any moment, it goes on from its last whole batch when it is run again.
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
  if (done > 0) await mergeIndexes(writer.database)
  return done
}

/** How many jobs are left; all, unless a run for this version of the analyzer was interrupted. */
async function begin(queries: Queries): Promise<number> {
  await queries.run(sql`
    update ${textIndex} set next_version = ${ANALYZER_VERSION}::integer, done_to = 0
    where next_version is distinct from ${ANALYZER_VERSION}::integer`)
  const [row] = await queries.run<{ count: number }>(sql`
    select count(*)::integer as count from ${jobs}
    where ${jobs.id} > (select ${textIndex.doneTo} from ${textIndex})`)
  return row?.count ?? 0
}

async function reindexBatch(writer: Writer): Promise<number> {
  return await writer.database.transaction(async (queries) => {
    // A writer that changes one of these jobs waits, and what it writes then is of this version already.
    await takeTurn(writer, queries)
    const documents = await nextDocuments(queries)
    const last = documents.at(-1)
    if (last === undefined) {
      await queries.run(sql`
        update ${textIndex} set version = ${ANALYZER_VERSION}::integer, next_version = null, done_to = 0
        where next_version = ${ANALYZER_VERSION}::integer`)
      return 0
    }
    await rewrite(writer, queries, documents.map(searchColumns))
    await queries.run(sql`update ${textIndex} set done_to = ${last.jobId.toString()}::bigint`)
    return documents.length
  })
}

interface SearchedDocument {
  jobId: bigint
  /** The Job object without its descriptions. */
  job: string
  /** As JSON. */
  description: string
}

/** None when another run has come to the end. */
async function nextDocuments(queries: Queries): Promise<SearchedDocument[]> {
  return await queries.run<SearchedDocument>(sql`
    select ${jobDocuments.jobId} as "jobId", ${jobDocuments.head} || ${jobDocuments.tail} || '}' as job,
      ${jobDocuments.descriptionText} as description
    from ${jobDocuments} where ${jobDocuments.jobId} > (
      select ${textIndex.doneTo} from ${textIndex} where next_version = ${ANALYZER_VERSION}::integer)
    order by ${jobDocuments.jobId} limit ${BATCH}::bigint`)
}

type SearchColumns = ReturnType<typeof searchColumns>

function searchColumns({ jobId, job, description }: SearchedDocument) {
  const { title, organization, locations, country }: JobContent = JSON.parse(job)
  return {
    jobId,
    places: searchPlaces(countryViews({ locations }).get(country) ?? []),
    ...searchWords({ title, organization, description: JSON.parse(description) }),
  }
}

/** Writes the jobs whose words or places differ. */
async function rewrite(
  writer: Writer,
  queries: Transaction,
  entries: readonly SearchColumns[],
): Promise<void> {
  const { dictionary, database } = writer
  const learned = await dictionary.learn(
    database,
    entries.flatMap(({ places }) => [...places]),
  )
  await queries.run(sql`
    create temporary table ${reindexed} on commit drop as
    select id, places, title_words, organization_words, text_words from ${jobs} with no data`)
  await queries.copy(
    reindexed,
    entries.map((entry) => ({
      ...entry,
      id: entry.jobId,
      places: learned.ids(entry.places),
    })),
  )
  const words = (table: typeof jobs | typeof reindexed) =>
    sql`${table.places}, ${table.titleWords}, ${table.organizationWords}, ${table.textWords}`
  await queries.run(sql`
    update ${jobs} set (places, title_words, organization_words, text_words) = row(${words(reindexed)})
    from ${reindexed}
    where ${jobs.id} = ${reindexed.id} and (${words(jobs)}) is distinct from (${words(reindexed)})`)
}

/** A temporary table: the columns of `jobs` that the analyzer makes. */
const { id, places, titleWords, organizationWords, textWords } = jobColumns
const reindexed = pgTable('reindexed', {
  id,
  places,
  titleWords,
  organizationWords,
  textWords,
})
