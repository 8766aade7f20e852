import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client/connection'
import { onlyRow, onReservedConnections, type Queries } from '../client/drizzle'
import { takeLock } from '../client/locks'
import { builtAt } from '../conditions/built-at'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'
import { organizationLists } from '../schema/single-rows'

/** The employers with active jobs at some moment, as the JSON array that clients receive. */
export type StoredOrganizationList = Omit<typeof organizationLists.$inferSelect, 'isOnly'>

/** The list as it was last built; `undefined` before the first build. */
export async function findOrganizationList(
  queries: Queries,
): Promise<StoredOrganizationList | undefined> {
  const { builtAt, content } = organizationLists
  const [stored] = await onReservedConnections(queries)
    .db.select({ builtAt, content })
    .from(organizationLists)
  return stored
}

/**
 * The stored list, built first when it is older than `maxAgeMs` or absent. When several processes ask at the same time, one
 * builds the list and the others wait for it.
 */
export async function renewOrganizationList(
  database: Database,
  { now, maxAgeMs }: { now: Date; maxAgeMs: number },
): Promise<StoredOrganizationList> {
  return await database.transaction(async (queries) => {
    await takeLock(queries, 'organizationList')
    const stored = await findOrganizationList(queries)
    const isYoung = stored !== undefined && now.getTime() - stored.builtAt.getTime() < maxAgeMs
    return isYoung ? stored : await buildList(queries, builtAt(now, maxAgeMs))
  })
}

/** Names are in byte order, whatever the locale of the database. */
async function buildList(queries: Queries, at: SQL): Promise<StoredOrganizationList> {
  // Not the builder: an insert from an aggregate, so that the rows do not pass through this process.
  const built = await queries.run<StoredOrganizationList>(sql`
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
