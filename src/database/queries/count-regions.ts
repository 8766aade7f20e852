import { sql } from 'drizzle-orm'
import { regionTerm } from '../../search/place-terms'
import type { Country } from '../../values/country'
import { REGIONS } from '../../values/region'
import { arrayLiteral } from '../array-literal'
import type { Queries } from '../drizzle'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'
import { places } from '../schema/places'

export interface RegionCount {
  country: Country
  /** The region's term in the place dictionary. */
  term: string
  activeJobs: number
}

/**
 * The active jobs with a location in each region, in each country. One look into the index a region: reading the
 * places of every job takes six times as long, for they are stored out of line.
 */
export async function countRegions(queries: Queries): Promise<RegionCount[]> {
  const terms = arrayLiteral(REGIONS.map(({ code }) => regionTerm(code)))
  return await queries.run<RegionCount>(sql`
    select counts.country, ${places.term}, counts.jobs as "activeJobs"
    from ${places}, lateral (
      select ${jobs.country}, count(*)::integer as jobs from ${ACTIVE_JOBS}
      where ${jobs.places} @> array[${places.id}]
      group by ${jobs.country}
    ) as counts
    where ${places.term} = any(${terms}::text[])`)
}
