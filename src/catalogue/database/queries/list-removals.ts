import { and, eq, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { REMOVAL_EVENTS } from '../../../values/change-events'
import { COUNTRIES, type Country } from '../../../values/country'
import { onlyRow, type Queries } from '../client/drizzle'
import { anyOf, list } from '../client/operators'
import { changeCounters, changes } from '../schema/changes'
import { generations } from '../schema/generations'
import { removedJobs } from '../schema/jobs'

/** Jobs that left, ascending by id, and the state of the catalogue in which they were read. */
export interface Removals {
  /** 16 bytes a job: its id, and when it left in microseconds since 2000, both as big-endian integers of 64 bits. */
  packed: Uint8Array
  lastSeqs: Readonly<Record<Country, bigint>>
  /** The `id` of the last generation; null before the first. */
  generation: string | null
}

/** The jobs of countries that left at an instant or later. */
export async function listRemovals(
  queries: Queries,
  countries: readonly Country[],
  from: Date,
): Promise<Removals> {
  const { id, country, dateRemoved } = removedJobs
  // `offset 0`: the planner would read the whole table in the order of ids, without the index of dates.
  return await read(
    queries,
    sql`(select ${id} as id, ${dateRemoved} as at from ${removedJobs}
      where ${and(inArray(country, [...countries]), gte(dateRemoved, from))} offset 0)`,
  )
}

/** The jobs of countries whose removal is one of the next `limit` changes after sequence numbers. */
export async function listRemovalsSince(
  queries: Queries,
  countries: readonly Country[],
  { lastSeqs, limit }: { lastSeqs: Removals['lastSeqs']; limit: bigint },
): Promise<Removals> {
  const { country, seq, event, jobId, occurredAt } = changes
  const logs = countries.map((name) => {
    const isNext = and(gt(seq, lastSeqs[name]), lte(seq, lastSeqs[name] + limit))
    return sql`select ${jobId} as id, ${occurredAt} as at from ${changes}
      where ${and(eq(country, name), isNext, anyOf(event, REMOVAL_EVENTS))}`
  })
  return await read(queries, sql`(${sql.join(logs, sql` union all `)})`)
}

/** One statement, which has one snapshot. */
async function read(queries: Queries, removed: SQL): Promise<Removals> {
  const { packed, generation, ...lastSeqs } = onlyRow(
    await queries.run<ReadRow>(sql`select (
        select string_agg(int8send(id) || timestamptz_send(at), ''::bytea)
        from (select id, at from ${removed} as removed order by id) as sorted) as packed,
      (select ${generations.id} from ${generations} order by ${generations.number} desc limit 1) as generation,
      ${list(COUNTRIES.map(lastSeqOf))}`),
  )
  return { packed: packed ?? NONE, generation, lastSeqs }
}

const NONE = new Uint8Array()

interface ReadRow extends Omit<Removals, 'packed' | 'lastSeqs'>, Record<Country, bigint> {
  packed: Uint8Array | null
}

function lastSeqOf(country: Country): SQL {
  const { lastSeq } = changeCounters
  return sql`coalesce((select ${lastSeq} from ${changeCounters} where ${eq(changeCounters.country, country)}), 0) as ${sql.identifier(country)}`
}
