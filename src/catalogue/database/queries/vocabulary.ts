import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../client/connection'
import { allowScans, onlyRow, type Queries } from '../client/drizzle'
import { renewStored, type StoredList } from '../conditions/stored-list'
import { ACTIVE_JOBS, jobs } from '../schema/jobs'
import { places } from '../schema/places'
import { vocabularies } from '../schema/single-rows'

/** Names in active jobs, each with the number of jobs that have it. */
export interface StoredVocabulary {
  /** Analyzed words of titles. */
  words: Readonly<Record<string, number>>
  /** `toronto,on`: a normalized name and a region's code in lower case. */
  cities: Readonly<Record<string, number>>
  employers: Readonly<Record<string, number>>
  sources: Readonly<Record<string, number>>
}

/** The most words, and the most employers; the rarest are left out. */
const MAX_NAMES = 100_000

/** The vocabulary, counted first when it is older than `maxAgeMs`. */
export async function renewVocabulary(
  database: Database,
  age: { now: Date; maxAgeMs: number },
): Promise<{ value: StoredVocabulary; at: Date }> {
  const options = { table: vocabularies, lock: 'vocabulary', build } as const
  const { content, builtAt } = await renewStored(database, { ...options, ...age })
  return { value: JSON.parse(content), at: builtAt }
}

async function build(queries: Queries, at: SQL): Promise<StoredList> {
  const counted = (name: PgColumn) => sql`
    (select coalesce(json_object_agg(name, number), '{}') from (
      select ${name} as name, count(*) as number from ${ACTIVE_JOBS}
      where ${name} is not null group by ${name} order by number desc limit ${MAX_NAMES}) as names)`
  // Not the builder: an insert from aggregates, so that the names do not pass through this process.
  const built = await allowScans(queries).run<StoredList>(sql`
    insert into ${vocabularies} (built_at, content)
    select ${at}, json_build_object(
      'words', (select coalesce(json_object_agg(word, ndoc), '{}') from (
        select word, ndoc from ts_stat('select title_words from active_jobs')
        order by ndoc desc limit ${MAX_NAMES}) as words),
      'cities', (select coalesce(json_object_agg(city, number), '{}') from (
        select substr(${places.term}, 6) as city, count(*) as number
        from ${ACTIVE_JOBS} cross join lateral unnest(${jobs.places}) as place (id)
          join ${places} on ${places.id} = place.id
        where ${places.term} like 'city:%,%' group by ${places.term}) as cities),
      'employers', ${counted(jobs.organization)},
      'sources', ${counted(jobs.source)})::text
    on conflict (is_only) do update set built_at = excluded.built_at, content = excluded.content
    returning ${vocabularies.builtAt} as "builtAt", ${vocabularies.content}`)
  return onlyRow(built)
}
