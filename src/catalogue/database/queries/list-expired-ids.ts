import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import { COUNTRIES, type Country } from '../../../values/country'
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
    countries.length < COUNTRIES.length ? inArray(country, [...countries]) : undefined,
    gte(dateRemoved, from),
    lt(dateRemoved, to),
  )
  // Sorted as numbers before the aggregate, which keeps their order: `order by` in it would sort rows of two columns.
  // `offset 0`, which the builder omits: a planner that wants the order of ids would read the whole table by its key.
  const rows = await queries.run<{ document: JsonBytes }>(sql`
    select concat('[', string_agg(id::text, ','), ']') as document from (
      select id from (select ${id} as id from ${removedJobs} where ${isListed} offset 0) as listed
      order by id offset 0) as sorted`)
  return onlyRow(rows).document
}
