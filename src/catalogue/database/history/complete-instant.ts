import { type SQL, sql } from 'drizzle-orm'
import { isUnwritable } from '../client/database-error'
import type { Queries } from '../client/drizzle'
import { LOCKS } from '../client/locks'
import { CLOCK } from '../client/operators'
import { writerClock } from '../schema/single-rows'

/** For how long an end is used again: open windows end at most this long before now. */
const FRESH_MS = 1_000

/** The last instant up to `now` before which no write can still appear: the end of an open window. */
export type CompleteInstant = (now: Date) => Promise<Date>

/**
 * While no writer runs, that is now, and later writers use no earlier instant. While one runs, it is the last instant that was
 * written or served before: the writer uses none before it. Nothing waits for the writer.
 */
export function createCompleteInstant(database: Queries, freshMs = FRESH_MS): CompleteInstant {
  let found: Promise<Date> | undefined
  /** In `performance.now()` milliseconds. */
  let foundAt = 0
  return async (now) => {
    if (found === undefined || performance.now() - foundAt >= freshMs) {
      foundAt = performance.now()
      const asked = findCompleteInstant(database, now).catch((error: unknown) => {
        if (found === asked) found = undefined
        throw error
      })
      found = asked
    }
    return earlier(await found, now)
  }
}

async function findCompleteInstant(database: Queries, now: Date): Promise<Date> {
  const instant = (await sealNow(database, now)) ?? (await lastInstant(database)) ?? new Date(0)
  return earlier(instant, now)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** Keeps now, or the database's clock if that is behind, as the last instant. Undefined while a writer runs. */
async function sealNow({ run }: Queries, now: Date): Promise<Date | undefined> {
  const reached = sql`least(${now.toISOString()}::timestamptz, ${CLOCK})`
  try {
    // Not the builder: the lock is taken before the row is written. A function call is the whole table here.
    const [row] = await run<{ instant: Date }>(sql`insert into ${writerClock} (last_instant)
      select ${reached} where ${NO_WRITER}
      on conflict (is_only) do update set last_instant = greatest(${writerClock.lastInstant}, excluded.last_instant)
      returning last_instant as "instant"`)
    return row?.instant
  } catch (error) {
    if (!isUnwritable(error)) throw error
    // A writer may have begun before the database became read-only. The writers of a standby's primary cannot be seen.
    const [row] = await run<{ instant: Date }>(
      sql`select ${reached} as instant where not pg_is_in_recovery() and ${NO_WRITER}`,
    )
    return row?.instant
  }
}

const NO_WRITER: SQL = sql`pg_try_advisory_xact_lock_shared(${LOCKS.writer}::bigint)`

async function lastInstant({ db }: Queries): Promise<Date | undefined> {
  const [row] = await db.select({ instant: writerClock.lastInstant }).from(writerClock)
  return row?.instant
}
