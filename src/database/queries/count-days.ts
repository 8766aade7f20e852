import { count, gte, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { Country } from '../../values/country'
import type { Queries } from '../drizzle'
import { activeJobs, removedJobs } from '../schema/jobs'

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
  const isNew = sql<DayCount['event']>`'new'`
  const isRemoved = sql<DayCount['event']>`'removed'`
  return await unionAll(
    countFrom(queries, activeJobs, activeJobs.dateCreated, since, isNew),
    countFrom(queries, removedJobs, removedJobs.dateCreated, since, isNew),
    countFrom(queries, removedJobs, removedJobs.dateRemoved, since, isRemoved),
  )
}

function countFrom(
  { db }: Queries,
  table: typeof activeJobs | typeof removedJobs,
  date: PgColumn,
  since: Date,
  event: SQL<DayCount['event']>,
) {
  return db
    .select({
      country: sql<Country>`${table.country}`,
      day: sql<string>`to_char(${date} at time zone 'UTC', 'YYYY-MM-DD')`,
      event,
      jobs: count(),
    })
    .from(table)
    .where(gte(date, since))
    .groupBy(sql`1`, sql`2`)
}
