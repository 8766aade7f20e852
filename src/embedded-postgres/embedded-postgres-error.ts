import { messageOf } from '../values/errors'

/** An operation on the embedded PostgreSQL failed. The message tells the operator how to fix it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Runs a file system operation in the data directory; wraps its error in an `EmbeddedPostgresError`. */
export function wrapError<T>(operation: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new EmbeddedPostgresError(
      `cannot ${operation}: ${messageOf(error)}; set DATA_DIR to another directory`,
      { cause: error },
    )
  }
}
