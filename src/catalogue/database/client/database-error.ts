import { DatabaseUnavailable, NotReady, QueryTimeout } from '../../../values/errors'
import { queryErrorCause } from './drizzle'

/** SQLSTATE `query_canceled`: the statement ran into its time limit. */
export const QUERY_CANCELED = '57014'

/** SQLSTATE `lock_not_available`: a lock was not free within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Codes of postgres.js and of sockets. SQLSTATEs: connection exceptions; shutdown, crash, start-up, idle time-out; no such
 * database; role or password refused.
 */
const UNREACHABLE =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ERR_STREAM|ERR_SOCKET|ERR_SSL|FailedToOpenSocket|SASL_|(08...|57P0[1-5]|3D000|28...)$)/

/** Codes of TLS: the certificate of the server is not trusted, has expired or names another host. */
const UNTRUSTED = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

/** No disk, memory or connections left; read-only, or a conflict on a standby; system errors. */
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
  if (INCOMPLETE.test(code)) {
    const issue = 'the database lacks a table or column: a restore or a migration is under way'
    return new NotReady(`${issue}, or migrations are due; try again`, { cause: error })
  }
  const isUnable = UNABLE.test(code)
  if (!isUnable && !UNREACHABLE.test(code) && !isUntrusted(error)) return error
  const message = isUnable ? 'the database cannot do it' : 'the database cannot be reached'
  return new DatabaseUnavailable(message, { cause: error })
}

/** Whether a statement that failed with this error of `Queries` may have been executed. */
export function mayHaveRun(error: unknown): boolean {
  const cause = queryErrorCause(error)
  if (!(cause instanceof DatabaseUnavailable)) return false
  return errorCode(cause.cause) === '' || isBroken(cause.cause)
}

/** Whether the database refused to write, and may well answer reads. */
export function isUnwritable(error: unknown): boolean {
  const cause = queryErrorCause(error)
  return cause instanceof DatabaseUnavailable && UNWRITABLE.test(errorCode(cause.cause))
}

export function isBroken(error: unknown): boolean {
  return BROKEN.test(errorCode(error))
}

/** Whether the certificate of the server was refused. */
export function isUntrusted(error: unknown): boolean {
  return UNTRUSTED.test(errorCode(error))
}

/** Whether a pooler, such as PgBouncer, refused a setting with which the connection was to start. */
export function isSettingRefused(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('unsupported startup parameter')
}

/** Whether the statement may well succeed at once on another connection. */
export function wasCut(error: unknown): boolean {
  return isBroken(error) || CUT.test(errorCode(error))
}

/** The SQLSTATE or the system's code of an error; empty when it has none. */
export function errorCode(error: unknown): string {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return hasCode ? String(error.code) : ''
}

/** For queries of the service itself: a time-out is `DatabaseUnavailable` with this message, not a client's slow query. */
export async function orUnavailable<Result>(
  answer: Promise<Result>,
  issue: string,
): Promise<Result> {
  return await answer.catch((error: unknown) => {
    if (!(queryErrorCause(error) instanceof QueryTimeout)) throw error
    throw new DatabaseUnavailable(issue, { cause: error })
  })
}
