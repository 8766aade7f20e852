import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error'

/** Where things are in the data directory. */
export type DataPlace = {
  root: string
  /** What PostgreSQL calls its data directory; it belongs to the user whom the server runs as. */
  cluster: string
  log: string
  startLock: string
  usersLock: string
}

/** Makes the directory when it is missing. */
export function openDataPlace(dataDir: string): DataPlace {
  makeDirectory(dataDir)
  const root = realpathSync(dataDir)
  return {
    root,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    startLock: join(root, 'postgres.start.lock'),
    usersLock: join(root, 'postgres.users.lock'),
  }
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(
      `cannot make the data directory: ${reason}; set DATA_DIR to another`,
      { cause: error },
    )
  }
}
