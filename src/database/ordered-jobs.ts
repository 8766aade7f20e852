import { and, type SQL, sql } from 'drizzle-orm'
import type { FilterCondition } from './filter-conditions'
import { ACTIVE_JOBS, jobs } from './schema/jobs'

export interface OrderedJobs {
  /** Of `jobs`, with those of the order. */
  columns: SQL
  condition: FilterCondition
  /** Beyond the filter. */
  more?: SQL | undefined
  order: SQL
  limit: number
  offset?: number
}

/** So many times the jobs of a page are read first: enough of them stand as they should, as a rule. */
const CANDIDATES_OF_ONE = 3

const WORDS = sql`${jobs.titleWords}, ${jobs.organizationWords}, ${jobs.textWords}`

/**
 * A page of the active jobs of a filter, in an order. What must be read in the words of jobs is read in that order, until
 * the page is full. PostgreSQL cannot know how many candidates that takes. So the first few are tried, to which it walks
 * along an index when there are many; when they are not enough, all are found, put in order and tried from the start. The
 * outer queries have no order of their own, which would keep PostgreSQL from walking: they keep that of the inner ones, as
 * nothing is parallel.
 */
export function orderedJobs(page: OrderedJobs): SQL {
  const { columns, condition, more, order, limit, offset = 0 } = page
  const { found, read } = condition
  const ordered = (columns: SQL, end: SQL) =>
    sql`select ${columns} from ${ACTIVE_JOBS} where ${and(found, more)} order by ${order} ${end}`
  const end = sql`limit ${limit}::bigint offset ${offset}::bigint`
  if (read === undefined) return ordered(columns, end)
  const first = CANDIDATES_OF_ONE * (limit + offset)
  const isFull = sql`(select count(*) from soon) = ${limit}::bigint`
  const isAll = sql`(select count(*) from candidates) < ${first}::bigint`
  const isDone = sql`(${isFull} or ${isAll})`
  // The offset keeps PostgreSQL from reading the words of all jobs before it puts them in order.
  return sql`
    with candidates as materialized (${ordered(sql`${columns}, ${WORDS}`, sql`limit ${first}::bigint`)}),
      soon as materialized (select ${columns} from candidates as jobs where ${read} ${end})
    select * from soon where ${isDone}
    union all
    (select ${columns} from (${ordered(sql`${columns}, ${WORDS}`, sql`offset 0`)}) as jobs
      where ${read} and not ${isDone} ${end})`
}
