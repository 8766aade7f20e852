import { and, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { REMOVAL_EVENTS } from '../../../values/change-events'
import type { Country } from '../../../values/country'
import { onlyRow, type Queries } from '../client/drizzle'
import {
  type AskedChanges,
  changesAfter,
  LOG_STATE,
  type LogState,
  type LogStateRow,
  logStateOf,
} from '../conditions/log-state'
import { removedJobs } from '../schema/jobs'

/** Jobs that left, ascending by id. */
export interface Removals {
  /** 16 bytes a job: its id, and when it left in microseconds since 2000, both as big-endian integers of 64 bits. */
  packed: Uint8Array
  state: LogState
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

/** The jobs whose removal is one of the next changes after a state. */
export async function listRemovalsAfter(
  queries: Queries,
  state: Pick<LogState, 'lastSeqs'>,
  asked: Omit<AskedChanges, 'events'>,
): Promise<Removals> {
  return await read(queries, changesAfter(state, { ...asked, events: REMOVAL_EVENTS }))
}

async function read(queries: Queries, removed: SQL): Promise<Removals> {
  const { packed, ...state } = onlyRow(
    await queries.run<{ packed: Uint8Array | null } & LogStateRow>(sql`select (
        select string_agg(int8send(id) || timestamptz_send(at), ''::bytea)
        from (select id, at from ${removed} as removed order by id) as sorted) as packed, ${LOG_STATE}`),
  )
  return { packed: packed ?? new Uint8Array(), state: logStateOf(state) }
}
