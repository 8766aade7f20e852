import { sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { Window } from '../../values/window'
import { arrayLiteral } from '../array-literal'
import type { Queries } from '../drizzle'
import { removedJobs } from '../schema/jobs'

/** The ids of jobs that left in a window, ascending, as the elements of a JSON array. */
export async function listExpiredIds(
  queries: Queries,
  countries: readonly Country[],
  window: Window,
): Promise<string> {
  const [row] = await queries.run<{ ids: string | null }>(sql`
    select string_agg(${removedJobs.id}::text, ',' order by ${removedJobs.id}) as ids from ${removedJobs}
    where ${removedJobs.country} = any(${arrayLiteral(countries)}::text[])
      and ${removedJobs.dateRemoved} >= ${window.from.toISOString()}::timestamptz
      and ${removedJobs.dateRemoved} < ${window.to.toISOString()}::timestamptz`)
  return row?.ids ?? ''
}
