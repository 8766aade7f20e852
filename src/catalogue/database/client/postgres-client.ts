import postgres from 'postgres'
import { readArrayLiteral } from './array-literal'
import type { Statement } from './drizzle'
import type { RawAnswer } from './read-rows'

/** The longest `statement_timeout`, 24 days: without one the settings of the database would apply. */
const LONGEST_MS = 2 ** 31 - 1

/** How long a connection may take to be ready for its first statement. */
export const CONNECT_LIMIT_SECONDS = 5

/** Connections are replaced at this age, because what PostgreSQL caches for one only grows. */
const LIFETIME_SECONDS = 30 * 60

/** A transaction whose client sends nothing for this long is rolled back, and its connection is closed. */
export const IDLE_TRANSACTION_MS = 60_000

type Types = { bigint: bigint; texts: string[]; integers: number[] }

/** A pool of connections of postgres.js. */
export type Client = postgres.Sql<Types>

/** Where statements can be run: a pool, or the connection of a transaction. */
export type Connection = postgres.ISql<Types>

/** Session settings. postgres.js omits settings that are `false` or 0. Parameters of the database's URL override them. */
export function sessionSettings({ timeoutMs, command, keepsPlans }: SessionOptions) {
  return {
    ...poolerSettings(command),
    // A lost host is noticed within a minute instead of two hours. They apply to TCP connections only.
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 60_000,
    ...statementSettings(timeoutMs, keepsPlans),
  }
}

/** Those that PgBouncer lets a session start with. */
function poolerSettings(command = '') {
  return {
    application_name: `job-catalogue ${command}`.trimEnd(),
    TimeZone: 'UTC',
    DateStyle: 'ISO',
  }
}

/** Those that statements depend on. Behind a pooler each transaction sets them. */
export function statementSettings(timeoutMs: number | undefined, keepsPlans = false) {
  return {
    statement_timeout: timeoutMs ?? LONGEST_MS,
    // A frozen process must not keep its locks; PostgreSQL's default is no limit.
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    // A generic plan guesses the selectivity of a search and picks the wrong index.
    plan_cache_mode: keepsPlans ? 'auto' : 'force_custom_plan',
    // Parallel workers and JIT take longer to start than most statements run, and other requests need the cores.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // A sequential scan for a word that nearly all jobs have would read the words of all of them. Before PostgreSQL 18, a plan
    // that must scan anyway gets a cost that hides the costs of its other parts: see `allowScans`.
    enable_seqscan: timeoutMs === undefined ? 'on' : 'off',
    // Memoize allocates for the whole change log, which takes longer than to read a page of it.
    enable_memoize: 'off',
  }
}

/** What a session is started with. */
type SessionOptions = Pick<DatabaseOptions, 'timeoutMs' | 'command' | 'keepsPlans'>

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** PostgreSQL stops statements that run longer; no limit when absent. */
  timeoutMs?: number | undefined
  /** For tests: how long a caller waits beyond its deadline for PostgreSQL to report that it stopped the statement. */
  graceMs?: number | undefined
  /** The command that connects; PostgreSQL shows it as a part of `application_name`. */
  command?: string | undefined
  /** Whether PostgreSQL may reuse the plans of statements marked `keepsPlan`. */
  keepsPlans?: boolean | undefined
}

/** One connection with the server's own settings, for a command that sends statements of its own. */
export function openConnection(url: string, command: string) {
  return postgres(url, {
    max: 1,
    connect_timeout: CONNECT_LIMIT_SECONDS,
    onnotice: () => undefined,
    connection: { application_name: `job-catalogue ${command}` },
  })
}

/**
 * Connections are opened when they are first needed. Behind a pooler (`isPooled`), statements have no names and must run in
 * transactions that set `statementSettings`.
 */
export function openClient(options: DatabaseOptions, isPooled = false): Client {
  const { url, poolSize, command } = options
  const arrays = { serialize: (literal: unknown) => literal }
  return postgres(url, {
    max: poolSize,
    max_lifetime: LIFETIME_SECONDS,
    types: {
      bigint: postgres.BigInt,
      texts: { ...arrays, to: 1009, from: [1009], parse: readArrayLiteral },
      integers: {
        ...arrays,
        to: 1007,
        from: [1007],
        parse: (text) => readArrayLiteral(text).map(Number),
      },
    },
    // postgres.js reports the failure of this query to nobody.
    fetch_types: false,
    connect_timeout: CONNECT_LIMIT_SECONDS,
    // The pause, in seconds, after a connection could not be opened.
    backoff: () => 0.025,
    onnotice: () => undefined,
    prepare: !isPooled,
    connection: isPooled ? poolerSettings(command) : sessionSettings(options),
  })
}

/** A statement with `mayScan` needs a transaction. One that is not prepared is parsed and planned for its values. */
export async function sendStatement(
  connection: Connection,
  { text, values, mayScan }: Statement,
  isPrepared = true,
): Promise<RawAnswer> {
  if (mayScan) await connection.unsafe('set local enable_seqscan = on')
  // A copy, because postgres.js writes into the array.
  const bound = [...values] as postgres.ParameterOrJSON<Types[keyof Types]>[]
  return await connection.unsafe(text, bound, { prepare: isPrepared }).raw()
}
