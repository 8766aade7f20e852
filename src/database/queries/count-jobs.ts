import { and, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import { excludedOnly, type SearchTree } from '../../search/search-tree'
import type { Queries } from '../drizzle'
import {
  type ConditionContext,
  conditionContext,
  filterCondition,
  indexedCondition,
} from '../filter-conditions'
import { ACTIVE_JOBS, jobs, REMOVED_JOBS } from '../schema/jobs'

/** The number of active jobs that match a filter; `withExpired` adds the expired jobs. */
export async function countJobs(
  queries: Queries,
  filter: JobFilter,
  { withExpired }: { withExpired: boolean },
): Promise<bigint> {
  const context = await conditionContext(queries, filter)
  const counts = withExpired ? [countActive, countExpired] : [countActive]
  const sums = counts.map((count) => countOf({ filter, context, count }))
  // Not the builder: an expression of subqueries without a table.
  const [row] = await queries.run<{ count: bigint }>(
    sql`select ${sql.join(sums, sql` + `)} as count`,
  )
  return row?.count ?? 0n
}

/** Each partition is counted separately, because its own indexes contain everything that a count needs. */
function countActive(condition: SQL): SQL {
  return sql`(select count(*) from ${ACTIVE_JOBS} where ${condition})`
}

function countExpired(condition: SQL): SQL {
  const expired = and(sql`${jobs.status} = 'expired'`, condition)
  return sql`(select count(*) from ${REMOVED_JOBS} where ${expired})`
}

const TEXT_FILTERS = ['title', 'text', 'organizationName'] as const

interface Counting {
  filter: JobFilter
  context: ConditionContext
  count: (condition: SQL) => SQL
}

/**
 * Counts jobs without a word as all jobs minus the jobs with the word. An index finds the jobs with
 * it; for the others PostgreSQL would read the words of every job. Each text filter is split at most
 * once, so there are at most eight counts.
 */
function countOf(
  counting: Counting,
  names: readonly (typeof TEXT_FILTERS)[number][] = TEXT_FILTERS,
): SQL {
  const { filter, context, count } = counting
  for (const [index, name] of names.entries()) {
    const { [name]: tree, ...others } = filter
    const excluded: SearchTree | undefined = tree && excludedOnly(tree)
    if (excluded === undefined) continue
    const rest = names.slice(index + 1)
    const without = countOf({ ...counting, filter: { ...others, [name]: excluded } }, rest)
    return sql`(${countOf({ ...counting, filter: others }, rest)} - ${without})`
  }
  return count(indexedCondition(filterCondition(filter, context)))
}
