import { and, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../../filters/job-filter'
import { excludedOnly, type SearchTree } from '../../search/search-tree'
import type { Queries } from '../drizzle'
import { filterCondition, wholeCondition } from '../filter-conditions'
import { findListedTexts, isBeyond, isWithin, listedCondition } from '../listed-condition'
import { placeConditions } from '../place-conditions'
import { ACTIVE_JOBS, jobs, REMOVED_JOBS } from '../schema/jobs'
import type { TextCondition } from '../search-condition'
import type { FoundTexts } from './find-texts'

/**
 * How many active jobs a filter finds, and expired ones when they count as well: then its window begins a month ago at
 * most, as long as the word lists keep the texts of jobs that have left.
 */
export async function countJobs(
  queries: Queries,
  filter: JobFilter,
  { withExpired }: { withExpired: boolean },
): Promise<bigint> {
  const places = await placeConditions(queries, filter)
  const texts = await findListedTexts(queries, filter)
  const countAll = (count: Counting['count']) => countWith(texts, { filter, places, count })
  const count = withExpired
    ? sql`${countAll(countActive)} + ${countAll(countExpired)}`
    : countAll(countActive)
  const [row] = await queries.run<{ count: bigint }>(sql`select ${count} as count`)
  return row?.count ?? 0n
}

/** The limits come first in a condition: no bits are for what lies beyond. */
function countWith(texts: FoundTexts | undefined, counting: Counting): SQL {
  if (texts === undefined) return countOf(counting)
  const { count } = counting
  const within = (condition: SQL) => count(sql`${isWithin(texts)} and ${condition}`)
  const beyond = (condition: SQL) => count(sql`${isBeyond(texts)} and ${condition}`)
  const readText = (tree: SearchTree) => listedCondition(tree, texts)
  return sql`${countOf({ ...counting, readText, count: within })}
    + ${countOf({ ...counting, count: beyond })}`
}

/** Each partition on its own, since each has indexes that hold all that a count needs. */
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
  places: readonly SQL[]
  readText?: (tree: SearchTree) => TextCondition
  count: (condition: SQL) => SQL
}

/**
 * Jobs without a word are all jobs less those with it: an index knows where words are, and for where they are not
 * PostgreSQL would read the words of every job. Each filter is taken apart once, so that there are eight counts at most.
 */
function countOf(
  counting: Counting,
  names: readonly (typeof TEXT_FILTERS)[number][] = TEXT_FILTERS,
): SQL {
  const { filter, places, readText, count } = counting
  for (const [index, name] of names.entries()) {
    const { [name]: tree, ...others } = filter
    const excluded: SearchTree | undefined = tree && excludedOnly(tree)
    if (excluded === undefined) continue
    const rest = names.slice(index + 1)
    const without = countOf({ ...counting, filter: { ...others, [name]: excluded } }, rest)
    return sql`(${countOf({ ...counting, filter: others }, rest)} - ${without})`
  }
  return count(wholeCondition(filterCondition(filter, places, readText)))
}
