import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Transaction } from '../database/connection'
import { jobDocuments } from '../database/schema/job-documents'
import { activeJobs, jobs } from '../database/schema/jobs'
import { postings } from '../database/schema/postings'
import { documentHead, documentTail } from '../resources/job-document'
import type { BatchLine, Leaving } from './batch'
import type { LearnedPlaces } from './place-dictionary'
import type { PreparedView } from './prepare-posting'

/** A job that is written whole, with the line and the view that it is written from. */
export interface WrittenJob {
  id: bigint
  line: BatchLine
  view: PreparedView
  dateCreated: Date
  dateModified: Date | null
  /** Of one that an archive restores and that has left: it never stands for its posting. */
  removed: Leaving | undefined
}

/** Writes new jobs with their documents. */
export async function insertJobs(
  queries: Transaction,
  entries: readonly WrittenJob[],
  places: LearnedPlaces,
): Promise<void> {
  if (entries.length === 0) return
  await copyJobs(queries, entries, places)
  await queries.copy(
    postings,
    entries.map(({ id, line, view, removed }) => ({
      jobId: id,
      key: line.key,
      country: view.country,
      board: line.board,
      lineHash: line.hash,
      isActive: removed === undefined,
    })),
  )
}

/** Rewrites active jobs whose content changed. */
export async function rewriteJobs(
  queries: Transaction,
  entries: readonly WrittenJob[],
  places: LearnedPlaces,
): Promise<void> {
  if (entries.length === 0) return
  const ids = sql`any(${arrayLiteral(entries.map(({ id }) => id))}::bigint[])`
  await queries.run(sql`delete from ${activeJobs} where ${activeJobs.id} = ${ids}`)
  await queries.run(sql`delete from ${jobDocuments} where ${jobDocuments.jobId} = ${ids}`)
  await copyJobs(queries, entries, places)
}

async function copyJobs(
  queries: Transaction,
  entries: readonly WrittenJob[],
  places: LearnedPlaces,
): Promise<void> {
  await queries.copy(
    jobs,
    entries.map(({ id, view, dateCreated, dateModified, removed }) => ({
      ...view,
      id,
      dateCreated,
      dateModified,
      dateRemoved: removed?.removedAt ?? null,
      status: removed?.event ?? 'active',
      places: places.ids(view.placeTerms),
    })),
  )
  await queries.copy(
    jobDocuments,
    entries.map(({ id, view: { texts }, dateCreated }) => ({
      jobId: id,
      head: documentHead(texts, id, dateCreated),
      tail: documentTail(texts),
      descriptionText: texts.descriptionText,
      descriptionHtml: texts.descriptionHtml,
      sourceFields: texts.sourceFields,
    })),
  )
}
