import { type SQL, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../../values/instant'
import type { Database, Transaction } from '../client/connection'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { takeLock } from '../client/locks'
import { activeJobs } from '../schema/jobs'
import { type organizationLists, samples, type vocabularies } from '../schema/single-rows'

/** A list that all processes share, as it was last built. */
export interface StoredList {
  builtAt: Date
  content: string
}

type ListTable = typeof organizationLists | typeof vocabularies

/** Undefined before the first build. */
export async function findStored(
  queries: Queries,
  table: ListTable,
): Promise<StoredList | undefined> {
  const { builtAt, content } = table
  const [stored] = await onReservedConnections(queries).db.select({ builtAt, content }).from(table)
  return stored
}

interface Renewal {
  table: ListTable
  lock: 'organizationList' | 'vocabulary'
  now: Date
  maxAgeMs: number
  build: (queries: Transaction, at: SQL) => Promise<StoredList>
}

/**
 * The stored list, built first when it is older than `maxAgeMs` or absent. When several processes ask at the same time, one
 * builds the list and the others wait for it.
 */
export async function renewStored(
  database: Database,
  { table, lock, now, maxAgeMs, build }: Renewal,
): Promise<StoredList> {
  return await database.transaction(async (queries) => {
    await takeLock(queries, lock)
    const stored = await findStored(queries, table)
    const isYoung = stored !== undefined && now.getTime() - stored.builtAt.getTime() < maxAgeMs
    return isYoung ? stored : await build(queries, builtAt(now, maxAgeMs))
  })
}

/**
 * The instant of a list that is built at `now` and renewed at the age of `maxAgeMs`. Before the first job, and while a sample is
 * being written, the list is dated back, so that it is renewed every minute.
 */
function builtAt(now: Date, maxAgeMs: number): SQL {
  const earlier = new Date(now.getTime() - maxAgeMs + MINUTE_MS)
  return sql`case when not exists (select from ${activeJobs})
        or exists (select from ${samples} where ${samples.finishedAt} is null)
      then ${earlier.toISOString()}::timestamptz else ${now.toISOString()}::timestamptz end`
}
