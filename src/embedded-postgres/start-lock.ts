import { tryExclusiveLock } from '../values/files/file-lock'
import { EmbeddedPostgresError } from './embedded-postgres-error'

/** More than the sum of the limits of one start or stop. */
const LIMIT_MS = 300_000

const POLL_MS = 20

/** Runs `work` under the lock that serializes starts and stops of a cluster. Waits at most `limitMs` for the lock. */
export async function withStartLock<Result>(
  path: string,
  work: () => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  const deadline = performance.now() + limitMs
  let lock = tryExclusiveLock(path)
  while (lock === undefined) {
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `another process has been starting or stopping PostgreSQL for ${limitMs / 1000} s and holds ${path}; end it and try again`,
      )
    }
    await Bun.sleep(POLL_MS)
    lock = tryExclusiveLock(path)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
