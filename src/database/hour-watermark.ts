import { sql } from 'drizzle-orm'
import { DatabaseUnavailable } from '../values/errors'
import { ownQuestion } from './database-error'
import type { Queries } from './drizzle'
import { LOCKS } from './locks'

/** The largest lag of the database's clock behind the service's, in milliseconds. */
const MAX_WAIT_MS = 10_000

/** Resolves when no job can be written with an instant before `until`, the end of a past hour, any more. */
export type HourWatermark = (until: Date) => Promise<void>

/**
 * Advances a watermark past the hours that are served: waits until the database's clock has passed the end of an hour, and
 * then for the writers that read the clock before. Writers hold their lock from before they read the clock until they commit.
 */
export function createHourWatermark(database: Queries): HourWatermark {
  let watermark = 0
  let pending: Promise<void> | undefined
  return async (until) => {
    while (until.getTime() > watermark) {
      // A caller that joins a pending advance checks again afterwards: it may be for an earlier hour.
      pending ??= advance(database, until)
        .then(() => {
          watermark = Math.max(watermark, until.getTime())
        })
        .finally(() => {
          pending = undefined
        })
      await pending
    }
  }
}

async function advance(database: Queries, until: Date): Promise<void> {
  // Raw `sql`: there is no table to select from.
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
