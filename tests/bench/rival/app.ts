import { and, asc, desc, getTableColumns, gte, lt, ne, sql } from 'drizzle-orm'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { Elysia, t } from 'elysia'
import { after, conditions, filterQuery, windowOf } from './conditions'
import { jobs } from './table'

const { titleSearch, organizationSearch, locationSearch, search, locationText, ...columns } =
  getTableColumns(jobs)
const { descriptionText, descriptionHtml, sourceFields, ...plain } = columns

const listing = {
  limit: t.Optional(t.Numeric()),
  offset: t.Optional(t.Numeric()),
  cursor: t.Optional(t.Numeric()),
  description_format: t.Optional(t.String()),
  include_source_fields: t.Optional(t.String()),
}

/** What most people would write: routes, typed columns, objects that are printed on the way out. */
export function createRival(database: PostgresJsDatabase, now: () => Date) {
  return new Elysia()
    .get(
      '/v1/active-ats',
      async ({ query }) => {
        const { limit = 100, offset = 0, cursor } = query
        const newest = [sql`${jobs.datePosted} desc nulls last`, desc(jobs.id)]
        const rows = await database
          .select({
            ...plain,
            ...(query.description_format === 'html' && { descriptionHtml }),
            ...(query.description_format === 'text' && { descriptionText }),
            ...(query.include_source_fields === 'true' && { sourceFields }),
          })
          .from(jobs)
          .where(and(conditions(query, now()), after(cursor)))
          .orderBy(...(cursor === undefined ? newest : [asc(jobs.id)]))
          .limit(limit)
          .offset(offset)
        return rows.map(toJob)
      },
      { query: t.Object({ ...filterQuery, ...listing }) },
    )
    .get(
      '/v1/active-ats-count',
      async ({ query }) => ({ count: await database.$count(jobs, conditions(query, now())) }),
      { query: t.Object(filterQuery) },
    )
    .get(
      '/v1/expired-ats',
      async ({ query }) => {
        const { from, to } = windowOf(query.time_frame ?? '24h', now())
        const inWindow = and(gte(jobs.dateRemoved, from), lt(jobs.dateRemoved, to))
        const left = and(ne(jobs.status, 'active'), inWindow)
        const rows = await database.select({ id: jobs.id }).from(jobs).where(left).orderBy(jobs.id)
        return rows.map(({ id }) => id)
      },
      { query: t.Object({ time_frame: t.Optional(t.String()) }) },
    )
}

/** Columns are camelCase, and clients read snake_case. */
function toJob(row: Record<string, unknown>): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [wireName(name), value])),
    organization_url: null,
    organization_logo: null,
    location_requirements: null,
    domain_derived: null,
    counties_derived: null,
    timezones_derived: null,
  }
}

const wireNames = new Map<string, string>()

function wireName(name: string): string {
  const known = wireNames.get(name)
  if (known !== undefined) return known
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  wireNames.set(name, wire)
  return wire
}
