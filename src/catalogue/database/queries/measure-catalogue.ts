import { count, max, type SQLWrapper, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { JobStatus } from '../../../values/change-events'
import { onlyRow, type Queries } from '../client/drizzle'
import { coalesce, literal } from '../client/operators'
import { changeCounters, imports } from '../schema/changes'
import { changeGaps } from '../schema/generations'
import { activeJobs, removedJobs } from '../schema/jobs'

/** Figures about the whole catalogue, for operators. */
export type CatalogueFigures = Awaited<ReturnType<typeof measureCatalogue>>

/** Reads whole indexes of the jobs, so it is not for every request. */
export async function measureCatalogue(queries: Queries) {
  const [jobs, changes, imports, databaseBytes] = await Promise.all([
    countJobsByStatus(queries),
    countChanges(queries),
    sumImports(queries),
    measureDatabase(queries),
  ])
  return { jobs, changes, imports, databaseBytes }
}

async function countJobsByStatus({ db }: Queries) {
  const active = db
    .select({
      country: activeJobs.country,
      status: literal<JobStatus>('active').as('status'),
      count: count(),
    })
    .from(activeJobs)
    .groupBy(activeJobs.country)
  const removed = db
    .select({ country: removedJobs.country, status: removedJobs.status, count: count() })
    .from(removedJobs)
    .groupBy(removedJobs.country, removedJobs.status)
  return await unionAll(active, removed).orderBy(activeJobs.country, removedJobs.status)
}

async function countChanges({ db }: Queries) {
  const { country, lastSeq } = changeCounters
  const skipped = sql`(select coalesce(sum(${changeGaps.skippedTo} - ${changeGaps.lastSeq}), 0)
    from ${changeGaps} where ${changeGaps.country} = ${country})`
  return await db
    .select({ country, count: sql`${lastSeq} - ${skipped}`.mapWith(Number) })
    .from(changeCounters)
    .orderBy(country)
}

/** `lastFinished` is in seconds since 1970; null before the first import. */
async function sumImports({ db }: Queries) {
  const totals = await db
    .select({
      count: count(),
      finishedAt: max(imports.finishedAt),
      created: total(imports.created),
      updated: total(imports.updated),
      unchanged: total(imports.unchanged),
      expired: total(imports.expired),
      excluded: total(imports.excluded),
      rejected: total(imports.rejected),
    })
    .from(imports)
  const { finishedAt, ...sums } = onlyRow(totals)
  return { ...sums, lastFinished: finishedAt === null ? null : finishedAt.getTime() / 1000 }
}

function total(column: SQLWrapper) {
  return coalesce(sum(column), 0).mapWith(Number)
}

async function measureDatabase(queries: Queries): Promise<number> {
  // Not the builder: there is no table to select from.
  const statement = sql`select pg_database_size(current_database())::float8 as bytes`
  return onlyRow(await queries.run<{ bytes: number }>(statement)).bytes
}
