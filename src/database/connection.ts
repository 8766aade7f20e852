import type { PgTable } from 'drizzle-orm/pg-core'
import { copyOf } from './copy-rows'
import { errorCode, QUERY_CANCELED, translateError } from './database-error'
import { createQueries, type Queries, queryErrorCause } from './drizzle'
import { HeavyStatements } from './heavy-statements'
import { Lane } from './lane'
import { ask, type Connection, copy } from './pool-client'
import type { RawAnswer } from './read-rows'
import type { Statement } from './statement'

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** PostgreSQL stops a statement that runs longer; no limit when absent. */
  timeoutMs?: number
}

/** Statements between `begin` and `commit`. */
export interface Transaction extends Queries {
  /** Adds rows to a table, with a value for each of its columns. Nothing else may run meanwhile. */
  copy<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): Promise<void>
}

export interface Database extends Queries {
  /** Runs `work` on one connection between `begin` and `commit`; rolls back when it throws. */
  transaction<Result>(work: (queries: Transaction) => Promise<Result>): Promise<Result>
  load(): PoolLoad
  close(): Promise<void>
}

/** How busy a pool of connections is. */
export interface PoolLoad {
  size: number
  inUse: number
  waiting: number
}

/** From so many connections on, some are for the statements that take long. */
const MIN_DIVIDED_POOL = 4

/** Statements are stopped after this share of the limit, or this long, and begin anew where they may take long. */
const QUICK_SHARE = 0.25
const QUICK_MS = 200

/**
 * A pool of connections; no more statements run at once, and the rest wait in line. A quarter of the connections runs
 * whatever comes. While they are busy, the others run what is done in a fifth of a second; a statement that is not
 * begins anew on the first. So heavy statements, which cannot be told beforehand, are let through a few at a time, and
 * small ones pass them by; one that was found to be heavy is not tried again on the others for a while.
 * Throws `QueryTimeout`, `DatabaseUnavailable`, `Overloaded` and `ClientDisconnected`; every other error of PostgreSQL passes through.
 */
export function connect(options: DatabaseOptions): Database {
  const { timeoutMs, poolSize: size } = options
  const { quick, patient } = openLanes(options)
  const heavy = new HeavyStatements()
  const translated = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw translateError(queryErrorCause(error), timeoutMs)
    }
  }
  const send = async (
    statement: Statement,
    signal: AbortSignal | undefined,
  ): Promise<RawAnswer> => {
    if (timeoutMs === undefined) return await patient.run(statement, { signal })
    const patience = { signal, endsAt: performance.now() + timeoutMs }
    if (patient.hasRoom) return await patient.run(statement, patience)
    if (quick === undefined || heavy.has(statement)) {
      return await patient.runOut(statement, patience)
    }
    try {
      return await quick.run(statement, patience)
    } catch (error) {
      if (errorCode(error) !== QUERY_CANCELED) throw error
      heavy.add(statement)
      return await patient.runOut(statement, patience)
    }
  }
  return {
    ...createQueries((statement, signal) => translated(send(statement, signal))),
    transaction: (work) => {
      // Writers, who wait for each other in PostgreSQL, have no limit.
      const patience = timeoutMs === undefined ? {} : { endsAt: performance.now() + timeoutMs }
      const inTransaction = (connection: Connection) => work(queriesOn(connection))
      return translated(patient.use((client) => client.transaction(inTransaction), patience))
    },
    load() {
      const [a, b] = [patient.load(), quick?.load()]
      const inUse = a.inUse + (b?.inUse ?? 0)
      return { size, inUse, waiting: a.waiting + (b?.waiting ?? 0) }
    },
    async close() {
      await Promise.all([quick?.close(), patient.close()])
    },
  }
}

function openLanes({ url, poolSize, timeoutMs }: DatabaseOptions) {
  const limit = timeoutMs === undefined ? {} : { limitMs: timeoutMs }
  if (timeoutMs === undefined || poolSize < MIN_DIVIDED_POOL) {
    return { quick: undefined, patient: new Lane({ url, connections: poolSize, ...limit }) }
  }
  const connections = Math.ceil(poolSize / 4)
  const limitMs = Math.ceil(Math.min(QUICK_MS, timeoutMs * QUICK_SHARE))
  return {
    quick: new Lane({ url, connections: poolSize - connections, limitMs }),
    patient: new Lane({ url, connections, ...limit }),
  }
}

function queriesOn(connection: Connection): Transaction {
  return {
    ...createQueries((statement) => ask(connection, statement)),
    copy: (table, rows) => copy(connection, copyOf(table, rows)),
  }
}
