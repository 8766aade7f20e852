import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { Window } from '../../values/window'
import type { Queries } from '../drizzle'
import { removedJobs } from '../schema/jobs'

/** The ids of jobs that left in a window, ascending, as the elements of a JSON array. */
export async function listExpiredIds(
  queries: Queries,
  countries: readonly Country[],
  { from, to }: Window,
): Promise<string> {
  const { id, country, dateRemoved } = removedJobs
  const [row] = await queries.db
    .select({ ids: sql<string | null>`string_agg(${id}::text, ',' order by ${id})` })
    .from(removedJobs)
    .where(and(inArray(country, [...countries]), gte(dateRemoved, from), lt(dateRemoved, to)))
  return row?.ids ?? ''
}
