import { sql } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorRequests } from '../../catalogue/database/schema/collector-days'
import type { SentRequest } from '../http/client'
import { noTimes, stepOf } from './answer-times'

/** A row of `collector_requests` without its day. */
type RequestCount = Omit<typeof collectorRequests.$inferSelect, 'day'>

/** The requests that a collector sent and has not written yet. */
export class RequestCounts {
  private counts = new Map<string, RequestCount>()

  add({ source, status = 0, ms }: SentRequest): void {
    const key = `${source} ${status}`
    const known = this.counts.get(key) ?? { source, status, times: noTimes() }
    const step = stepOf(ms)
    known.times[step] = (known.times[step] ?? 0) + 1
    this.counts.set(key, known)
  }

  take(): RequestCount[] {
    const taken = [...this.counts.values()]
    this.counts = new Map()
    return taken
  }
}

/** Adds requests to the counts of all collectors on a day. */
export async function addRequests(
  queries: Queries,
  day: string,
  counts: readonly RequestCount[],
): Promise<void> {
  if (counts.length === 0) return
  // Collectors that write the same rows lock them in the same order.
  const keyOf = ({ source, status }: RequestCount) => `${source} ${status}`
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const json = JSON.stringify(rows.map((row) => ({ day, ...row })))
  await queries.run(sql`insert into ${collectorRequests} as known (day, source, status, times)
    select day, source, status, times from json_to_recordset(${json}::text::json)
      as entry (day date, source text, status smallint, times integer[])
    on conflict (day, source, status) do update set times = (
      select array_agg(coalesce(old, 0) + coalesce(new, 0) order by step)
      from unnest(known.times, excluded.times) with ordinality as both_times (old, new, step))`)
}
