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
  const isListed = and(
    inArray(country, [...countries]),
    gte(dateRemoved, from),
    lt(dateRemoved, to),
  )
  // Sorted as numbers: an aggregate of texts would sort rows of two columns, which takes twice as long in all.
  // `offset 0`, which the builder omits: a planner that wants the order of ids would read the whole table by its key.
  const rows = await queries.run<{ document: JsonBytes }>(sql`
    select concat('[', array_to_string(array_agg(id order by id), ','), ']') as document
    from (select ${id} as id from ${removedJobs} where ${isListed} offset 0) as listed`)
  return onlyRow(rows).document
}
