import { DatabaseUnavailable, QueryTimeout } from '../values/errors'

/** The SQLSTATE of a statement that ran into its time limit. */
export const QUERY_CANCELED = '57014'

/** Codes of postgres.js and of sockets that say the server cannot be reached. */
const UNREACHABLE =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ERR_STREAM|ERR_SOCKET|FailedToOpenSocket|SASL_)/

/**
 * SQLSTATEs: connection exceptions; no disk, memory or connections left; shutting down, crashed, starting up, timed out
 * while idle; no such database; a role or password that is refused; read-only, or a standby that had to cancel;
 * failures of the system below.
 */
const NOT_SERVING = /^(08...|53...|57P0[1-5]|3D000|28...|25006|40001|58...)$/

/** Those of a server that is there. */
const UNABLE = /^(53...|25006|40001|58...)$/

/** Codes of connections that broke when a statement may have been on its way. */
const BROKEN =
  /^(CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE|ETIMEDOUT|ERR_STREAM.*|ERR_SOCKET.*)$/

/** SQLSTATEs with which PostgreSQL cuts a connection, or a statement on a standby, that may be asked again at once. */
const CUT = /^(08...|57P0[125]|40001)$/

/** Turns what postgres.js throws into the error kinds that the service knows; others come back as they are. */
export function translateError(error: unknown, timeoutMs: number | undefined): unknown {
  const code = errorCode(error)
  if (code === QUERY_CANCELED && timeoutMs !== undefined) return new QueryTimeout(timeoutMs / 1000)
  if (!isUnreachable(code)) return error
  const isThere = code !== undefined && UNABLE.test(code)
  const message = isThere ? 'the database cannot do it' : 'the database cannot be reached'
  return new DatabaseUnavailable(message, { cause: error })
}

/** Whether a code of an error says that the server cannot be reached or does not serve at present. */
export function isUnreachable(code: string | undefined): boolean {
  return code !== undefined && (UNREACHABLE.test(code) || NOT_SERVING.test(code))
}

/** Whether a statement that failed with this error of `Queries.run` may have been carried out all the same. */
export function mayHaveRun(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  const code = errorCode(error.cause)
  return code === undefined || BROKEN.test(code)
}

/** Whether what failed with this code may well succeed at once on another connection. */
export function wasCut(code: string | undefined): boolean {
  return code !== undefined && (BROKEN.test(code) || CUT.test(code))
}

/** The SQLSTATE or the system's code of an error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** Waits for what the service asks for itself: when it takes too long, that is no slow query of a client's. */
export async function ownQuestion<Result>(answer: Promise<Result>, issue: string): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof QueryTimeout)) throw error
    throw new DatabaseUnavailable(issue, { cause: error })
  }
}
