import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SearchTree } from '../../../text/search/search-tree'
import type { JobFilter } from '../../job-filter'
import type { Queries } from '../client/drizzle'
import { every } from '../client/operators'
import {
  type ConditionContext,
  conditionContext,
  type FilterCondition,
  filterCondition,
} from '../conditions/filter-conditions'
import { excludedOnly } from '../conditions/negation'
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

/** Counts the jobs of one partition that meet a condition. */
type Count = (condition: FilterCondition, hasText: boolean) => SQL

/** Each partition is counted separately, because its own indexes contain everything that a count needs. */
const countActive: Count = (condition, hasText) => countIn(ACTIVE_JOBS, condition, hasText)

const countExpired: Count = (condition, hasText) => {
  const plain = and(eq(jobs.status, 'expired'), condition.plain)
  return countIn(REMOVED_JOBS, { ...condition, plain }, hasText)
}

function countIn(table: SQL, condition: FilterCondition, hasText: boolean): SQL {
  return sql`(select count(*) from ${matchesIn(table, condition, hasText)})`
}

/**
 * The rows of a partition that meet a condition, as what stands after `from`.
 *
 * With a text, `offset 0` makes PostgreSQL find the text by its index before it checks country and
 * plain values. It overestimates the cost of that index (as if it read the words of each job found),
 * and would read the words of all jobs with those values instead.
 */
export function matchesIn(table: SQL, condition: FilterCondition, hasText: boolean): SQL {
  const { country, dates, plain, indexed, unindexed } = condition
  const others = and(country, plain, unindexed)
  if (!hasText || others === undefined) {
    return sql`${table} where ${every(dates, indexed, others)}`
  }
  return sql`(select * from ${table} where ${every(dates, indexed)} offset 0) as jobs where ${others}`
}

const TEXT_FILTERS = ['title', 'fullText', 'organizationName'] as const

interface Counting {
  filter: JobFilter
  context: ConditionContext
  count: Count
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
  return count(filterCondition(filter, context), filter.fullText !== undefined)
}
