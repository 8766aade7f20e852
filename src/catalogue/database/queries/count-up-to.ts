import { sql } from 'drizzle-orm'
import type { JobFilter } from '../../job-filter'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { conditionContext, filterCondition } from '../conditions/filter-conditions'
import { ACTIVE_JOBS } from '../schema/jobs'
import { matchesIn } from './count-jobs'

/** For each filter, the number of active jobs that match it, at most `limit`: one statement. */
export async function countUpTo(
  queries: Queries,
  filters: readonly JobFilter[],
  limit: number,
): Promise<number[]> {
  if (filters.length === 0) return []
  const reserved = onReservedConnections(queries)
  const counts = await Promise.all(
    filters.map(async (filter, at) => {
      const condition = filterCondition(filter, await conditionContext(reserved, filter))
      const matches = matchesIn(ACTIVE_JOBS, condition, filter.fullText !== undefined)
      return sql`select ${at}::integer as at, count(*)::integer as jobs
        from (select from ${matches} limit ${limit}) as found`
    }),
  )
  const rows = await reserved.run<{ at: number; jobs: number }>(sql.join(counts, sql` union all `))
  const numbers = new Map(rows.map(({ at, jobs }) => [at, jobs]))
  return filters.map((_, at) => numbers.get(at) ?? 0)
}
