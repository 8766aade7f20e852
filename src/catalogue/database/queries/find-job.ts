import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { REMOVAL_EVENTS } from '../../../values/change-events'
import type { JsonBytes } from '../../../values/json-text'
import { onReservedConnections, prepare, type Queries } from '../client/drizzle'
import { documentText, STATUS } from '../conditions/job-document-column'
import { changes } from '../schema/changes'
import { activeJobs, jobDocuments, jobs } from '../schema/jobs'

// A template, prepared: the hottest statement, and the document stays bytes. Planning it takes longer than running it.
const FIND = prepare(
  sql`
  select ${documentText({ description: 'both', sourceFields: true }, STATUS)} as document
  from ${jobs} join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
  where ${jobs.id} = ${sql.placeholder('id')}::bigint`,
  { keepsPlan: true },
)

/** The whole document of one job, whatever its status; `undefined` when there is none. */
export async function findJob(queries: Queries, id: bigint): Promise<JsonBytes | undefined> {
  const [row] = await onReservedConnections(queries).run<{ document: JsonBytes }>(
    FIND({ id: id.toString() }),
  )
  return row?.document
}

/** When a job left, as the change log tells; also of a job that was pruned. */
export async function findRemoval(queries: Queries, id: bigint): Promise<Date | undefined> {
  const { jobId, event, occurredAt } = changes
  const [removal] = await onReservedConnections(queries)
    .db.select({ occurredAt })
    .from(changes)
    .where(and(eq(jobId, id), inArray(event, REMOVAL_EVENTS)))
    .limit(1)
  return removal?.occurredAt
}

/** The id of the job that was created last, if there is one. */
export async function findNewestId({ db }: Queries): Promise<bigint | undefined> {
  const { id } = activeJobs
  const [newest] = await db.select({ id }).from(activeJobs).orderBy(desc(id)).limit(1)
  return newest?.id
}

/** Whether the head of some job's document does not match a regular expression. */
export async function hasHeadWithout({ db }: Queries, pattern: string): Promise<boolean> {
  const { jobId, head } = jobDocuments
  const lacksPattern = sql`${head} !~ ${pattern}`
  const rows = await db.select({ jobId }).from(jobDocuments).where(lacksPattern).limit(1)
  return rows.length > 0
}

/** The heads of the documents of the oldest and the newest job. */
export async function findOutermostHeads({ db }: Queries): Promise<string[]> {
  const { jobId, head } = jobDocuments
  const found = await Promise.all(
    [asc(jobId), desc(jobId)].map((order) =>
      db.select({ head }).from(jobDocuments).orderBy(order).limit(1),
    ),
  )
  return found.flat().map((row) => row.head)
}
