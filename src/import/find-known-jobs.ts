import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
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

/** The postings on these boards that have an active job, oldest first. */
export async function findActiveKeys(
  queries: Queries,
  boards: readonly string[],
): Promise<string[]> {
  const rows = await queries.run<{ key: string }>(sql`
    select ${postings.key} from ${postings}
    where ${postings.isActive} and ${postings.board} = any(${arrayLiteral(boards)}::text[])
    group by ${postings.key} order by min(${postings.jobId})`)
  return rows.map(({ key }) => key)
}

/** Whether a posting on this board is or ever was a job. The active ones are asked first: they alone have an index. */
export async function isBoardKnown(queries: Queries, board: string): Promise<boolean> {
  const [row] = await queries.run<{ isKnown: boolean }>(sql`
    select exists (select from ${postings} where ${postings.isActive} and ${postings.board} = ${board})
      or exists (select from ${postings} where ${postings.board} = ${board}) as "isKnown"`)
  return row?.isKnown === true
}
