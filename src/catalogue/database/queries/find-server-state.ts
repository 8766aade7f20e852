import { sql } from 'drizzle-orm'
import { onlyRow, onReservedConnections, type Queries } from '../client/drizzle'
import { generations } from '../schema/generations'
import { jobs } from '../schema/jobs'

export interface ServerState {
  /** The same on a primary and its standbys, and nowhere else. */
  identity: string
  /** PostgreSQL begins another one when a standby is promoted. On a standby, the timeline of its last checkpoint. */
  timeline: number
  isStandby: boolean
  /** Bytes of the write-ahead log that a primary has written, or a standby has replayed. */
  walBytes: number
}

/** On a primary. */
const TIMELINE = sql`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer`

/** The row of `generations` that a dump restored shows another transaction. */
export const IS_ORIGINAL = sql<boolean>`generations.xmin::text::bigint = ${generations.transaction}`

/**
 * Condition on a generation: the primary is on the history on which it was opened. A standby cannot tell. It leaves out what
 * only a copy of the database within its cluster changes, because it is planned with every page of the change log.
 */
export const IS_PRESENT = sql`case when pg_is_in_recovery() then true
  else ${IS_ORIGINAL} and ${generations.timeline} = ${TIMELINE} and starts_with(${generations.identity},
    (select system_identifier || '/' from pg_control_system())) end`

/** Tells whether a server is a standby of another, and how far it is behind. Any role may ask all of it. */
export async function findServerState(queries: Queries): Promise<ServerState> {
  // Not the builder: it reads system functions and no table of the schema.
  const states = await onReservedConnections(queries).run<ServerState>(sql`
    select system_identifier || '/' || oid as identity, pg_is_in_recovery() as "isStandby",
      case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
        else ${TIMELINE} end as timeline,
      pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
        '0/0')::float8 as "walBytes"
    from pg_control_system(), pg_database where datname = current_database()`)
  return onlyRow(states)
}

/** Whether the database cannot be written. Reads the table of jobs too, which waits while it is locked. */
export async function isReadOnly(queries: Queries): Promise<boolean> {
  // Not the builder: the setting is in no table.
  const [row] = await onReservedConnections(queries).run<{ isReadOnly: boolean }>(sql`
    select current_setting('transaction_read_only')::boolean as "isReadOnly",
      exists (select from ${jobs}) as "hasJobs"`)
  return row?.isReadOnly === true
}
