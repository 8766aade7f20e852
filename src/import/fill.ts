import { and, eq, gt, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/client/connection'
import type { Queries } from '../database/client/drizzle'
import { rowsOf } from '../database/client/rows'
import { keepInstant } from '../database/history/writer-clock'
import { activeJobs, jobDocuments, postings } from '../database/schema/jobs'
import type { Country } from '../values/country'
import { employmentTypeBits } from '../values/vocabulary'
import { appendChanges } from './change-log'
import { hashStart } from './line-hash'
import { type FilledJob, fillJob, type StoredJob } from './stated/fill-job'
import { takeWriterLock, type Writer } from './writer'

/** Jobs that are read together, and changed in one transaction, during which importers wait. */
const BATCH = 500

/** Numbers of jobs. */
export interface Filled {
  read: number
  changed: number
  /** How many of them change in each field. */
  fields: Map<string, number>
}

type OnProgress = (filled: Filled) => void

/** What `fill` would change now. */
export async function countFill(writer: Writer, onProgress: OnProgress): Promise<Filled> {
  return await eachBatch(onProgress, (after) => nextBatch(writer, writer.database, after))
}

/**
 * Fills the stated fields of active jobs from their titles and texts. Jobs whose lines this version has imported are not read:
 * a line tells more than its job, such as places in other countries. Killed at any moment, it has changed whole batches, and
 * run again it does the rest. Without `events`, neither the change log nor `date_modified` shows the changes.
 */
export async function fill(
  writer: Writer,
  { events, onProgress }: { events: boolean; onProgress: OnProgress },
): Promise<Filled> {
  return await eachBatch(onProgress, (after) =>
    writer.database.transaction(async (queries) => {
      const now = await takeWriterLock(writer, queries)
      const batch = await nextBatch(writer, queries, after)
      if (batch.filled.length > 0) await update(queries, batch.filled, events ? now : undefined)
      return batch
    }),
  )
}

/** The number of active jobs that `fill` reads. */
export async function countUnread({ database, payFromText }: Writer): Promise<number> {
  return await database.db.$count(postings, and(postings.isActive, isOlder(payFromText)))
}

interface Batch {
  /** The id of its last job; undefined behind the last batch. */
  last: bigint | undefined
  read: number
  filled: (FilledJob & { country: Country })[]
}

async function eachBatch(
  onProgress: OnProgress,
  next: (after: bigint) => Promise<Batch>,
): Promise<Filled> {
  const sum: Filled = { read: 0, changed: 0, fields: new Map() }
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const batch: Batch = await next(after)
    for (const field of batch.filled.flatMap(({ changed }) => changed)) {
      sum.fields.set(field, (sum.fields.get(field) ?? 0) + 1)
    }
    sum.read += batch.read
    sum.changed += batch.filled.length
    onProgress(sum)
    after = batch.last
  }
  return sum
}

async function nextBatch(
  { payFromText = true }: Writer,
  queries: Queries,
  after: bigint,
): Promise<Batch> {
  const stored = await nextJobs(queries, after, payFromText)
  const filled = stored.flatMap((job) => {
    const found = fillJob(job, payFromText)
    return found === undefined ? [] : { ...found, country: job.country }
  })
  return { last: stored.at(-1)?.id, read: stored.length, filled }
}

const elsewhere = alias(postings, 'elsewhere')

async function nextJobs(
  { db }: Queries,
  after: bigint,
  payFromText: boolean,
): Promise<StoredJob[]> {
  const { head, tail, descriptionText, sourceFields } = jobDocuments
  const isInOther = and(
    eq(elsewhere.key, postings.key),
    ne(elsewhere.country, postings.country),
    elsewhere.isActive,
  )
  return await db
    .select({
      id: postings.jobId,
      country: postings.country,
      dateCreated: activeJobs.dateCreated,
      isOnlyCountry: notExists(
        db.select({ id: elsewhere.jobId }).from(elsewhere).where(isInOther),
      ).mapWith(Boolean),
      ...{ head, tail, descriptionText, sourceFields },
    })
    .from(postings)
    .innerJoin(activeJobs, eq(activeJobs.id, postings.jobId))
    .innerJoin(jobDocuments, eq(jobDocuments.jobId, postings.jobId))
    .where(and(postings.isActive, gt(postings.jobId, after), isOlder(payFromText)))
    .orderBy(postings.jobId)
    .limit(BATCH)
}

function isOlder(payFromText = true) {
  return sql`not starts_with(${postings.lineHash}, ${hashStart(payFromText)})`
}

/** `now` is the instant of the events; undefined for none. The caller holds the writer lock. */
async function update(
  queries: Transaction,
  filled: Batch['filled'],
  now: Date | undefined,
): Promise<void> {
  const flags = rowsOf(
    activeJobs,
    ['id', 'employmentTypes', 'hasSalary'],
    filled.map(({ id, content }) => ({
      id,
      employmentTypes: employmentTypeBits(content.employment_type ?? []),
      hasSalary: Boolean(content.salary),
    })),
  )
  const { employmentTypes, hasSalary } = flags.row
  await queries.db
    .update(activeJobs)
    .set({ employmentTypes, hasSalary, ...(now && { dateModified: now }) })
    .from(flags.from)
    .where(eq(activeJobs.id, flags.row.id))
  const texts = rowsOf(
    jobDocuments,
    ['jobId', 'head', 'tail', 'sourceFields'],
    filled.map(({ id, head, tail, texts: { sourceFields } }) => ({
      ...{ jobId: id, head, tail, sourceFields },
    })),
  )
  const { jobId, head, tail, sourceFields } = texts.row
  await queries.db
    .update(jobDocuments)
    .set({ head, tail, sourceFields })
    .from(texts.from)
    .where(eq(jobDocuments.jobId, jobId))
  if (now === undefined) return
  const events = filled.map(({ id, country, changed }) => ({
    ...{ country, event: 'updated' as const, jobId: id, occurredAt: now, changed },
  }))
  await appendChanges(queries, events)
  await keepInstant(queries, now)
}
