import { and, eq, gt, ne, notExists, notLike } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Country } from '../../../values/country'
import type { Transaction } from '../../database/client/connection'
import type { Queries } from '../../database/client/drizzle'
import { rowsOf } from '../../database/client/rows'
import { keepInstant } from '../../database/history/writer-clock'
import { activeJobs, jobDocuments, postings } from '../../database/schema/jobs'
import { type SearchColumns, searchColumns } from '../job/search-columns'
import { hashStart } from '../line/line-hash'
import { appendChanges } from '../write/change-log'
import { noteStep } from '../write/steps'
import type { Writer } from '../write/writer'
import { BACKFILL_BATCH, type Backfill, backfill, batches } from './backfill'
import { type FilledJob, fillJob, type StoredJob } from './fill-job'

/** Numbers of jobs. */
export interface Filled {
  read: number
  changed: number
  /** How many of them change in each field. */
  fields: Map<string, number>
}

type OnProgress = (filled: Filled) => void

/** The changes that `fill` would make now. */
export async function countFill(writer: Writer, onProgress: OnProgress): Promise<Filled> {
  const sum = noneFilled()
  for await (const rows of batches((after) => nextJobs(writer.database, after, writer))) {
    add(sum, rows, filledOf(rows, writer))
    onProgress(sum)
  }
  return sum
}

/**
 * Fills the stated fields of active jobs from their titles and texts. Jobs whose lines this version has imported are not read:
 * a line tells more than its job, such as places in other countries. Without `events`, neither the change log nor
 * `date_modified` shows the changes.
 */
export async function fill(
  writer: Writer,
  { events, onProgress }: { events: boolean; onProgress: OnProgress },
): Promise<Filled> {
  const sum = noneFilled()
  const steps: Backfill<StoredJob> = {
    count: () => countUnread(writer),
    read: (queries, after) => nextJobs(queries, after, writer),
    async write(queries, rows, now) {
      const filled = filledOf(rows, writer)
      if (filled.length > 0) await update(queries, filled, events ? now : undefined)
      add(sum, rows, filled)
    },
  }
  await backfill(writer, steps, () => onProgress(sum))
  return sum
}

/** The number of active jobs that `fill` reads. */
export async function countUnread({ database, payFromText }: Writer): Promise<number> {
  return await database.db.$count(postings, and(postings.isActive, isOlder(payFromText)))
}

function noneFilled(): Filled {
  return { read: 0, changed: 0, fields: new Map() }
}

function add(sum: Filled, read: readonly StoredJob[], filled: readonly FilledRow[]): void {
  for (const field of filled.flatMap(({ changed }) => changed)) {
    sum.fields.set(field, (sum.fields.get(field) ?? 0) + 1)
  }
  sum.read += read.length
  sum.changed += filled.length
}

type FilledRow = FilledJob & { country: Country }

/** The jobs that change. */
function filledOf(jobs: readonly StoredJob[], { payFromText = true }: Writer): FilledRow[] {
  return jobs.flatMap((job) => {
    const found = fillJob(job, payFromText)
    return found === undefined ? [] : { ...found, country: job.country }
  })
}

const elsewhere = alias(postings, 'elsewhere')

async function nextJobs(
  { db }: Queries,
  after: bigint,
  { payFromText }: Writer,
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
    .limit(BACKFILL_BATCH)
}

function isOlder(payFromText = true) {
  return notLike(postings.lineHash, `${hashStart(payFromText)}%`)
}

/** `now` is the instant of the events; undefined for none. The caller holds the writer lock. */
async function update(
  queries: Transaction,
  filled: readonly FilledRow[],
  now: Date | undefined,
): Promise<void> {
  const columns = filled.map(({ id, content }) => ({ id, ...searchColumns(content) }))
  const keys = Object.keys(columns[0] ?? {}) as ('id' | keyof SearchColumns)[]
  const { from, row } = rowsOf(activeJobs, keys, columns)
  const { id, ...set } = row
  await queries.db
    .update(activeJobs)
    .set({ ...set, ...(now && { dateModified: now }) })
    .from(from)
    .where(eq(activeJobs.id, id))
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
  if (now === undefined) return await noteStep(queries)
  const events = filled.map(({ id, country, changed }) => ({
    ...{ country, event: 'updated' as const, jobId: id, occurredAt: now, changed },
  }))
  await appendChanges(queries, events)
  await keepInstant(queries, now)
}
