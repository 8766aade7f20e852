import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { ChangeEvent } from '../../../values/change-events'
import { COUNTRIES, type Country } from '../../../values/country'
import { anyOf, list } from '../client/operators'
import { changeCounters, changes } from '../schema/changes'
import { generations } from '../schema/generations'
import { retention } from '../schema/single-rows'

/** How far the catalogue was when something was read. What a process keeps of it is brought up to date from there. */
export interface LogState {
  lastSeqs: Readonly<Record<Country, bigint>>
  /** The `id` of the last generation; null before the first. */
  generation: string | null
  /** The transactions that changed jobs and wrote no change. */
  steps: bigint
}

/** The columns of a statement that reads something else with them: one statement has one snapshot. */
export const LOG_STATE = sql`
  coalesce((select ${retention.steps} from ${retention}), 0) as steps,
  (select ${generations.id} from ${generations} order by ${generations.number} desc limit 1) as generation,
  ${list(COUNTRIES.map(lastSeqOf))}`

export type LogStateRow = Omit<LogState, 'lastSeqs'> & Record<Country, bigint>

export function logStateOf({ generation, steps, ...lastSeqs }: LogStateRow): LogState {
  return { lastSeqs, generation, steps }
}

function lastSeqOf(country: Country): SQL {
  const { lastSeq } = changeCounters
  return sql`coalesce((select ${lastSeq} from ${changeCounters} where ${eq(changeCounters.country, country)}), 0) as ${sql.identifier(country)}`
}

/** After more changes of a country, everything is read again. */
export const MAX_CHANGES = 50_000n

/** Whether the next `limit` changes of these countries are all changes between two states. */
export function isWithin(
  before: LogState,
  after: LogState,
  { countries, limit }: { countries: readonly Country[]; limit: bigint },
): boolean {
  return (
    before.generation === after.generation &&
    countries.every((country) => {
      const count = after.lastSeqs[country] - before.lastSeqs[country]
      return count >= 0n && count <= limit
    })
  )
}

/** The next `limit` changes of each country after a state, as what stands after `from`: `id` of the job, and `at`. */
export function changesAfter(
  { lastSeqs }: Pick<LogState, 'lastSeqs'>,
  { countries, limit, events }: AskedChanges,
): SQL {
  const { country, seq, event, jobId, occurredAt } = changes
  const logs = countries.map((name) => {
    const isNext = and(gt(seq, lastSeqs[name]), lte(seq, lastSeqs[name] + limit))
    return sql`select ${jobId} as id, ${occurredAt} as at from ${changes}
      where ${and(eq(country, name), isNext, anyOf(event, events))}`
  })
  return sql`(${sql.join(logs, sql` union all `)})`
}

export interface AskedChanges {
  countries: readonly Country[]
  limit: bigint
  events: readonly ChangeEvent[]
}
