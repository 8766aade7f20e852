import { and, desc, eq, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ChangeEvent } from '../../../values/change-events'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { changes } from '../schema/changes'
import { jobDocuments, jobs, removedJobs } from '../schema/jobs'

/** The newest changes of a job, and the newest postings that left, that are read. */
export const MAX_CHANGES = 50
export const MAX_EARLIER = 200

export interface LifeEvent {
  event: ChangeEvent
  occurredAt: Date
  changed: string[] | null
}

/** A posting that left, with the halves of its document. */
export interface EarlierPosting {
  id: bigint
  head: string
  tail: string
  dateRemoved: Date | null
}

/** The newest changes of a job, the latest first. */
export async function findChangesOf(queries: Queries, id: bigint): Promise<LifeEvent[]> {
  const { jobId, event, occurredAt, changed, seq } = changes
  return await onReservedConnections(queries)
    .db.select({ event, occurredAt, changed })
    .from(changes)
    .where(eq(jobId, id))
    .orderBy(desc(seq))
    .limit(MAX_CHANGES)
}

/** Jobs that left and are older than a job, of its country and with the hash of its employer and title, the newest first. */
export async function findEarlier(queries: Queries, jobId: bigint): Promise<EarlierPosting[]> {
  const own = alias(jobs, 'own')
  const { id, country, roleHash, dateRemoved } = removedJobs
  const { head, tail } = jobDocuments
  return await queries.db
    .select({ id, head, tail, dateRemoved })
    .from(own)
    .innerJoin(
      removedJobs,
      and(eq(roleHash, own.roleHash), lt(id, own.id), eq(country, own.country)),
    )
    .innerJoin(jobDocuments, eq(jobDocuments.jobId, id))
    .where(eq(own.id, jobId))
    .orderBy(desc(id))
    .limit(MAX_EARLIER)
}
