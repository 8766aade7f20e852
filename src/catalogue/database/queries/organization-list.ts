import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client/connection'
import { allowScans, onlyRow, type Queries } from '../client/drizzle'
import { findStored, renewStored, type StoredList } from '../conditions/stored-list'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'
import { organizationLists } from '../schema/single-rows'

/** The employers with active jobs at some moment, as the JSON array that clients receive. */
export async function findOrganizationList(queries: Queries): Promise<StoredList | undefined> {
  return await findStored(queries, organizationLists)
}

/** The list, built first when it is older than `maxAgeMs`. */
export async function renewOrganizationList(
  database: Database,
  age: { now: Date; maxAgeMs: number },
): Promise<StoredList> {
  const options = { table: organizationLists, lock: 'organizationList', build: buildList } as const
  return await renewStored(database, { ...options, ...age })
}

/** Names are in byte order, whatever the locale of the database. */
async function buildList(queries: Queries, at: SQL): Promise<StoredList> {
  // Not the builder: an insert from an aggregate, so that the rows do not pass through this process.
  const built = await allowScans(queries).run<StoredList>(sql`
    insert into ${organizationLists} (built_at, content)
    select ${at}, '[' || coalesce(string_agg(
      '{"organization":' || to_json(name)::text || ',"sources":' || to_json(sources)::text
        || ',"countries":' || to_json(countries)::text || ',"active_jobs":' || active_jobs || '}',
      ',' order by name collate "C"), '') || ']'
    from (
      select ${jobs.organization} as name, count(*) as active_jobs,
        array_agg(distinct ${jobs.source} collate "C") as sources,
        array_agg(distinct ${jobs.country} collate "C") as countries
      from ${ACTIVE_JOBS} where ${jobs.organization} is not null
      group by ${jobs.organization}
    ) as employers
    on conflict (is_only) do update set built_at = excluded.built_at, content = excluded.content
    returning ${organizationLists.builtAt} as "builtAt", ${organizationLists.content}`)
  return onlyRow(built)
}
