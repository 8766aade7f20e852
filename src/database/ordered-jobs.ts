import { and, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../filters/job-filter'
import { conditionContext } from './condition-context'
import type { Queries } from './drizzle'
import { type FilterCondition, filterCondition } from './filter-conditions'
import { ACTIVE_JOBS, jobs } from './schema/jobs'

export interface OrderedJobs {
  /** Of `jobs`, with those of the order. */
  columns: SQL
  /** Beyond the filter. */
  more?: SQL | undefined
  order: SQL
  limit: number
  offset?: number
}

/** Runs a statement over a page of jobs; `statement` is given the page, and the condition of the jobs. */
export type RunPage = <Row extends object>(
  page: OrderedJobs,
  statement: (jobs: SQL, condition: FilterCondition) => SQL,
) => Promise<Row[]>

/** Pages of the active jobs of a filter. */
export async function pagesOf(queries: Queries, filter: JobFilter): Promise<RunPage> {
  const condition = filterCondition(filter, await conditionContext(queries, filter))
  return (page, statement) => queries.run(statement(orderedJobs(page, condition), condition))
}

/** So many times the jobs of a page are read first: enough of them stand as they should, as a rule. */
const CANDIDATES_OF_ONE = 3

const WORDS = sql`${jobs.titleWords}, ${jobs.organizationWords}, ${jobs.textWords}`

/** The outer queries have no order of their own: they keep that of the inner ones, as nothing is parallel. */
function orderedJobs(page: OrderedJobs, condition: FilterCondition): SQL {
  const { read } = condition
  if (read === undefined) return candidates(page, condition, page.columns, endOf(page))
  const { first, isEnough } = firstJobs(page, condition)
  // The offset keeps PostgreSQL from reading the words of all jobs before it puts them in order.
  const all = candidates(page, condition, sql`${page.columns}, ${WORDS}`, sql`offset 0`)
  return sql`
    with ${first}
    select * from soon where ${isEnough}
    union all
    (select ${page.columns} from (${all}) as jobs where ${read} and not ${isEnough} ${endOf(page)})`
}

/** `soon` has the page, as far as the first candidates make it up. */
function firstJobs(page: OrderedJobs, condition: FilterCondition): { first: SQL; isEnough: SQL } {
  const { columns, limit, offset = 0 } = page
  const count = CANDIDATES_OF_ONE * (limit + offset)
  const end = sql`limit ${count}::bigint`
  const few = candidates(page, condition, sql`${columns}, ${WORDS}`, end)
  return {
    first: sql`candidates as materialized (${few}),
      soon as materialized (select ${columns} from candidates as jobs where ${condition.read} ${endOf(page)})`,
    isEnough: sql`((select count(*) from soon) = ${limit}::bigint
      or (select count(*) from candidates) < ${count}::bigint)`,
  }
}

/** The jobs that an index finds, in order. */
function candidates(
  { more, order }: OrderedJobs,
  { found }: FilterCondition,
  columns: SQL,
  end: SQL,
): SQL {
  return sql`select ${columns} from ${ACTIVE_JOBS} where ${and(found, more)} order by ${order} ${end}`
}

function endOf({ limit, offset = 0 }: OrderedJobs): SQL {
  return sql`limit ${limit}::bigint offset ${offset}::bigint`
}
