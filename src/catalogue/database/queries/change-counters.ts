import { and, eq } from 'drizzle-orm'
import type { Queries } from '../client/drizzle'
import { coalesce } from '../client/operators'
import { changeCounters } from '../schema/changes'
import { changeGaps } from '../schema/generations'

/** The number of the last event of a country; the counter is beyond it while a generation has no event yet. */
export const LAST_EVENT = coalesce<bigint>(changeGaps.lastSeq, changeCounters.lastSeq)

/** Joins the gap that the counter stands at the end of. */
export const gapAtCounter = and(
  eq(changeGaps.country, changeCounters.country),
  eq(changeGaps.skippedTo, changeCounters.lastSeq),
)

export interface ChangeCounter {
  /** The next event gets the number after it. */
  counter: bigint
  lastEvent: bigint
}

/** The counters of the change log, by country. */
export async function readCounters({ db }: Queries): Promise<Map<string, ChangeCounter>> {
  const { country, lastSeq: counter } = changeCounters
  const rows = await db
    .select({ country, counter, lastEvent: LAST_EVENT })
    .from(changeCounters)
    .leftJoin(changeGaps, gapAtCounter)
  return new Map(rows.map(({ country, ...row }) => [country, row]))
}
