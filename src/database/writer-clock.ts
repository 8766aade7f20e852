import { sql } from 'drizzle-orm'
import { formatInstant } from '../values/instant'
import type { Queries } from './drizzle'
import { LOCKS } from './locks'
import { writerClock } from './schema/writer-clock'

/** A clock that is further behind the last instant was set back; a smaller lag is a correction by NTP. */
const MAX_CLOCK_LAG_MS = 60_000

/**
 * The instant of a writer: that of the clock, but never before the last one. The caller holds the writer lock. Throws when
 * the clock is more than a minute behind.
 */
export async function writerInstant({ db }: Queries, clock: Date): Promise<Date> {
  const [row] = await db.select({ last: writerClock.lastInstant }).from(writerClock)
  if (row === undefined || row.last <= clock) return clock
  if (row.last.getTime() - clock.getTime() <= MAX_CLOCK_LAG_MS) return row.last
  throw new Error(
    `the clock of the database says ${formatInstant(clock)}, but the catalogue has instants until ${formatInstant(row.last)}; set the clock of the database server right, or import after that instant`,
  )
}

/** Keeps the last instant that a transaction writes. The caller holds the writer lock. */
export async function keepInstant({ db }: Queries, lastInstant: Date): Promise<void> {
  await db.insert(writerClock).values({ lastInstant }).onConflictDoUpdate(LATER)
}

const LATER = {
  target: writerClock.isOnly,
  set: { lastInstant: sql`greatest(${writerClock.lastInstant}, excluded.last_instant)` },
}

/**
 * Waits for the writer in progress, `limitMs` at most, and keeps `until` as the last instant: afterwards no writer uses an
 * instant before it. SQLSTATE 55P03 after `limitMs`.
 */
export async function sealUntil({ run }: Queries, until: Date, limitMs: number): Promise<void> {
  // Raw `sql`: the limit is set, and the lock taken, before the row is written. A function call is the whole table here.
  await run(sql`insert into ${writerClock} (last_instant)
    select ${until.toISOString()}::timestamptz ${whenWritersEnd(limitMs)}
    on conflict (is_only) do update set last_instant = greatest(${writerClock.lastInstant}, excluded.last_instant)`)
}

/** Waits for the writer in progress, `limitMs` at most. SQLSTATE 55P03 after `limitMs`. */
export async function awaitWriters({ run }: Queries, limitMs: number): Promise<void> {
  await run(sql`select ${whenWritersEnd(limitMs)}`)
}

/** The table is scanned before the condition is evaluated, so the limit holds for the lock. */
function whenWritersEnd(limitMs: number) {
  return sql`from set_config('lock_timeout', ${String(limitMs)}, true)
    where pg_advisory_xact_lock_shared(${LOCKS.writer}::bigint) is not null`
}
