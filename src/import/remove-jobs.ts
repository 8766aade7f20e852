import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
import { jobs } from '../database/schema/jobs'
import { postings } from '../database/schema/postings'
import type { Leaving } from './batch'

export interface LeavingJob extends Leaving {
  id: bigint
}

/** Takes jobs out of the active catalogue, for good. */
export async function removeJobs(queries: Queries, leaving: readonly LeavingJob[]): Promise<void> {
  if (leaving.length === 0) return
  const ids = arrayLiteral(leaving.map(({ id }) => id))
  await queries.run(sql`
    update ${jobs} set status = entry.status, date_removed = entry.date_removed
    from unnest(
      ${ids}::bigint[],
      ${arrayLiteral(leaving.map(({ event }) => event))}::text[],
      ${arrayLiteral(leaving.map(({ removedAt }) => removedAt))}::timestamptz[]
    ) as entry (id, status, date_removed)
    where ${jobs.id} = entry.id`)
  await queries.run(
    sql`update ${postings} set is_active = false where ${postings.jobId} = any(${ids}::bigint[])`,
  )
}
