import { type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import { excludedOnly, type SearchTree } from '../../search/search-tree'
import type { Queries } from '../connection'
import { filterCondition, jobsOf } from '../filter-conditions'

/** How many jobs a filter finds. */
export async function countJobs(queries: Queries, filter: JobFilter): Promise<bigint> {
  const [row] = await queries.run<{ count: bigint }>(
    sql`select ${await countOf(queries, filter)} as count`,
  )
  return row?.count ?? 0n
}

const TEXT_FILTERS = ['title', 'text', 'organizationName'] as const

/**
 * Each partition has indexes that hold all that a count of its own needs. Jobs without a word are all jobs less those
 * with it: an index knows where words are, and for where they are not PostgreSQL would read the words of every job.
 */
async function countOf(queries: Queries, filter: JobFilter): Promise<SQL> {
  if (filter.status === 'listed') {
    const active = await countOf(queries, { ...filter, status: 'active' })
    return sql`(${active} + ${await countOf(queries, { ...filter, status: 'expired' })})`
  }
  for (const name of TEXT_FILTERS) {
    const { [name]: tree, ...others } = filter
    const excluded: SearchTree | undefined = tree && excludedOnly(tree)
    if (excluded === undefined) continue
    const all = await countOf(queries, others)
    return sql`(${all} - ${await countOf(queries, { ...others, [name]: excluded })})`
  }
  const condition = await filterCondition(queries, filter)
  return sql`(select count(*) from ${jobsOf(filter)} where ${condition})`
}
