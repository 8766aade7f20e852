import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from './attempt'

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
  attempt('make the data directory', () => mkdirSync(dataDir, { recursive: true }))
  const root = realpathSync(dataDir)
  return {
    root,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    startLock: join(root, 'postgres.start.lock'),
    usersLock: join(root, 'postgres.users.lock'),
  }
}
