import { sql } from 'drizzle-orm'
import { hasPair } from '../../../text/search/index/pair-terms'
import type { JobFilter } from '../../job-filter'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { conditionContext, filterCondition } from '../conditions/filter-conditions'
import { type JobValue, valueCondition } from '../conditions/value-condition'
import { ACTIVE_JOBS } from '../schema/jobs'
import { matchesIn } from './count-jobs'

/** Counts the jobs of a filter, up to a limit, or tells whether any job has a value (1 or 0). */
export type Countable = { filter: JobFilter; limit: number } | { value: JobValue; limit?: 1 }

/**
 * Counts active jobs for each element, up to its limit; 0 for an element that is undefined. Sends one statement, and one more for
 * the places of each location filter.
 */
export async function countUpTo(
  queries: Queries,
  counted: readonly (Countable | undefined)[],
): Promise<number[]> {
  const reserved = onReservedConnections(queries)
  const contexts = new Map<string, ReturnType<typeof conditionContext>>()
  const matchesOf = async (one: Countable) => {
    if ('value' in one)
      return sql`${ACTIVE_JOBS} where ${await valueCondition(reserved, one.value)}`
    const { places, placeTerms, fullText } = one.filter
    const key = JSON.stringify([places, placeTerms, fullText !== undefined && hasPair(fullText)])
    const context = contexts.getOrInsertComputed(key, () => conditionContext(reserved, one.filter))
    const condition = filterCondition(one.filter, await context)
    return matchesIn(ACTIVE_JOBS, condition, fullText !== undefined)
  }
  const parts = await Promise.all(
    counted.map(async (one, at) => {
      if (one === undefined) return []
      const matches = await matchesOf(one)
      return sql`select ${at}::integer as at, count(*)::integer as jobs
        from (select from ${matches} limit ${one.limit ?? 1}) as found`
    }),
  )
  if (parts.flat().length === 0) return counted.map(() => 0)
  const statement = sql.join(parts.flat(), sql` union all `)
  const rows = await reserved.run<{ at: number; jobs: number }>(statement)
  const numbers = new Map(rows.map(({ at, jobs }) => [at, jobs]))
  return counted.map((_, at) => numbers.get(at) ?? 0)
}
