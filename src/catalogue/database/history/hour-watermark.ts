import { type SQL, sql } from 'drizzle-orm'
import { DatabaseUnavailable, NotReady } from '../../../values/errors'
import { formatInstant } from '../../../values/instant'
import {
  errorCode,
  isUnwritable,
  LOCK_NOT_AVAILABLE,
  orUnavailable,
} from '../client/database-error'
import type { Queries } from '../client/drizzle'
import { describeHolder, endSilentHolders } from '../client/lock-holders'
import { LOCKS, WRITER_LOCK } from '../client/locks'
import { writerClock } from '../schema/single-rows'

/** The largest lag of the database's clock behind the service's, in milliseconds. */
const MAX_WAIT_MS = 10_000

/** How long requests wait for the writer in progress; it normally commits within seconds. */
const WRITER_LIMIT_MS = 7_500

/** While the database cannot keep a watermark, the writers are waited for again at this interval. */
const UNKEPT_MS = 1_000

/** Resolves when no job can be written with an instant before `until`, which is past. */
export type HourWatermark = (until: Date) => Promise<void>

/**
 * Advances a watermark past the hours that are served: waits until the database's clock has passed the end of an hour, and
 * then for the writer that read the clock before. Writers hold their lock from before they read the clock until they commit.
 * The watermark is kept in the database, so that writers respect it even if the clock is set back.
 *
 * Throws `NotReady` when a writer does not commit within `writerLimitMs`.
 */
export function createHourWatermark(
  database: Queries,
  writerLimitMs = WRITER_LIMIT_MS,
): HourWatermark {
  let watermark = 0
  /** In `performance.now()` milliseconds. */
  let holdsUntil = 0
  let pending: Promise<void> | undefined
  return async (until) => {
    while (until.getTime() > watermark || performance.now() > holdsUntil) {
      // A caller that joins a pending advance checks again afterwards: it may be for an earlier hour.
      pending ??= advance(database, until, writerLimitMs)
        .then((isKept) => {
          watermark = Math.max(watermark, until.getTime())
          holdsUntil = isKept ? Number.POSITIVE_INFINITY : performance.now() + UNKEPT_MS
        })
        .finally(() => {
          pending = undefined
        })
      await pending
    }
  }
}

/** Returns whether the watermark is kept; a database that cannot be written keeps none, and has no writers. */
async function advance(database: Queries, until: Date, limitMs: number): Promise<boolean> {
  // Not the builder: there is no table to select from.
  const [clock] = await database.run<{ earlyMs: number; isSealed: boolean }>(sql`
    select (extract(epoch from ${until.toISOString()}::timestamptz - clock_timestamp()) * 1000)::float8
      as "earlyMs",
      exists (select from ${writerClock} where last_instant >= ${until.toISOString()}::timestamptz)
      as "isSealed"`)
  if (clock?.isSealed) return true
  const earlyMs = Math.ceil(clock?.earlyMs ?? 0)
  if (earlyMs > MAX_WAIT_MS) {
    throw new DatabaseUnavailable(`the database's clock is ${earlyMs} ms behind the service's`)
  }
  if (earlyMs > 0) await Bun.sleep(earlyMs)
  try {
    return await orUnavailable(seal(database, until, limitMs), 'a writer keeps its lock')
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
    const holders = await endSilentHolders(database, WRITER_LOCK)
    throw new NotReady(
      `the time until ${formatInstant(until)} is not complete: an import that began before has not ended; try again`,
      { cause: new Error(`the writer lock: ${holders.map(describeHolder).join('; ')}`) },
    )
  }
}

/**
 * Waits for the writer in progress and keeps `until` as the last instant: afterwards no writer uses an instant before it. A
 * database that cannot be written only waits.
 */
async function seal({ run }: Queries, until: Date, limitMs: number): Promise<boolean> {
  try {
    // Not the builder: the limit is set, and the lock taken, before the row is written. A function call is the whole table here.
    await run(sql`insert into ${writerClock} (last_instant)
      select ${until.toISOString()}::timestamptz ${whenWritersEnd(limitMs)}
      on conflict (is_only) do update set last_instant = greatest(${writerClock.lastInstant}, excluded.last_instant)`)
    return true
  } catch (error) {
    if (!isUnwritable(error)) throw error
    await run(sql`select ${whenWritersEnd(limitMs)}`)
    return false
  }
}

/** The table is scanned before the condition is evaluated, so the limit holds for the lock. SQLSTATE 55P03 after it. */
function whenWritersEnd(limitMs: number): SQL {
  return sql`from set_config('lock_timeout', ${String(limitMs)}, true)
    where pg_advisory_xact_lock_shared(${LOCKS.writer}::bigint) is not null`
}
