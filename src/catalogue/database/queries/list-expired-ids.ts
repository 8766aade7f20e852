import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Country } from '../../../values/country'
import type { JsonBytes } from '../../../values/json-text'
import type { Window } from '../../../values/window'
import { onlyRow, type Queries } from '../client/drizzle'
import { removedJobs } from '../schema/jobs'

/** The ids of jobs that left in a window, ascending, as a JSON array. */
export async function listExpiredIds(
  queries: Queries,
  countries: readonly Country[],
  { from, to }: Window,
): Promise<JsonBytes> {
  const { id, country, dateRemoved } = removedJobs
  // Sorted as numbers: an aggregate of texts would sort rows of two columns, which takes twice as long in all.
  const list = sql<JsonBytes>`concat('[', array_to_string(array_agg(${id} order by ${id}), ','), ']')`
  const rows = await queries.db
    .select({ list: list.as('document') })
    .from(removedJobs)
    .where(and(inArray(country, [...countries]), gte(dateRemoved, from), lt(dateRemoved, to)))
  return onlyRow(rows).list
}
