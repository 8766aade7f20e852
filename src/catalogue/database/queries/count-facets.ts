import { and, type SQL, sql } from 'drizzle-orm'
import { regionTerm } from '../../../text/search/places/place-terms'
import { COUNTRIES } from '../../../values/country'
import { PAY_BANDS } from '../../../values/pay/bands'
import { DOLLARS, payKind } from '../../../values/pay/salary'
import { REGIONS } from '../../../values/region'
import { PAY_UNITS } from '../../../values/vocabulary'
import type { JobFilter } from '../../job-filter'
import { arrayLiteral } from '../client/array-literal'
import { onlyRow, type Queries } from '../client/drizzle'
import { anyOf } from '../client/operators'
import {
  type ConditionContext,
  conditionContext,
  type FilterCondition,
  filterCondition,
  wholeCondition,
} from '../conditions/filter-conditions'
import { excludedOnly } from '../conditions/negation'
import { ACTIVE_JOBS, activeJobs, jobs } from '../schema/jobs'
import { places } from '../schema/places'
import { matchesIn } from './count-jobs'

/** Jobs that facets are counted of. Of a search that finds more, a sample is counted. */
export const MAX_FACET_JOBS = 10_000

/** Jobs whose texts are read, one by one or in a sample, which takes some 10 µs a job. */
const MAX_TEXT_JOBS = 3_000

/** How many employers are named: the ones with the most jobs. */
export const MAX_EMPLOYERS = 10

/** How many of the counted jobs have a value. */
export interface FacetCount {
  facet:
    | 'all'
    | 'region'
    | 'source'
    | 'employer'
    | 'types'
    | 'remote'
    | 'arrangement'
    | 'pay'
    | 'band'
    | 'day'
  /**
   * The term of a region, the bits of employment types, `true` or `false`, a kind of pay and an amount that is reached, a day;
   * null for jobs without a value.
   */
  value: string | null
  jobs: number
}

/**
 * Counts the active jobs of a filter by the values that other filters take, and by the day of creation since an instant.
 * `isSample`: only the jobs in some pages of the table are counted, picked at random but the same pages each time. Jobs are
 * counted one by one only if few of them have to be read, so that no search takes long.
 */
export async function countFacets(
  queries: Queries,
  filter: JobFilter,
  since: Date,
): Promise<{ isSample: boolean; counts: FacetCount[] }> {
  const context = await conditionContext(queries, filter)
  const { condition, hasText } = candidateCondition(filter, context)
  const limit = condition.unindexed === undefined ? MAX_FACET_JOBS : MAX_TEXT_JOBS
  const candidates = matchesIn(ACTIVE_JOBS, { ...condition, unindexed: undefined }, hasText)
  const known = await queries.run<{ candidates: number; total: number; regions: number[] }>(sql`
    select (select count(*) from (select from ${candidates} limit ${limit + 1}) as found)::integer as candidates,
      (select reltuples::integer from pg_class where oid = 'active_jobs'::regclass) as total,
      array(select ${places.id} from ${places} where ${anyOf(places.term, REGION_TERMS)}) as regions`)
  const { candidates: most, total, regions } = onlyRow(known)
  const isSample = most > limit
  const jobs = isSample
    ? sampleOf(filterCondition(filter, context), total, filter.fullText !== undefined)
    : matchesIn(ACTIVE_JOBS, condition, hasText)
  return { isSample, counts: await queries.run<FacetCount>(facetsOf(jobs, regions, since)) }
}

/**
 * The condition of a filter, in which texts that only exclude words are read in each job: an index would list all jobs that
 * have the words.
 */
function candidateCondition(filter: JobFilter, context: ConditionContext) {
  const { title, fullText, organizationName, ...others } = filter
  const texts = Object.entries({ title, fullText, organizationName })
  const textsThat = (exclude: boolean): Partial<JobFilter> =>
    Object.fromEntries(
      texts.filter(([, tree]) => tree && (excludedOnly(tree) !== undefined) === exclude),
    )
  const required = { ...others, ...textsThat(false) }
  const condition = filterCondition(required, context)
  const excluding = { countries: filter.countries, ...textsThat(true) }
  const { searched: excluded } = filterCondition(excluding, { ...context, places: [] })
  return {
    condition: { ...condition, unindexed: and(condition.unindexed, excluded) },
    hasText: required.fullText !== undefined,
  }
}

/** The jobs of some pages of the table that meet a condition; `total` is about the number of all. */
function sampleOf(condition: FilterCondition, total: number, hasText: boolean): SQL {
  const most = hasText ? MAX_TEXT_JOBS : MAX_FACET_JOBS
  const percent = Math.min(100, (100 * most) / Math.max(total, 1))
  return sql`${activeJobs} as jobs tablesample system (${percent}::real) repeatable (1)
    where ${wholeCondition(condition)}`
}

const REGION_TERMS = REGIONS.map(({ code }) => regionTerm(code))

/**
 * One pass over the jobs, which are read once; then a count of each column. `regions` has the ids of their terms: PostgreSQL
 * hashes a list that it knows when it plans, where it would compare each place with each region of a subquery.
 */
function facetsOf(from: SQL, regions: readonly number[], since: Date): SQL {
  const bands = COUNTRIES.flatMap((country) =>
    PAY_UNITS.flatMap((unit) =>
      PAY_BANDS[unit].map((edge) => ({ kind: payKind(DOLLARS[country], unit), edge })),
    ),
  )
  const day = sql`date_trunc('day', date_created at time zone 'UTC')`
  return sql`
    with found as materialized (
      select ${jobs.source}, ${jobs.organization}, ${jobs.employmentTypes}, ${jobs.isRemote}, ${jobs.hasSalary},
        ${jobs.workArrangement}, ${jobs.payKind}, ${jobs.payTop}, ${jobs.places}, ${jobs.dateCreated} from ${from} limit ${MAX_FACET_JOBS}),
    found_regions as (
      select place, count(*) as jobs from found, unnest(places) as place
      where place = any(${arrayLiteral(regions)}::integer[]) group by place),
    employers as (
      select organization, count(*) as jobs from found where organization is not null
      group by organization order by jobs desc, organization collate "C" limit ${MAX_EMPLOYERS}),
    paid as materialized (
      select pay_kind, pay_top, count(*) as jobs from found where pay_kind is not null group by pay_kind, pay_top),
    bands as (
      select kind || ' ' || edge as band, sum(jobs) as jobs
      from unnest(${arrayLiteral(bands.map(({ kind }) => kind))}::text[], ${arrayLiteral(bands.map(({ edge }) => edge))}::integer[])
        as bands (kind, edge) join paid on pay_kind = kind and pay_top >= edge group by kind, edge)
    select facet, value, jobs::integer from (
      select 'all' as facet, null as value, count(*) as jobs from found
      union all select 'region', term, jobs from found_regions join ${places} on id = place
      union all select 'source', source, count(*) from found group by source
      union all select 'employer', organization, jobs from employers
      union all select 'types', employment_types::text, count(*) from found group by employment_types
      union all select 'remote', is_remote::text, count(*) from found group by is_remote
      union all select 'arrangement', work_arrangement, count(*) from found group by work_arrangement
      union all select 'band', band, jobs from bands
      union all select 'pay', has_salary::text, count(*) from found group by has_salary
      union all select 'day', to_char(${day}, 'YYYY-MM-DD'), count(*) from found
        where date_created >= ${since.toISOString()}::timestamptz group by ${day}
    ) as counted order by jobs desc, value collate "C"`
}
