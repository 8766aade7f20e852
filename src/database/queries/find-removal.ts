import { and, eq, inArray } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { changes } from '../schema/changes'

/** When a job left, as the change log tells; also of a job that was pruned. */
export async function findRemoval(queries: Queries, id: bigint): Promise<Date | undefined> {
  const { jobId, event, occurredAt } = changes
  const [removal] = await light(queries)
    .db.select({ occurredAt })
    .from(changes)
    .where(and(eq(jobId, id), inArray(event, ['expired', 'excluded'])))
    .limit(1)
  return removal?.occurredAt
}
