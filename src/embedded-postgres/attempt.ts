import { EmbeddedPostgresError } from './embedded-postgres-error'

/** Does what the file system may refuse in the data directory, and tells a refusal with the way out. */
export function attempt<T>(aim: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(`cannot ${aim}: ${reason}; set DATA_DIR to another directory`, {
      cause: error,
    })
  }
}
