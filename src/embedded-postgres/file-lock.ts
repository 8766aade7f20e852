import { Database, SQLiteError } from 'bun:sqlite'
import { accessSync, constants } from 'node:fs'
import { EmbeddedPostgresError } from './embedded-postgres-error'

const POLL_MS = 20

/** A lock held on a file. The operating system lets go of it when the process dies, however it dies. */
export type FileLock = { release(): void }

// A lock whose holder drops its handle would be let go of by the garbage collector.
const held = new Set<Database>()

/** Holds the lock beside other shared holders; undefined when someone holds it exclusively. */
export function trySharedLock(path: string): FileLock | undefined {
  return tryLock(path, (database) => {
    database.run('begin')
    // SQLite takes its shared lock with the first read and keeps it to the end of the transaction.
    database.query('select count(*) from sqlite_master').get()
  })
}

/** Holds the lock alone; undefined when anyone else holds it. */
export function tryExclusiveLock(path: string): FileLock | undefined {
  return tryLock(path, (database) => {
    // A journal on the disk would begin with a header, for which a full one has no room.
    database.run('pragma journal_mode = memory')
    database.run('begin exclusive')
  })
}

/** Runs `work` while holding the lock alone; waits for other holders, but not longer than `limitMs`. */
export async function withExclusiveLock<T>(
  path: string,
  limitMs: number,
  work: () => Promise<T>,
): Promise<T> {
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

function tryLock(path: string, take: (database: Database) => void): FileLock | undefined {
  const database = openLockFile(path)
  try {
    // SQLite opens a file that it may not write for reading alone, where its exclusive lock excludes nobody. (Opening
    // the file here would do harm: closing it lets go of every lock that this process has on it.)
    accessSync(path, constants.W_OK)
    take(database)
  } catch (error) {
    database.close()
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') return undefined
    throw cannotLock(path, error)
  }
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}

function openLockFile(path: string): Database {
  try {
    return new Database(path, { create: true })
  } catch (error) {
    throw cannotLock(path, error)
  }
}

function cannotLock(path: string, cause: unknown): EmbeddedPostgresError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new EmbeddedPostgresError(
    `cannot lock ${path}: ${reason}; does it belong to another user, or is its disk full?`,
    { cause },
  )
}
