import { sql } from 'drizzle-orm'
import { DatabaseUnavailable } from '../values/errors'
import { ownQuestion } from './database-error'
import type { Queries } from './drizzle'
import { LOCKS } from './locks'

/** How far the database's clock may be behind the service's, in milliseconds. */
const MAX_WAIT_MS = 10_000

/** Resolves when no job can any more be written with an instant before `until`, the end of a past hour. */
export type HourSeal = (until: Date) => Promise<void>

/**
 * Seals hours before they are first served: waits until the database's clock has passed their end, and then for
 * the writers that read it before. Writers hold their lock from before they read the clock until they commit.
 */
export function createHourSeal(database: Queries): HourSeal {
  let sealedUntil = 0
  let pending: Promise<void> | undefined
  return async (until) => {
    while (until.getTime() > sealedUntil) {
      // Who joins a seal that is under way asks again afterwards: it may have been for an earlier hour.
      pending ??= seal(database, until)
        .then(() => {
          sealedUntil = Math.max(sealedUntil, until.getTime())
        })
        .finally(() => {
          pending = undefined
        })
      await pending
    }
  }
}

async function seal(database: Queries, until: Date): Promise<void> {
  const [clock] = await database.run<{ earlyMs: number }>(sql`
    select (extract(epoch from ${until.toISOString()}::timestamptz - clock_timestamp()) * 1000)::float8
      as "earlyMs"`)
  const earlyMs = Math.ceil(clock?.earlyMs ?? 0)
  if (earlyMs > MAX_WAIT_MS) {
    throw new DatabaseUnavailable(`the database's clock is ${earlyMs} ms behind the service's`)
  }
  if (earlyMs > 0) await Bun.sleep(earlyMs)
  const writersEnd = database.run(sql`select pg_advisory_xact_lock_shared(${LOCKS.writer}::bigint)`)
  await ownQuestion(writersEnd, 'a writer keeps its lock')
}
