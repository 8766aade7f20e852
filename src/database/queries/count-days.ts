import { count, gte, type SQLWrapper, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
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
export async function countDays({ db }: Queries, since: Date): Promise<DayCount[]> {
  const isNew = sql<DayCount['event']>`'new'`
  const created = db
    .select({
      country: sql<Country>`${activeJobs.country}`,
      day: dayOf(activeJobs.dateCreated),
      event: isNew,
      jobs: count(),
    })
    .from(activeJobs)
    .where(gte(activeJobs.dateCreated, since))
    .groupBy(sql`1`, sql`2`)
  const createdAndRemoved = db
    .select({
      country: sql<Country>`${removedJobs.country}`,
      day: dayOf(removedJobs.dateCreated),
      event: isNew,
      jobs: count(),
    })
    .from(removedJobs)
    .where(gte(removedJobs.dateCreated, since))
    .groupBy(sql`1`, sql`2`)
  const removed = db
    .select({
      country: sql<Country>`${removedJobs.country}`,
      day: dayOf(removedJobs.dateRemoved),
      event: sql<DayCount['event']>`'removed'`,
      jobs: count(),
    })
    .from(removedJobs)
    .where(gte(removedJobs.dateRemoved, since))
    .groupBy(sql`1`, sql`2`)
  return await unionAll(created, createdAndRemoved, removed)
}

function dayOf(instant: SQLWrapper) {
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD')`
}
