import { gt, sql } from 'drizzle-orm'
import type { Country } from '../../../values/country'
import type { Queries } from '../client/drizzle'
import { activeJobs } from '../schema/jobs'

/** One statement over millions would take long. */
const JOBS_PER_STATEMENT = 100_000

/** The active jobs of each country; a job that is created or leaves meanwhile is counted or not. */
export async function countActiveJobs(
  queries: Queries,
  jobsPerStatement = JOBS_PER_STATEMENT,
): Promise<Record<Country, number>> {
  const { country, dateCreated } = activeJobs
  const counts: Record<Country, number> = { CA: 0, US: 0 }
  let after: Date | undefined = new Date(0)
  while (after !== undefined) {
    // `with ties`, which the builder cannot say, so that no instant is divided between two statements.
    const rows: Counted[] = await queries.run<Counted>(sql`
      select country, count(*)::integer as jobs, max(date_created) as last
      from (select ${country}, ${dateCreated} from ${activeJobs} where ${gt(dateCreated, after)}
        order by ${dateCreated} fetch first ${jobsPerStatement} rows with ties) as job
      group by country`)
    for (const row of rows) counts[row.country] += row.jobs
    after = latest(rows)
  }
  return counts
}

interface Counted {
  country: Country
  jobs: number
  last: Date
}

function latest(rows: readonly Counted[]): Date | undefined {
  return rows.map(({ last }) => last).sort((a, b) => b.getTime() - a.getTime())[0]
}
