import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/connection'
import { jobs } from '../database/schema/jobs'
import { postings } from '../database/schema/postings'
import type { KnownJob } from './batch'

/** Every job that postings with these keys have or had, oldest first. */
export async function findKnownJobs(
  queries: Queries,
  keys: readonly string[],
): Promise<Map<string, KnownJob[]>> {
  const rows = await queries.run<KnownJob>(sql`
    select ${postings.key}, ${postings.country}, ${postings.jobId} as "jobId",
      ${postings.lineHash} as "lineHash", ${postings.isActive} as "isActive",
      ${jobs.dateCreated} as "dateCreated", ${jobs.dateModified} as "dateModified",
      ${jobs.dateRemoved} as "dateRemoved"
    from ${postings} join ${jobs} on ${jobs.id} = ${postings.jobId}
    where ${postings.key} = any(${arrayLiteral(keys)}::uuid[])
    order by ${postings.jobId}`)
  return Map.groupBy(rows, (row) => row.key)
}

/** The jobs that are active on these boards. */
export async function findActiveJobs(
  queries: Queries,
  boards: readonly string[],
): Promise<Pick<KnownJob, 'key' | 'country' | 'jobId'>[]> {
  return await queries.run(sql`
    select ${postings.key}, ${postings.country}, ${postings.jobId} as "jobId" from ${postings}
    where ${postings.isActive} and ${postings.board} = any(${arrayLiteral(boards)}::text[])
    order by ${postings.jobId}`)
}
