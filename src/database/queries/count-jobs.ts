import { and, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import { excludedOnly, type SearchTree } from '../../search/search-tree'
import type { Queries } from '../connection'
import { conditionWithPlaces, wholeCondition } from '../filter-conditions'
import { placeConditions } from '../place-conditions'
import { ACTIVE_JOBS, jobs, REMOVED_JOBS } from '../schema/jobs'

/** How many active jobs a filter finds, and expired ones when they count as well. */
export async function countJobs(
  queries: Queries,
  filter: JobFilter,
  { withExpired }: { withExpired: boolean },
): Promise<bigint> {
  const places = await placeConditions(queries, filter)
  const active = countOf(filter, places, countActive)
  const count = withExpired ? sql`${active} + ${countOf(filter, places, countExpired)}` : active
  const [row] = await queries.run<{ count: bigint }>(sql`select ${count} as count`)
  return row?.count ?? 0n
}

/** Each partition on its own, since each has indexes that hold all that a count needs. */
function countActive(condition: SQL): SQL {
  return sql`(select count(*) from ${ACTIVE_JOBS} where ${condition})`
}

function countExpired(condition: SQL): SQL {
  const expired = and(sql`${jobs.status} = 'expired'`, condition)
  return sql`(select count(*) from ${REMOVED_JOBS} where ${expired})`
}

const TEXT_FILTERS = ['title', 'text', 'organizationName'] as const

/**
 * Jobs without a word are all jobs less those with it: an index knows where words are, and for where they are not
 * PostgreSQL would read the words of every job. Each filter is taken apart once, so that there are eight counts at most.
 */
function countOf(
  filter: JobFilter,
  places: readonly SQL[],
  count: (condition: SQL) => SQL,
  names: readonly (typeof TEXT_FILTERS)[number][] = TEXT_FILTERS,
): SQL {
  for (const [index, name] of names.entries()) {
    const { [name]: tree, ...others } = filter
    const excluded: SearchTree | undefined = tree && excludedOnly(tree)
    if (excluded === undefined) continue
    const rest = names.slice(index + 1)
    const without = countOf({ ...others, [name]: excluded }, places, count, rest)
    return sql`(${countOf(others, places, count, rest)} - ${without})`
  }
  return count(wholeCondition(conditionWithPlaces(filter, places)))
}
