import { max } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { reposts } from '../schema/reposts'

/** The number of the last change of a job's `date_posted`; 0 when none ever changed. */
export async function findLastRepost(queries: Queries): Promise<bigint> {
  const [row] = await light(queries)
    .db.select({ last: max(reposts.id) })
    .from(reposts)
  return row?.last ?? 0n
}
