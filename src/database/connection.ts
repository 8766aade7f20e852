import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { translateError } from './database-error'
import { withDeadline } from './deadline'
import { createGate } from './gate'

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** PostgreSQL stops a statement that runs longer; no limit when absent. */
  timeoutMs?: number
}

/** Runs one statement built with Drizzle's `sql`; `Row` is what its select list yields. */
export interface Queries {
  run<Row extends object>(statement: SQL): Promise<Row[]>
}

export interface Database extends Queries {
  /** Runs `work` on one connection between `begin` and `commit`; rolls back when it throws. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  load(): PoolLoad
  close(): Promise<void>
}

/** How busy a pool of connections is. */
export interface PoolLoad {
  size: number
  inUse: number
  waiting: number
}

/** How long past the statement limit an answer of PostgreSQL is waited for, before it is taken to be away. */
const GRACE_MS = 1_000

/** Requests that may wait for a connection, per connection. */
const WAITING_PER_CONNECTION = 100

/**
 * A pool of connections. No more statements run at once than there are connections: postgres.js would queue
 * the rest on busy connections, behind whatever runs there.
 * Throws `QueryTimeout`, `DatabaseAway` and `OverCapacity`; every other error of PostgreSQL passes through.
 */
export function connect(options: DatabaseOptions): Database {
  const client = openClient(options)
  const gate = createGate(options.poolSize, options.poolSize * WAITING_PER_CONNECTION)
  const deadlineMs = options.timeoutMs === undefined ? undefined : options.timeoutMs + GRACE_MS
  const guarded = async <Result>(
    start: () => Promise<Result>,
    limitMs?: number,
  ): Promise<Result> => {
    const leave = await gate.enter()
    // The place is kept until the connection is free, also when nobody waits for the answer any more.
    const answer = start().finally(leave)
    try {
      return await withDeadline(answer, limitMs)
    } catch (error) {
      throw translateError(error, options.timeoutMs)
    }
  }
  return {
    run: (statement) => guarded(() => runOn(client, statement), deadlineMs),
    // Writers wait for each other in PostgreSQL, so a transaction has no deadline of ours.
    transaction: (work) => guarded(() => inTransaction(client, work)),
    load() {
      const { inside, waiting } = gate.count()
      return { size: options.poolSize, inUse: inside, waiting }
    },
    close: () => client.end({ timeout: 5 }),
  }
}

type Client = ReturnType<typeof openClient>

function openClient({ url, poolSize, timeoutMs }: DatabaseOptions) {
  return postgres(url, {
    max: poolSize,
    types: { bigint: postgres.BigInt },
    onnotice: () => undefined,
    connection: {
      application_name: 'job-catalogue',
      statement_timeout: timeoutMs ?? 0,
      // A generic plan guesses the selectivity of a search and picks the wrong index.
      plan_cache_mode: 'force_custom_plan',
      TimeZone: 'UTC',
    },
  })
}

const dialect = new PgDialect({ casing: 'snake_case' })

async function runOn<Row extends object>(
  client: Client | postgres.TransactionSql<{ bigint: bigint }>,
  statement: SQL,
): Promise<Row[]> {
  const { sql, params } = dialect.sqlToQuery(statement)
  return await client.unsafe<Row[]>(sql, params as postgres.ParameterOrJSON<bigint>[], {
    prepare: true,
  })
}

async function inTransaction<Result>(
  client: Client,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const outcome = await client.begin(async (connection) => ({
    result: await work({ run: (statement) => runOn(connection, statement) }),
  }))
  return outcome.result
}
