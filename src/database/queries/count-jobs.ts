import { sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import type { Queries } from '../connection'
import { filterCondition } from '../filter-conditions'
import { jobs } from '../schema/jobs'

/** How many jobs a filter finds. */
export async function countJobs(queries: Queries, filter: JobFilter): Promise<bigint> {
  const [row] = await queries.run<{ count: bigint }>(
    sql`select count(*) as count from ${jobs} where ${await filterCondition(queries, filter)}`,
  )
  return row?.count ?? 0n
}
