import { count, desc, eq, max, sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { SourceType } from '../../values/vocabulary'
import type { Queries } from '../drizzle'
import { jobDocuments } from '../schema/job-documents'
import { activeJobs } from '../schema/jobs'

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
export async function countSources({ db }: Queries): Promise<SourceCount[]> {
  const { country, source, sourceSlug, id } = activeJobs
  const sources = db
    .select({
      country: sql<Country>`${country}`.as('country'),
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
    .orderBy(desc(sources.activeJobs), sql`${sources.source} collate "C"`)
}
