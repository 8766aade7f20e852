import { sql } from 'drizzle-orm'
import type { Queries } from '../drizzle'
import { changeCounters } from '../schema/changes'
import { imports } from '../schema/imports'
import { activeJobs, removedJobs } from '../schema/jobs'

/** Figures about the whole catalogue, for those who watch over it. */
export interface CatalogueFigures {
  jobs: { country: string; status: string; count: number }[]
  changes: { country: string; count: number }[]
  imports: ImportFigures
  databaseBytes: number
}

export interface ImportFigures {
  count: number
  /** In seconds since 1970; null before the first import. */
  lastFinished: number | null
  created: number
  updated: number
  unchanged: number
  expired: number
  excluded: number
  rejected: number
}

/** Reads whole indexes of the jobs, so it is not for every request. */
export async function measureCatalogue(queries: Queries): Promise<CatalogueFigures> {
  const [sizes, changes, [totals], [database]] = await Promise.all([
    queries.run<CatalogueFigures['jobs'][number]>(sql`
      select ${activeJobs.country}, 'active' as status, count(*)::float8 as count
      from ${activeJobs} group by ${activeJobs.country}
      union all
      select ${removedJobs.country}, ${removedJobs.status}, count(*)::float8
      from ${removedJobs} group by ${removedJobs.country}, ${removedJobs.status}
      order by 1, 2`),
    queries.run<CatalogueFigures['changes'][number]>(sql`
      select ${changeCounters.country}, ${changeCounters.lastSeq}::float8 as count
      from ${changeCounters} order by 1`),
    queries.run<ImportFigures>(sql`
      select count(*)::float8 as count,
        extract(epoch from max(${imports.finishedAt}))::float8 as "lastFinished",
        ${sql.join(SUMS, sql`, `)}
      from ${imports}`),
    queries.run<{ bytes: number }>(
      sql`select pg_database_size(current_database())::float8 as bytes`,
    ),
  ])
  if (totals === undefined || database === undefined) throw new TypeError('an aggregate has a row')
  return { jobs: sizes, changes, imports: totals, databaseBytes: database.bytes }
}

const SUMS = [
  imports.created,
  imports.updated,
  imports.unchanged,
  imports.expired,
  imports.excluded,
  imports.rejected,
].map((column) => sql`coalesce(sum(${column}), 0)::float8 as ${sql.identifier(column.name)}`)
