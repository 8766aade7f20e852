import { type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import { excludedOnly, type SearchTree } from '../../search/search-tree'
import type { Queries } from '../connection'
import { conditionWithPlaces, jobsOf } from '../filter-conditions'
import { placeConditions } from '../place-conditions'

/** How many jobs a filter finds. */
export async function countJobs(queries: Queries, filter: JobFilter): Promise<bigint> {
  const places = await placeConditions(queries, filter)
  const count = countOf(filter, places)
  const [row] = await queries.run<{ count: bigint }>(sql`select ${count} as count`)
  return row?.count ?? 0n
}

const TEXT_FILTERS = ['title', 'text', 'organizationName'] as const

/**
 * Each partition has indexes that hold all that a count of its own needs. Jobs without a word are all jobs less those
 * with it: an index knows where words are, and for where they are not PostgreSQL would read the words of every job.
 */
function countOf(filter: JobFilter, places: readonly SQL[]): SQL {
  if (filter.status === 'listed') {
    const active = countOf({ ...filter, status: 'active' }, places)
    return sql`(${active} + ${countOf({ ...filter, status: 'expired' }, places)})`
  }
  for (const name of TEXT_FILTERS) {
    const { [name]: tree, ...others } = filter
    const excluded: SearchTree | undefined = tree && excludedOnly(tree)
    if (excluded === undefined) continue
    const without = countOf({ ...others, [name]: excluded }, places)
    return sql`(${countOf(others, places)} - ${without})`
  }
  const condition = conditionWithPlaces(filter, places)
  return sql`(select count(*) from ${jobsOf(filter)} where ${condition})`
}
