import { sql } from 'drizzle-orm'
import type { Queries } from '../drizzle'

export interface ServerState {
  /** The same on a primary and its standbys, and nowhere else. */
  identity: string
  isStandby: boolean
  /** How much of its log a primary has written, or a standby has replayed, since the log began. */
  walBytes: number
}

/** What says whether a server is a standby of another, and how far behind it. */
export async function findServerState(queries: Queries): Promise<ServerState> {
  const [state] = await queries.run<ServerState>(sql`
    select system_identifier || '/' || oid as identity, pg_is_in_recovery() as "isStandby",
      pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
        '0/0')::float8 as "walBytes"
    from pg_control_system(), pg_database where datname = current_database()`)
  if (state === undefined) throw new TypeError('a database knows itself')
  return state
}
