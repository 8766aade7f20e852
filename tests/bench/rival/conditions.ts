import { and, eq, gt, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { t } from 'elysia'
import { floorToHour, HOUR_MS } from '../../../src/values/instant'
import { jobs } from './table'

/** Searches are texts of PostgreSQL's own syntax, so that nothing is parsed here. */
export const filterQuery = {
  time_frame: t.Optional(t.String()),
  country: t.Optional(t.String()),
  title_query: t.Optional(t.String()),
  text_query: t.Optional(t.String()),
  place_query: t.Optional(t.String()),
  organization_query: t.Optional(t.String()),
  organization: t.Optional(t.String()),
  remote: t.Optional(t.String()),
  has_salary: t.Optional(t.String()),
}

export type Filter = Partial<Record<keyof typeof filterQuery, string>>

export function conditions(filter: Filter, now: Date): SQL | undefined {
  const { from, to } = windowOf(filter.time_frame ?? '24h', now)
  return and(
    filter.time_frame === '1m' ? sql`${jobs.status} <> 'excluded'` : eq(jobs.status, 'active'),
    gte(jobs.dateCreated, from),
    lt(jobs.dateCreated, to),
    filter.country === undefined ? undefined : eq(jobs.country, filter.country),
    search(jobs.titleSearch, filter.title_query),
    search(jobs.search, filter.text_query),
    search(jobs.locationSearch, filter.place_query),
    search(jobs.organizationSearch, filter.organization_query),
    filter.organization === undefined ? undefined : eq(jobs.organization, filter.organization),
    remoteCondition(filter.remote),
    filter.has_salary === undefined
      ? undefined
      : (filter.has_salary === 'true' ? isNotNull : isNull)(jobs.salary),
  )
}

export function after(cursor: number | undefined): SQL | undefined {
  return cursor === undefined ? undefined : gt(jobs.id, cursor)
}

const HOURS: Readonly<Record<string, number>> = {
  '1h': 1,
  '24h': 24,
  '7d': 168,
  '1m': 744,
  '6m': 4392,
}

export function windowOf(frame: string, now: Date): { from: Date; to: Date } {
  const to = frame === '1h' || frame === '24h' ? floorToHour(now) : now
  return { from: new Date(to.getTime() - (HOURS[frame] ?? 24) * HOUR_MS), to }
}

function search(column: PgColumn, query: string | undefined): SQL | undefined {
  return query === undefined ? undefined : sql`${column} @@ to_tsquery('simple', ${query})`
}

function remoteCondition(remote: string | undefined): SQL | undefined {
  if (remote === undefined) return undefined
  const isRemote = eq(jobs.locationType, 'TELECOMMUTE')
  return remote === 'true'
    ? isRemote
    : or(isNull(jobs.locationType), sql`${jobs.locationType} <> 'TELECOMMUTE'`)
}
