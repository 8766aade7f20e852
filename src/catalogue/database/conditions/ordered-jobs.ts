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

/** How many of the first jobs in order are checked to estimate the share that matches. */
const SAMPLE_JOBS = 100

/** The most jobs that are read in order. */
const MAX_WALK = 20_000

/** The size of a row of `active_jobs`. */
const JOB_BYTES = 400

/** The time to check a job in order, in jobs that an index finds. A description is stored out of line. */
const CHECK_COST = { words: 1, text: 3 }

/**
 * A query for a page of active jobs.
 *
 * PostgreSQL takes words, places and employers to be independent. It would read the words of every
 * job in order to find the first jobs with two words that never meet. So a search is answered in two
 * ways, and neither depends on that estimate:
 *
 * 1. If that is likely to fill the page in half the time of the second way, the query reads jobs in order, for at most that time.
 * 2. If these do not fill the page, it finds all matching jobs by their indexes and sorts them.
 *
 * The outer queries keep the order of the inner ones, as no plan is parallel.
 */
export function orderedJobs(page: OrderedJobs, condition: FilterCondition): SQL {
  const { more, order, limit, offset = 0 } = page
  const columns = list(page.columns)
  const { country, dates, plain, searched, unindexed, terms, isSearch } = condition
  const end = sql`limit ${limit}::bigint offset ${offset}::bigint`
  if (!isSearch) {
    const whole = and(wholeCondition(condition), more)
    return sql`select ${columns} from ${ACTIVE_JOBS} where ${whole} order by ${order} ${end}`
  }
  const first = (parts: SQL, count: SQL | number) => sql`(select ${parts} from ${ACTIVE_JOBS}
      where ${every(country, dates, more)} order by ${order} limit ${count}) as jobs`
  const count = sql`(select case
      when seen < ${SAMPLE_JOBS} then ${SAMPLE_JOBS}::bigint
      when matching * walk >= ${2 * SAMPLE_JOBS * (limit + offset)}::bigint then walk else 0 end from sample)`
  const isComplete = sql`(select yes from complete)`
  return sql`
    with sample as materialized (
        select count(*) as seen, count(*) filter (where ${every(sql`found`, plain, unindexed)}) as matching,
          ${walk(condition)} as walk
        from ${first(sql`*, ${every(terms)} as found`, SAMPLE_JOBS)}),
      soon as materialized (select ${columns} from ${first(sql`*`, count)} where ${every(plain, searched)} ${end}),
      complete as materialized (
        select count(*) = ${limit}::bigint or (select seen from sample) < ${SAMPLE_JOBS} as yes from soon)
    select * from soon where ${isComplete}
    union all
    (select ${columns} from ${allJobs(page, condition)}
      where ${and(unindexed, not(isComplete))} ${unindexed ? end : sql`order by ${order} ${end}`})`
}

/**
 * How many jobs are checked in the time in which the indexes find theirs. A job that they find is not counted: if its words have
 * to be read, both ways read them.
 */
function walk({ readsText }: FilterCondition): SQL {
  const cost = readsText ? CHECK_COST.text : CHECK_COST.words
  const found = sql`count(*) filter (where found)`
  return sql`least(${found} * pg_relation_size('active_jobs') / ${JOB_BYTES * cost}::bigint
            / (${SAMPLE_JOBS + 1} - ${found}), ${MAX_WALK})`
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
