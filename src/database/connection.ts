import type { PgTable } from 'drizzle-orm/pg-core'
import { copyOf } from './copy-rows'
import { errorCode, QUERY_CANCELED, translateError } from './database-error'
import { createQueries, type Queries, queryErrorCause, type Statement } from './drizzle'
import { Pool } from './pool'
import { ask, type Connection, copy } from './postgres-client'
import type { RawAnswer } from './read-rows'

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** PostgreSQL stops statements that run longer; no limit when absent. */
  timeoutMs?: number
  /** The command that connects; PostgreSQL shows it as a part of `application_name`. */
  command?: string
}

/** Statements between `begin` and `commit`. */
export interface Transaction extends Queries {
  /** Inserts rows with a value for each column of the table. No other statement may run meanwhile. */
  copy<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): Promise<void>
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
export interface PoolLoad {
  size: number
  inUse: number
  waiting: number
}

/** The smallest pool that is divided. */
const MIN_DIVIDED_POOL = 4

/**
 * The time limit of a first attempt. At most a twentieth of the whole limit, so that a client that repeats a slow statement
 * occupies a `quick` connection for a twentieth of the time.
 */
const FIRST_ATTEMPT_MS = 200
const FIRST_ATTEMPT_SHARE = 1 / 20

/**
 * The connections to a database, divided so that slow statements cannot take all of them:
 *
 * - `light` runs statements that are fast by construction (see `light` in `drizzle.ts`).
 * - `slow` runs any other statement while it has room.
 * - `quick` runs statements while `slow` has no room, with a short time limit. A statement that exceeds it waits for `slow`.
 *
 * Throws `QueryTimeout`, `DatabaseUnavailable`, `NotReady`, `Overloaded` and `ClientDisconnected`; other errors of PostgreSQL pass through.
 */
export function connect(options: DatabaseOptions): Database {
  const { timeoutMs, poolSize: size } = options
  const { light, quick, slow } = openPools(options)
  const pools = [...new Set([light, quick, slow])]
  const translated = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw translateError(queryErrorCause(error), timeoutMs)
    }
  }
  const send = async (statement: Statement, signal?: AbortSignal): Promise<RawAnswer> => {
    if (timeoutMs === undefined) return await slow.run(statement, { signal })
    const deadline = { signal, endsAt: performance.now() + timeoutMs }
    if (statement.isLight && light.hasRoom) return await light.run(statement, deadline)
    if (slow.hasRoom) return await slow.run(statement, deadline)
    if (statement.isLight) return await light.runUntil(statement, deadline)
    try {
      if (quick !== slow) return await quick.run(statement, deadline)
    } catch (error) {
      if (errorCode(error) !== QUERY_CANCELED) throw error
    }
    return await slow.runUntil(statement, deadline)
  }
  return {
    ...createQueries((statement, signal) => translated(send(statement, signal))),
    transaction(work) {
      // Writers wait for each other inside PostgreSQL and have no limit.
      const deadline = timeoutMs === undefined ? {} : { endsAt: performance.now() + timeoutMs }
      return translated(slow.transaction((connection) => work(queriesOn(connection)), deadline))
    },
    load() {
      const total: PoolLoad = { size, inUse: 0, waiting: 0 }
      for (const { inUse, waiting } of pools.map((pool) => pool.load())) {
        total.inUse += inUse
        total.waiting += waiting
      }
      return total
    },
    renew() {
      for (const pool of pools) pool.renew()
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

function openPools({ url, poolSize, timeoutMs: limitMs, command }: DatabaseOptions) {
  if (limitMs === undefined || poolSize < MIN_DIVIDED_POOL) {
    const only = new Pool({ url, size: poolSize, limitMs, command })
    return { light: only, quick: only, slow: only }
  }
  const [lightSize, slowSize] = [Math.ceil(poolSize / 5), Math.ceil(poolSize / 4)]
  const quickMs = Math.ceil(Math.min(FIRST_ATTEMPT_MS, limitMs * FIRST_ATTEMPT_SHARE))
  return {
    light: new Pool({ url, size: lightSize, limitMs, command }),
    quick: new Pool({ url, size: poolSize - lightSize - slowSize, limitMs: quickMs, command }),
    slow: new Pool({ url, size: slowSize, limitMs, command }),
  }
}

function queriesOn(connection: Connection): Transaction {
  return {
    ...createQueries((statement) => ask(connection, statement)),
    copy: (table, rows) => copy(connection, copyOf(table, rows)),
  }
}
