import type { JobFilter } from '../filters/job-filter'
import { hasPair } from '../search/index-terms'
import type { Queries } from './drizzle'
import type { ConditionContext } from './filter-conditions'
import { isIndexCurrent } from './index-version'
import { placeConditions } from './place-conditions'

/**
 * Asks the database what the condition of a filter depends on. Pairs of common words are terms only of an index that
 * this version has made whole: until a reindex ends, phrases are read in the words of jobs.
 */
export async function conditionContext(
  queries: Queries,
  filter: JobFilter,
): Promise<ConditionContext> {
  const [places, pairs] = await Promise.all([
    placeConditions(queries, filter),
    filter.text !== undefined && hasPair(filter.text) ? isIndexCurrent(queries) : false,
  ])
  return { places, pairs }
}
