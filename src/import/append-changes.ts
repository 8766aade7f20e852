import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Transaction } from '../database/connection'
import { changeCounters, changes } from '../database/schema/changes'
import type { Country } from '../values/country'
import type { Change } from './batch'

/**
 * Numbers changes after the last ones of their countries and writes them. The caller holds the writer's lock:
 * that makes sequence order equal commit order, so that a reader never passes an unfinished writer.
 */
export async function appendChanges(
  queries: Transaction,
  entries: readonly Change[],
): Promise<void> {
  if (entries.length === 0) return
  const counters = await queries.run<{ country: Country; lastSeq: bigint }>(
    sql`select ${changeCounters.country}, ${changeCounters.lastSeq} as "lastSeq" from ${changeCounters}`,
  )
  const lastSeqs = new Map(counters.map((counter) => [counter.country, counter.lastSeq]))
  const rows = entries.map((entry) => {
    const seq = (lastSeqs.get(entry.country) ?? 0n) + 1n
    lastSeqs.set(entry.country, seq)
    return { ...entry, seq }
  })
  await queries.copy(changes, rows)
  await queries.run(sql`
    update ${changeCounters} set last_seq = counter.last_seq
    from unnest(
      ${arrayLiteral([...lastSeqs.keys()])}::text[], ${arrayLiteral([...lastSeqs.values()])}::bigint[]
    ) as counter (country, last_seq)
    where ${changeCounters.country} = counter.country`)
}
