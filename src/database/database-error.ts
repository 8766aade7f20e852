import { DatabaseUnavailable, NotReady, QueryTimeout } from '../values/errors'
import { queryErrorCause } from './drizzle'

/** SQLSTATE `query_canceled`: the statement ran into its time limit. */
export const QUERY_CANCELED = '57014'

/** SQLSTATE `lock_not_available`: a lock was not free within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** Codes of postgres.js and of sockets: the server cannot be reached. */
const UNREACHABLE =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ERR_STREAM|ERR_SOCKET|ERR_SSL|FailedToOpenSocket|SASL_)/

/**
 * SQLSTATEs: connection exceptions; no disk, memory or connections left; shutdown, crash, start-up, idle time-out; no such
 * database; role or password refused; read-only, or a conflict on a standby; system errors.
 */
const NOT_SERVING = /^(08...|53...|57P0[1-5]|3D000|28...|25006|40001|58...)$/

/** Those of `NOT_SERVING` that a reachable server reports. */
const UNABLE = /^(53...|25006|40001|58...)$/

/** Those of `UNABLE` that concern writes only: read-only, disk full, system errors. */
const UNWRITABLE = /^(25006|53100|58...)$/

/** A connection broke, perhaps while a statement was in flight. */
const BROKEN =
  /^(CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE|ETIMEDOUT|ERR_STREAM.*|ERR_SOCKET.*)$/

/** SQLSTATEs with which PostgreSQL ends a connection, or cancels a statement on a standby, that may be retried at once. */
const CUT = /^(08...|57P0[125]|40001)$/

/** SQLSTATEs: no such table, column or schema, as while a dump is restored without `--single-transaction`. */
const INCOMPLETE = /^(42P01|42703|3F000)$/

/** Maps an error of postgres.js to the service's error kinds; other errors are returned unchanged. */
export function translateError(error: unknown, timeoutMs: number | undefined): unknown {
  const code = errorCode(error)
  if (code === QUERY_CANCELED && timeoutMs !== undefined) return new QueryTimeout(timeoutMs / 1000)
  if (code !== undefined && INCOMPLETE.test(code)) {
    const issue = 'the database lacks a table or column: a restore or a migration is under way'
    return new NotReady(`${issue}, or migrations are due; try again`, { cause: error })
  }
  if (code === undefined || !(UNREACHABLE.test(code) || NOT_SERVING.test(code))) return error
  const message = UNABLE.test(code) ? 'the database cannot do it' : 'the database cannot be reached'
  return new DatabaseUnavailable(message, { cause: error })
}

/** Whether a statement that failed with this error of `Queries` may have been executed. */
export function mayHaveRun(error: unknown): boolean {
  const cause = queryErrorCause(error)
  if (!(cause instanceof DatabaseUnavailable)) return false
  const code = errorCode(cause.cause)
  return code === undefined || isBroken(code)
}

/** Whether the database refused to write, and may well answer reads. */
export function isUnwritable(error: unknown): boolean {
  const cause = queryErrorCause(error)
  const code = cause instanceof DatabaseUnavailable ? errorCode(cause.cause) : undefined
  return code !== undefined && UNWRITABLE.test(code)
}

export function isBroken(code: string | undefined): boolean {
  return code !== undefined && BROKEN.test(code)
}

/** Whether the statement may well succeed at once on another connection. */
export function wasCut(code: string | undefined): boolean {
  return code !== undefined && (BROKEN.test(code) || CUT.test(code))
}

/** The SQLSTATE or the system's code of an error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** For questions of the service itself: a time-out is not a slow query of a client, but an unavailable database. */
export async function ownQuestion<Result>(answer: Promise<Result>, issue: string): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (!(queryErrorCause(error) instanceof QueryTimeout)) throw error
    throw new DatabaseUnavailable(issue, { cause: error })
  }
}
