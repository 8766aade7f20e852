import { arrayContains, count, desc, eq, gte, inArray, max, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import { regionTerm } from '../../../text/search/places/place-terms'
import type { Country } from '../../../values/country'
import { REGIONS } from '../../../values/region'
import type { SourceType } from '../../../values/vocabulary'
import { allowScans, type Queries } from '../client/drizzle'
import { byteOrder, literal } from '../client/operators'
import { activeJobs, jobDocuments, removedJobs } from '../schema/jobs'
import { places } from '../schema/places'

export interface SourceCount {
  country: Country
  source: string
  sourceType: SourceType
  activeJobs: number
  /** Distinct source slugs; jobs without one count as one board. */
  boards: number
}

/**
 * The active jobs and boards of each source in each country. Only the documents of jobs state the type of a source, and the
 * newest one is read. No other `"source_type":"` can be in a document, because JSON escapes quotes.
 */
export async function countSources(queries: Queries): Promise<SourceCount[]> {
  const { db } = allowScans(queries)
  const { country, source, sourceSlug, id } = activeJobs
  const sources = db
    .select({
      country,
      source,
      activeJobs: count().as('active_jobs'),
      boards: sql`count(distinct ${sourceSlug}) + max((${sourceSlug} is null)::integer)`
        .mapWith(Number)
        .as('boards'),
      newest: max(id).as('newest'),
    })
    .from(activeJobs)
    .groupBy(country, source)
    .as('sources')
  return await db
    .select({
      country: sources.country,
      source: sources.source,
      activeJobs: sources.activeJobs,
      boards: sources.boards,
      sourceType: sql<SourceType>`substring(${jobDocuments.head} from '"source_type":"(\\w+)"')`,
    })
    .from(sources)
    .innerJoin(jobDocuments, eq(jobDocuments.jobId, sources.newest))
    .orderBy(desc(sources.activeJobs), byteOrder(sources.source))
}

export interface RegionCount {
  country: Country
  /** The region's term in the place dictionary. */
  term: string
  activeJobs: number
}

/**
 * The active jobs with a location in each region, in each country. One index scan per region takes a sixth of the time of
 * reading the places of every job, which are stored out of line.
 */
export async function countRegions({ db }: Queries): Promise<RegionCount[]> {
  const terms = REGIONS.map(({ code }) => regionTerm(code))
  const counts = db
    .select({
      country: activeJobs.country,
      jobs: count().as('jobs'),
    })
    .from(activeJobs)
    .where(arrayContains(activeJobs.places, sql`array[${places.id}]`))
    .groupBy(activeJobs.country)
    .as('counts')
  return await db
    .select({ country: counts.country, term: places.term, activeJobs: counts.jobs })
    .from(places)
    .crossJoinLateral(counts)
    .where(inArray(places.term, terms))
}

/** The jobs of one country that were first collected on a day (UTC), or that left on it. */
export interface DayCount {
  country: Country
  /** `2026-01-15` */
  day: string
  event: 'new' | 'removed'
  jobs: number
}

/**
 * The new and the removed jobs of each day since an instant. Each of the three counts reads a range of an index that begins
 * with the date, and no row: the cost grows with the jobs of these days, not with the catalogue.
 */
export async function countDays(queries: Queries, since: Date): Promise<DayCount[]> {
  return await unionAll(
    countFrom(queries, activeJobs, activeJobs.dateCreated, since, 'new'),
    countFrom(queries, removedJobs, removedJobs.dateCreated, since, 'new'),
    countFrom(queries, removedJobs, removedJobs.dateRemoved, since, 'removed'),
  )
}

function countFrom(
  { db }: Queries,
  table: typeof activeJobs | typeof removedJobs,
  date: PgColumn,
  since: Date,
  event: DayCount['event'],
) {
  const day = sql<string>`to_char(${date} at time zone 'UTC', 'YYYY-MM-DD')`
  return db
    .select({
      country: table.country,
      day,
      event: literal(event),
      jobs: count(),
    })
    .from(table)
    .where(gte(date, since))
    .groupBy(table.country, day)
}
