import { readFileSync, statSync } from 'node:fs'
import { attempt } from './attempt'
import { EmbeddedPostgresError } from './embedded-postgres-error'

/** Preferred first. Both own little or nothing else on the machine. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

/** Whom PostgreSQL runs as. It refuses to run as root. */
export type ServerUser = {
  uid: number
  gid: number
  /** True when we are root and a child process has to change to the user. */
  isOther: boolean
}

/** Ourselves; when we are root, the owner of an existing cluster or an unprivileged user. */
export function findServerUser(cluster: string): ServerUser {
  const owner = attempt('look for a cluster', () => statSync(cluster, { throwIfNoEntry: false }))
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new EmbeddedPostgresError(
        `${cluster} belongs to the user with id ${owner.uid} and this process runs as ${uid}; run it as that user, or set DATA_DIR to another directory`,
      )
    }
    return { uid, gid: process.getgid?.() ?? -1, isOther: false }
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid, isOther: true }
  }
  return findUnprivilegedUser(readFileSync('/etc/passwd', 'utf8'))
}

function findUnprivilegedUser(passwd: string): ServerUser {
  const users = passwd.split('\n').map((line) => line.split(':'))
  for (const wanted of UNPRIVILEGED_USERS) {
    const user = users.find(([name]) => name === wanted)
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]), isOther: true }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED_USERS.join(' or ')} to run it as; add one, run as another user, or set DATABASE_URL`,
  )
}
