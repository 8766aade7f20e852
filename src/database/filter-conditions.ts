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

/** The SQL condition of a filter, in the two parts of a `TextCondition`. */
export interface FilterCondition {
  found: SQL
  read: SQL | undefined
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
  const found = and(
    filter.countries.length < COUNTRIES.length
      ? inArray(jobs.country, [...filter.countries])
      : undefined,
    windowCondition(jobs.dateCreated, filter.created),
    windowCondition(jobs.dateModified, filter.modified),
    windowCondition(jobs.datePosted, filter.posted),
    ...texts.map((text) => text?.found),
    ...context.places,
    oneOf(jobs.organization, filter.organizations),
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
  return { found: found ?? sql`true`, read: and(...texts.map((text) => text?.read)) }
}

/** Both parts as one condition. */
export function wholeCondition({ found, read }: FilterCondition): SQL {
  return and(found, read) ?? found
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
