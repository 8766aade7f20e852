import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { type RawAnswer, readRows, readValues } from './read-rows'
import { type Statement, toStatement } from './statement'

export interface Queries {
  /** Sends one statement to PostgreSQL. */
  ask(statement: Statement, signal?: AbortSignal): Promise<RawAnswer>
  /** Drizzle's query builder. It wraps what `run` would throw: see `queryErrorCause`. */
  readonly db: PgRemoteDatabase
  /**
   * Runs a statement written with Drizzle's `sql`; `Row` is what its select list yields. Once `signal` is aborted, a
   * statement that has not begun never does: `ClientDisconnected`.
   */
  run<Row extends object>(statement: SQL, signal?: AbortSignal): Promise<Row[]>
  /** Aborted when nobody waits any more for what is asked here. */
  readonly signal?: AbortSignal | undefined
}

/** Drizzle over a function that sends statements; all of them are given up with `signal`. */
export function createQueries(ask: Queries['ask'], signal?: AbortSignal): Queries {
  let db: PgRemoteDatabase | undefined
  return {
    ask,
    get db() {
      db ??= drizzle(
        async (text, values, method) => {
          const answer = await ask({ text, values }, signal)
          return { rows: method === 'all' ? readValues(answer) : readRows(answer) }
        },
        { casing: 'snake_case' },
      )
      return db
    },
    async run<Row extends object>(statement: SQL, own = signal) {
      return readRows<Row>(await ask(toStatement(statement), own))
    },
    signal,
  }
}

/** The same for a request: what it asks is not run when `signal` says that nobody waits for its answer. */
export function whileWanted({ ask }: Queries, signal: AbortSignal): Queries {
  return createQueries(ask, signal)
}

/** What a statement of Drizzle's query builder failed with; other errors come back as they are. */
export function queryErrorCause(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error
}
