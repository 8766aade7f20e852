import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { JobFilter } from '../filters/job-filter'
import { hasPair, type TermOptions } from '../search/index-terms'
import { COUNTRIES } from '../values/country'
import { employmentTypeBits } from '../values/vocabulary'
import type { OpenWindow } from '../values/window'
import { arrayLiteral } from './array-literal'
import type { Queries } from './drizzle'
import { isIndexCurrent } from './index-version'
import { placeConditions } from './place-conditions'
import { fetched, jobs } from './schema/jobs'
import { textCondition } from './search-condition'

/** The SQL condition of a filter, in three parts; a job matches if all hold. */
export interface FilterCondition {
  /** Country and dates, which the indexes of the orders contain. */
  window: SQL | undefined
  /** All else but `read`: the `found` part of each `TextCondition`, places, employers and plain filters. */
  found: SQL | undefined
  /** The `read` parts of the texts. */
  read: SQL | undefined
  /** Whether texts, places or employers are asked for, which may occur in few jobs or in none together. */
  isSearch: boolean
}

/** What the condition of a filter needs from the database. */
export interface ConditionContext extends TermOptions {
  /** The conditions of the filter's places. */
  places: readonly SQL[]
}

/**
 * Reads the context of a filter's condition from the database. Pair terms are used only if the
 * current analyzer version made the whole index. Until a reindex ends, PostgreSQL checks phrases in
 * the words of each job.
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

export function filterCondition(filter: JobFilter, context: ConditionContext): FilterCondition {
  const texts = [
    filter.title && textCondition(jobs.titleWords, filter.title),
    filter.text && textCondition(fetched(jobs.textWords), filter.text, context),
    filter.organizationName && textCondition(jobs.organizationWords, filter.organizationName),
  ]
  const window = and(
    filter.countries.length < COUNTRIES.length
      ? inArray(jobs.country, [...filter.countries])
      : undefined,
    windowCondition(jobs.dateCreated, filter.created),
    windowCondition(jobs.dateModified, filter.modified),
    windowCondition(jobs.datePosted, filter.posted),
  )
  const sought = [
    ...texts.map((text) => text?.found),
    ...context.places,
    oneOf(jobs.organization, filter.organizations),
  ]
  const found = and(
    ...sought,
    noneOf(jobs.organization, filter.excludedOrganizations),
    oneOf(jobs.source, filter.sources),
    noneOf(jobs.source, filter.excludedSources),
    flagCondition(jobs.hasSalary, filter.hasSalary),
    flagCondition(jobs.isRemote, filter.isRemote),
    flagCondition(jobs.hasLocation, filter.hasLocation),
    filter.employmentTypes &&
      sql`${jobs.employmentTypes} & ${employmentTypeBits(filter.employmentTypes)}::smallint <> 0`,
    filter.ids && sql`${jobs.id} = any(${arrayLiteral(filter.ids)}::bigint[])`,
  )
  const read = and(...texts.map((text) => text?.read))
  const isSearch =
    filter.ids === undefined && [...sought, read].some((condition) => condition !== undefined)
  return { window, found, read, isSearch }
}

/** All parts as one condition. */
export function wholeCondition({ window, found, read }: FilterCondition): SQL {
  return and(window, found, read) ?? sql`true`
}

function windowCondition(column: PgColumn, window: OpenWindow | undefined): SQL | undefined {
  return and(
    window?.from && sql`${column} >= ${window.from.toISOString()}::timestamptz`,
    window?.to && sql`${column} < ${window.to.toISOString()}::timestamptz`,
  )
}

function oneOf(column: PgColumn, values: readonly string[] | undefined): SQL | undefined {
  return values && sql`${column} = any(${arrayLiteral(values)}::text[])`
}

/** Also holds for rows without a value. */
function noneOf(column: PgColumn, values: readonly string[] | undefined): SQL | undefined {
  return values && sql`(${column} <> all(${arrayLiteral(values)}::text[]) or ${column} is null)`
}

/** The bare column or its negation, because the planner estimates these better than an equation. */
function flagCondition(column: PgColumn, value: boolean | undefined): SQL | undefined {
  if (value === undefined) return undefined
  return value ? sql`${column}` : sql`not ${column}`
}
