import type { PgTable } from 'drizzle-orm/pg-core'
import { type Copied, copyRows } from './copy-rows'
import { errorCode, QUERY_CANCELED, translateError } from './database-error'
import type { Deadline } from './deadline'
import { createQueries, type Queries, queryErrorCause, type Statement } from './drizzle'
import { openPool } from './pool'
import { type Connection, type DatabaseOptions, sendStatement } from './postgres-client'
import type { RawAnswer } from './read-rows'

/** Statements between `begin` and `commit`. */
export interface Transaction extends Queries {
  /** See `copyRows`. */
  copy<Table extends PgTable>(
    table: Copied<Table>,
    rows: readonly Table['$inferSelect'][],
  ): Promise<void>
}

export interface Database extends Queries {
  /** Runs `work` on one connection between `begin` and `commit`; rolls back when it throws. */
  transaction<Result>(work: (queries: Transaction) => Promise<Result>): Promise<Result>
  load(): PoolLoad
  /** The next statements get new connections. */
  renew(): void
  close(): Promise<void>
}

/** Connections in use, and statements that wait for one. */
export type PoolLoad = { size: number; inUse: number; waiting: number }

/** The smallest pool that is divided. */
const MIN_DIVIDED_POOL = 4

/**
 * The time limit of a first attempt. At most a twentieth of the whole limit, so that a client that repeats a slow statement
 * occupies a `quick` connection for a twentieth of the time.
 */
const firstAttemptMs = (timeoutMs: number) => Math.ceil(Math.min(200, timeoutMs / 20))

/**
 * The connections to a database, divided so that slow statements cannot take all of them:
 *
 * - `reserved` runs statements that are fast by construction (`onReservedConnections`), and reuses the plans of those marked `keepsPlan`.
 * - `slow` runs any other statement while it has room.
 * - `quick` runs statements while `slow` has no room, with a short time limit. A statement that exceeds it waits for `slow`.
 *
 * Throws `QueryTimeout`, `DatabaseUnavailable`, `NotReady`, `Overloaded` and `ClientDisconnected`; other errors of PostgreSQL pass through.
 */
export function connect(options: DatabaseOptions): Database {
  const { timeoutMs, poolSize: size } = options
  const { reserved, quick, slow } = openPools(options)
  const pools = [...new Set([reserved, quick, slow])]
  const deadline = (signal?: AbortSignal): Deadline => ({
    signal,
    endsAt: timeoutMs && performance.now() + timeoutMs,
  })
  const send = async (statement: Statement, by: Deadline): Promise<RawAnswer> => {
    if (statement.mayUseReserved && reserved.hasRoom()) return await reserved.run(statement, by)
    if (slow.hasRoom() || quick === slow) return await slow.run(statement, by)
    if (statement.mayUseReserved) return await reserved.run(statement, by)
    return await quick.run(statement, by).catch((error: unknown) => {
      if (errorCode(error) !== QUERY_CANCELED) throw error
      return slow.run(statement, by)
    })
  }
  const translated = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw translateError(queryErrorCause(error), timeoutMs)
    })
  return {
    ...createQueries((statement, signal) => translated(send(statement, deadline(signal)))),
    transaction: (work) =>
      translated(slow.transaction((connection) => work(queriesOn(connection)), deadline())),
    load() {
      const loads = pools.map((pool) => pool.load())
      const sum = (count: 'inUse' | 'waiting') => loads.reduce((all, load) => all + load[count], 0)
      return { size, inUse: sum('inUse'), waiting: sum('waiting') }
    },
    renew() {
      for (const pool of pools) pool.renew()
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

function openPools(options: DatabaseOptions) {
  const { poolSize: size, timeoutMs } = options
  if (timeoutMs === undefined || size < MIN_DIVIDED_POOL) {
    const only = openPool(options)
    return { reserved: only, quick: only, slow: only }
  }
  const [reserved, slow] = [Math.ceil(size / 5), Math.ceil(size / 4)]
  const quick = { poolSize: size - reserved - slow, timeoutMs: firstAttemptMs(timeoutMs) }
  return {
    reserved: openPool({ ...options, poolSize: reserved, keepsPlans: true }),
    quick: openPool({ ...options, ...quick }),
    slow: openPool({ ...options, poolSize: slow }),
  }
}

function queriesOn(connection: Connection): Transaction {
  return {
    ...createQueries((statement) => sendStatement(connection, statement)),
    copy: (table, rows) => copyRows(connection, table, rows),
  }
}
