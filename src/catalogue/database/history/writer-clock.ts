import { formatInstant } from '../../../values/instant'
import type { Queries } from '../client/drizzle'
import { excluded, greatest } from '../client/operators'
import { writerClock } from '../schema/single-rows'

/** A clock that is further behind the last instant was set back; a smaller lag is a correction by NTP. */
const MAX_CLOCK_LAG_MS = 60_000

/**
 * The instant of a writer: the time of the clock, but never before the last instant. The caller holds the writer lock. Throws when
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
  set: { lastInstant: greatest(writerClock.lastInstant, excluded(writerClock).lastInstant) },
}
