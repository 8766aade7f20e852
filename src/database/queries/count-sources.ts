import { sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { SourceType } from '../../values/vocabulary'
import type { Queries } from '../drizzle'
import { jobDocuments } from '../schema/job-documents'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'

export interface SourceCount {
  country: Country
  source: string
  sourceType: SourceType
  activeJobs: number
  /** Distinct source slugs; jobs without one are together one board. */
  boards: number
}

/**
 * The active jobs and boards of each source in each country. A source's type stands in the documents of its jobs
 * only; the newest speaks for all. In a document no other `"source_type":"` can stand: JSON escapes quotes.
 */
export async function countSources(queries: Queries): Promise<SourceCount[]> {
  return await queries.run<SourceCount>(sql`
    select country, source, active_jobs as "activeJobs", boards,
      substring(${jobDocuments.head} from '"source_type":"(\\w+)"') as "sourceType"
    from (
      select ${jobs.country}, ${jobs.source}, count(*)::integer as active_jobs,
        (count(distinct ${jobs.sourceSlug})
          + max((${jobs.sourceSlug} is null)::integer))::integer as boards,
        max(${jobs.id}) as newest
      from ${ACTIVE_JOBS} group by ${jobs.country}, ${jobs.source}
    ) as sources
    join ${jobDocuments} on ${jobDocuments.jobId} = sources.newest
    order by active_jobs desc, source collate "C"`)
}
