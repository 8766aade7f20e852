import { and, type SQL, sql } from 'drizzle-orm'
import type { FilterCondition } from './filter-conditions'
import { ACTIVE_JOBS, jobs } from './schema/jobs'

export interface OrderedJobs {
  /** Columns of `jobs`, including those of the order. */
  columns: SQL
  /** A condition in addition to the filter. */
  more?: SQL | undefined
  order: SQL
  limit: number
  offset?: number
}

/** The number of candidates per job of the page. With three, most pages are complete at the first try. */
const CANDIDATES_PER_JOB = 3

const WORDS = sql`${jobs.titleWords}, ${jobs.organizationWords}, ${jobs.textWords}`

/**
 * A query for a page of active jobs. If the condition has a part that PostgreSQL must read in the
 * words of each job, the query first reads a few candidates in order, and all jobs only if these do
 * not fill the page. The outer queries keep the order of the inner ones, as no plan is parallel.
 */
export function orderedJobs(page: OrderedJobs, condition: FilterCondition): SQL {
  const { columns, limit, offset = 0 } = page
  const { read } = condition
  const end = sql`limit ${limit}::bigint offset ${offset}::bigint`
  if (read === undefined) return candidates(page, condition, columns, end)
  const count = CANDIDATES_PER_JOB * (limit + offset)
  const withWords = sql`${columns}, ${WORDS}`
  const few = candidates(page, condition, withWords, sql`limit ${count}::bigint`)
  const isEnough = sql`((select count(*) from soon) = ${limit}::bigint
      or (select count(*) from candidates) < ${count}::bigint)`
  // The offset makes PostgreSQL sort the jobs before it reads their words.
  const all = candidates(page, condition, withWords, sql`offset 0`)
  return sql`
    with candidates as materialized (${few}),
      soon as materialized (select ${columns} from candidates as jobs where ${read} ${end})
    select * from soon where ${isEnough}
    union all
    (select ${columns} from (${all}) as jobs where ${read} and not ${isEnough} ${end})`
}

/** The jobs that match the `found` part of the condition, in order. */
function candidates(
  { more, order }: OrderedJobs,
  { found }: FilterCondition,
  columns: SQL,
  end: SQL,
): SQL {
  return sql`select ${columns} from ${ACTIVE_JOBS} where ${and(found, more)} order by ${order} ${end}`
}
