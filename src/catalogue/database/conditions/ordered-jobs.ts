import { and, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { every, list } from '../client/operators'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'
import { type FilterCondition, wholeCondition } from './filter-conditions'

export interface OrderedJobs {
  /** Columns of `jobs`, including the columns of the order. */
  columns: readonly PgColumn[]
  /** A condition in addition to the filter. */
  more?: SQL | undefined
  order: SQL
  limit: number
  offset?: number | undefined
}

/** The first jobs in order, among which the share of matches is measured. */
const SAMPLE_JOBS = 100

/** At most this many jobs per job of the page are read in order, and at most MAX_WALK in all. */
const WALK_PER_JOB = 40
const MAX_WALK = 20_000

/**
 * A query for a page of active jobs.
 *
 * PostgreSQL takes words, places and employers to be independent. It would read the words of every
 * job in order to find the first jobs with two words that never meet. So a search is answered in two
 * ways, and neither depends on that estimate:
 *
 * 1. If enough of the first jobs match, the query reads a limited number of jobs in order.
 * 2. If these do not fill the page, it finds all matching jobs by their indexes and sorts them.
 *
 * The outer queries keep the order of the inner ones, as no plan is parallel.
 */
export function orderedJobs(page: OrderedJobs, condition: FilterCondition): SQL {
  const { more, order, limit, offset = 0 } = page
  const columns = list(page.columns)
  const { country, dates, plain, searched, unindexed, isSearch } = condition
  const end = sql`limit ${limit}::bigint offset ${offset}::bigint`
  if (!isSearch) {
    const whole = and(wholeCondition(condition), more)
    return sql`select ${columns} from ${ACTIVE_JOBS} where ${whole} order by ${order} ${end}`
  }
  const rows = limit + offset
  const walk = Math.max(SAMPLE_JOBS, Math.min(WALK_PER_JOB * rows, MAX_WALK))
  const matches = every(plain, searched)
  const first = (count: SQL | number) => sql`(select * from ${ACTIVE_JOBS}
      where ${every(country, dates, more)} order by ${order} limit ${count}) as jobs`
  const count = sql`(select case
      when seen < ${SAMPLE_JOBS} or matching * ${walk}::bigint >= ${SAMPLE_JOBS * rows}::bigint
      then ${walk}::bigint else 0 end from sample)`
  const isComplete = sql`((select count(*) from soon) = ${limit}::bigint
      or (select seen from sample) < ${SAMPLE_JOBS})`
  return sql`
    with sample as materialized (
        select count(*) as seen, count(*) filter (where ${matches}) as matching
        from ${first(SAMPLE_JOBS)}),
      soon as materialized (select ${columns} from ${first(count)} where ${matches} ${end})
    select * from soon where ${isComplete}
    union all
    (select ${columns} from ${allJobs(page, condition)}
      where ${and(unindexed, not(isComplete))} ${unindexed ? end : sql`order by ${order} ${end}`})`
}

const WORDS = [jobs.titleWords, jobs.organizationWords, jobs.textWords]

/**
 * All jobs that the indexes find. `offset 0` keeps PostgreSQL from a scan in order. Jobs whose words it must read are sorted
 * first, so that it stops when the page is full.
 */
function allJobs({ columns, more, order }: OrderedJobs, condition: FilterCondition): SQL {
  const { country, dates, plain, indexed, unindexed } = condition
  const all = (columns: readonly PgColumn[]) => sql`(select ${list(columns)} from ${ACTIVE_JOBS}
      where ${every(country, dates, plain, indexed, more)} offset 0) as jobs`
  if (unindexed === undefined) return all(columns)
  return sql`(select * from ${all([...columns, ...WORDS])} order by ${order} offset 0) as jobs`
}
