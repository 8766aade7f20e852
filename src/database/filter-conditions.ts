import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { JobFilter, Span } from '../filters/job-filter'
import { COUNTRIES } from '../values/country'
import { employmentTypeBits } from '../values/employment-type-bits'
import { arrayLiteral } from './array-literal'
import type { Queries } from './connection'
import { placeConditions } from './place-conditions'
import { fetched, jobs } from './schema/jobs'
import { textMatches } from './search-condition'

/** The condition that jobs of a filter meet. Asks the place dictionary first when the filter names places. */
export async function filterCondition(queries: Queries, filter: JobFilter): Promise<SQL> {
  return conditionWithPlaces(filter, await placeConditions(queries, filter))
}

/** As `filterCondition`, with the conditions of the filter's places. */
export function conditionWithPlaces(filter: JobFilter, places: readonly SQL[]): SQL {
  const condition = and(
    filter.countries.length < COUNTRIES.length
      ? inArray(jobs.country, [...filter.countries])
      : undefined,
    windowCondition(jobs.dateCreated, filter.created),
    windowCondition(jobs.dateModified, filter.modified),
    windowCondition(jobs.datePosted, filter.posted),
    filter.title && textMatches(jobs.titleWords, filter.title),
    filter.text && textMatches(fetched(jobs.textWords), filter.text),
    filter.organizationName && textMatches(jobs.organizationWords, filter.organizationName),
    ...places,
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
  return condition ?? sql`true`
}

function windowCondition(column: PgColumn, span: Span | undefined): SQL | undefined {
  return and(
    span?.from && sql`${column} >= ${span.from.toISOString()}::timestamptz`,
    span?.to && sql`${column} < ${span.to.toISOString()}::timestamptz`,
  )
}

function oneOf(column: PgColumn, values: readonly string[] | undefined): SQL | undefined {
  return values && sql`${column} = any(${arrayLiteral(values)}::text[])`
}

/** Rows without a value stay. */
function noneOf(column: PgColumn, values: readonly string[] | undefined): SQL | undefined {
  return values && sql`(${column} <> all(${arrayLiteral(values)}::text[]) or ${column} is null)`
}

/** Written as the column itself, or its negation: an equation would hide what it says from the planner. */
function flagCondition(column: PgColumn, value: boolean | undefined): SQL | undefined {
  if (value === undefined) return undefined
  return value ? sql`${column}` : sql`not ${column}`
}
