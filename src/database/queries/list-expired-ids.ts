import { sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { Window } from '../../values/window'
import { arrayLiteral } from '../array-literal'
import type { Queries } from '../connection'
import { jobs } from '../schema/jobs'

/** The ids of jobs that left in a window, ascending, as the elements of a JSON array. */
export async function listExpiredIds(
  queries: Queries,
  countries: readonly Country[],
  window: Window,
): Promise<string> {
  const [row] = await queries.run<{ ids: string | null }>(sql`
    select string_agg(${jobs.id}::text, ',' order by ${jobs.id}) as ids from ${jobs}
    where ${jobs.status} <> 'active' and ${jobs.country} = any(${arrayLiteral(countries)}::text[])
      and ${jobs.dateRemoved} >= ${window.from.toISOString()}::timestamptz
      and ${jobs.dateRemoved} < ${window.to.toISOString()}::timestamptz`)
  return row?.ids ?? ''
}
