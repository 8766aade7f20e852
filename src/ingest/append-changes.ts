import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/connection'
import { changeCounters, changes } from '../database/schema/changes'
import type { Country } from '../values/country'
import type { Change } from './batch'

/**
 * Numbers changes after the last ones of their countries and writes them. The caller holds the writer's lock:
 * that makes sequence order equal commit order, so that a reader never passes an unfinished writer.
 */
export async function appendChanges(queries: Queries, entries: readonly Change[]): Promise<void> {
  if (entries.length === 0) return
  const counters = await queries.run<{ country: Country; lastSeq: bigint }>(
    sql`select ${changeCounters.country}, ${changeCounters.lastSeq} as "lastSeq" from ${changeCounters}`,
  )
  const lastSeqs = new Map(counters.map((counter) => [counter.country, counter.lastSeq]))
  const seqs = entries.map(({ country }) => {
    const seq = (lastSeqs.get(country) ?? 0n) + 1n
    lastSeqs.set(country, seq)
    return seq
  })
  const column = <Value extends string | bigint | Date | null>(value: (entry: Change) => Value) =>
    arrayLiteral(entries.map(value))
  await queries.run(sql`
    insert into ${changes} (country, seq, event, job_id, occurred_at, changed)
    select country, seq, event, job_id, occurred_at, changed::text[] from unnest(
      ${column((entry) => entry.country)}::text[],
      ${arrayLiteral(seqs)}::bigint[],
      ${column((entry) => entry.event)}::text[],
      ${column((entry) => entry.jobId)}::bigint[],
      ${column((entry) => entry.occurredAt)}::timestamptz[],
      ${column((entry) => (entry.changed === null ? null : arrayLiteral(entry.changed)))}::text[]
    ) as entry (country, seq, event, job_id, occurred_at, changed)`)
  await queries.run(sql`
    update ${changeCounters} set last_seq = counter.last_seq
    from unnest(
      ${arrayLiteral([...lastSeqs.keys()])}::text[], ${arrayLiteral([...lastSeqs.values()])}::bigint[]
    ) as counter (country, last_seq)
    where ${changeCounters.country} = counter.country`)
}
