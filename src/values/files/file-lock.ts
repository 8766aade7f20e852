import { Database, SQLiteError } from 'bun:sqlite'
import { accessSync, constants } from 'node:fs'
import { messageOf } from '../errors'

/** The message names the file and the cause. */
export class FileLockError extends Error {
  override readonly name = 'FileLockError'
}

/** A lock on a file. The operating system releases it when the process ends for any reason. */
export type FileLock = { release(): void }

// The garbage collector must not close a handle, since closing it releases the lock.
const held = new Set<Database>()

/** Takes a shared lock; undefined if another holder has an exclusive lock. */
export function trySharedLock(path: string): FileLock | undefined {
  return tryLock(path, (database) => {
    database.run('begin')
    // SQLite takes its shared lock at the first read and keeps it until the transaction ends.
    database.query('select count(*) from sqlite_master').get()
  })
}

/** Takes an exclusive lock; undefined if another holder has a lock. */
export function tryExclusiveLock(path: string): FileLock | undefined {
  return tryLock(path, (database) => {
    // A journal file needs disk space, and the disk may be full.
    database.run('pragma journal_mode = memory')
    database.run('begin exclusive')
  })
}

function tryLock(path: string, take: (database: Database) => void): FileLock | undefined {
  let database: Database | undefined
  try {
    database = new Database(path, { create: true })
    // SQLite opens a read-only file without an error, but its exclusive lock then excludes nobody. (Do not open the file
    // to check this: closing it would release all locks of this process on it.)
    accessSync(path, constants.W_OK)
    take(database)
  } catch (cause) {
    database?.close()
    if (cause instanceof SQLiteError && cause.code === 'SQLITE_BUSY') return undefined
    throw new FileLockError(
      `cannot lock ${path}: ${messageOf(cause)}; does it belong to another user, or is its disk full?`,
      { cause },
    )
  }
  const locked = database
  held.add(locked)
  return {
    release() {
      if (held.delete(locked)) locked.close()
    },
  }
}
