import { sql } from 'drizzle-orm'
import type { Queries } from '../drizzle'
import { reposts } from '../schema/reposts'

/** The number of the last change of a job's `date_posted`; 0 when none ever changed. */
export async function findLastRepost(queries: Queries): Promise<bigint> {
  const [row] = await queries.run<{ last: bigint | null }>(
    sql`select max(${reposts.id}) as last from ${reposts}`,
  )
  return row?.last ?? 0n
}
