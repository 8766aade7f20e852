import { type SQL, sql } from 'drizzle-orm'
import { formatInstant } from '../../../values/instant'
import type { Queries } from './drizzle'
import type { AdvisoryLock } from './locks'
import { IDLE_TRANSACTION_MS } from './postgres-client'

/** A session that holds a lock. Columns of sessions of other roles are null. */
interface Holder {
  pid: number
  application: string | null
  address: string | null
  since: Date | null
  /** For how long PostgreSQL has waited for the client, within a transaction or a statement. */
  silentSeconds: number | null
  isEnded: boolean
}

const POLL_EVERY_MS = 5_000

interface LockWatch {
  lock: AdvisoryLock
  /** Runs statements beside the one that waits. */
  queries: Queries
  report: (message: string) => void
  /** For tests. */
  pollEveryMs?: number
}

/** While a lock is waited for, reports its holders, and ends those whose client is silent. */
export async function watchWait<Result>(waiting: Promise<Result>, watch: LockWatch) {
  const { lock, queries, report, pollEveryMs = POLL_EVERY_MS } = watch
  const told = new Set<string>()
  let isOver = false
  const poll = async (): Promise<void> => {
    for (const holder of await endSilentHolders(queries, lock)) {
      const key = `${holder.pid} ${holder.since?.getTime()}`
      if (isOver) return
      if (!told.has(key)) report(`waiting for ${lock.name}: ${describeHolder(holder)}`)
      told.add(key)
      if (holder.isEnded) report(`ended process ${holder.pid}, whose client sends nothing`)
    }
  }
  // If the database fails, `waiting` fails too.
  const timer = setInterval(() => void poll().catch(() => undefined), pollEveryMs)
  try {
    return await waiting
  } finally {
    isOver = true
    clearInterval(timer)
  }
}

/**
 * The holders of a lock. Sessions of this role whose client has been silent for `silentMs` in a transaction are ended. The
 * idle limit of transactions does not apply while a client sends the rows of a `copy`, or receives an answer.
 */
export async function endSilentHolders(
  { run }: Queries,
  lock: AdvisoryLock,
  silentMs: number = IDLE_TRANSACTION_MS,
): Promise<Holder[]> {
  // Not the builder: the views of PostgreSQL are not in the schema.
  return await run<Holder>(sql`
    select pid, application, address, since, silent::float8 as "silentSeconds",
      case when silent * 1000 > ${silentMs}::integer and pg_has_role(usesysid, 'member')
        then pg_terminate_backend(pid) else false end as "isEnded"
    from (
      select activity.pid, activity.usesysid, activity.application_name as application,
        host(activity.client_addr) as address, activity.xact_start as since,
        case when activity.wait_event_type = 'Client' and activity.state <> 'idle'
          then extract(epoch from clock_timestamp() - activity.state_change) end as silent
      from pg_locks as held join pg_stat_activity as activity using (pid)
      where ${isHeld(lock)}
    ) as holder`)
}

/** `pg_locks` shows a key of one `bigint` as two halves. */
function isHeld({ key: [first, second] }: AdvisoryLock): SQL {
  const [classId, objectId, keys] = second === undefined ? [0, first, 1] : [first, second, 2]
  return sql`held.locktype = 'advisory' and held.granted and held.pid <> pg_backend_pid()
    and held.database = (select oid from pg_database where datname = current_database())
    and held.classid = ${classId}::integer::oid and held.objid = ${objectId}::integer::oid
    and held.objsubid = ${keys}::smallint`
}

/** `process 4711 (job-catalogue import at 10.0.0.5) holds it since 2026-11-22T12:00:00Z` */
export function describeHolder(holder: Holder): string {
  const { pid, application, address, since, silentSeconds: silent } = holder
  const place = address === null ? '' : ` at ${address}`
  const start = since === null ? '' : ` since ${formatInstant(since)}`
  const silence =
    silent === null ? '' : `, and its client has sent nothing for ${Math.round(silent)} s`
  return `process ${pid} (${application || 'another role'}${place}) holds it${start}${silence}`
}
