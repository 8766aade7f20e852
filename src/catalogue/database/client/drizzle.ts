import { DrizzleQueryError, fillPlaceholders, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { type RawAnswer, readRows, readValues } from './read-rows'

/** A statement with its parameters. */
export interface Statement {
  text: string
  values: unknown[]
  /** It is fast by construction, and may use connections that slow statements cannot take. */
  mayUseReserved?: boolean
  /** The best plan is the same for all values, so a reserved connection reuses it. */
  keepsPlan?: boolean
  /** It reads whole tables by design: `enable_seqscan` is on for it, and for what follows in its transaction. */
  mayScan?: boolean
}

export interface Queries {
  /** The primitive under `db` and `run`: sends one statement to PostgreSQL. */
  send(statement: Statement, signal?: AbortSignal): Promise<RawAnswer>
  /** Drizzle's query builder. Its errors wrap the errors of `run`: see `queryErrorCause`. */
  readonly db: PgRemoteDatabase
  /**
   * Runs a statement written with a template of Drizzle, or prepared; `Row` is the type of its select list. When `signal` is
   * aborted, a statement that still waits is dropped: `ClientDisconnected`.
   */
  run<Row extends object>(statement: SQL | Statement, signal?: AbortSignal): Promise<Row[]>
  /** Aborted when nobody waits for the answers any longer. */
  readonly signal?: AbortSignal | undefined
}

/** Drizzle over a function that sends statements; `signal` drops all that still wait. */
export function createQueries(send: Queries['send'], signal?: AbortSignal): Queries {
  let db: PgRemoteDatabase | undefined
  return {
    send,
    get db() {
      // With a dialect of its own, each would have an empty cache of names.
      db ??= drizzle(
        async (text, values, method) => {
          const answer = await send({ text, values }, signal)
          return { rows: method === 'all' ? readValues(answer) : readRows(answer) }
        },
        {},
        () => dialect,
      )
      return db
    },
    async run<Row extends object>(statement: SQL | Statement, own = signal) {
      const built = statement instanceof SQL ? toStatement(statement) : statement
      return readRows<Row>(await send(built, own))
    },
    signal,
  }
}

/** For statements that are fast by construction: they do not wait behind slow ones. */
export function onReservedConnections(queries: Queries): Queries {
  return marked(queries, { mayUseReserved: true })
}

/** For statements that read whole tables: PostgreSQL may scan them, which it may not for a request (`statementSettings`). */
export function allowScans(queries: Queries): Queries {
  return marked(queries, { mayScan: true })
}

function marked({ send, signal }: Queries, mark: Partial<Statement>): Queries {
  return createQueries((statement, own) => send({ ...statement, ...mark }, own), signal)
}

const dialect = new PgDialect({ casing: 'snake_case' })

export function toStatement(statement: SQL): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  return { text, values }
}

/**
 * Builds the text of a statement once, for the hottest statements: building takes up to a tenth of a small request.
 * What differs from run to run is `sql.placeholder(name)`.
 */
export function prepare(
  statement: SQL,
  mark: Partial<Statement> = {},
): (values: Record<string, unknown>) => Statement {
  const { text, values: placeholders } = toStatement(statement)
  return (values) => ({ text, values: fillPlaceholders(placeholders, values), ...mark })
}

/** The row of a statement that always yields one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new TypeError('the statement yields one row')
  return row
}

/** The error under a failure of Drizzle's query builder; other errors are returned unchanged. */
export function queryErrorCause(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error
}
