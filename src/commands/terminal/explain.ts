import { errorCode, isUntrusted } from '../../catalogue/database/client/database-error'
import { queryErrorCause } from '../../catalogue/database/client/drizzle'
import { EmbeddedPostgresError } from '../../embedded-postgres/embedded-postgres-error'
import { ConfigError } from '../../service/config'
import { DatabaseUnavailable } from '../../values/errors'
import { FileLockError } from '../../values/files/file-lock'

/** SQLSTATEs: the role, its password or the database is wrong. */
const REFUSED = /^(28...|3D000)$/

const TRUST =
  'with sslmode=verify-full, use the host name in the certificate of PostgreSQL, and name the file of its certificate authority in NODE_EXTRA_CA_CERTS'

/** The message of an error and its cause, without a stack. */
export function explain(thrown: unknown): string {
  const error = queryErrorCause(thrown)
  if (error instanceof ConfigError) return `the settings are wrong\n${error.message}`
  if (!(error instanceof Error)) return String(error)
  // Of two errors, only the first is shown.
  if (error instanceof SuppressedError) return explain(error.suppressed)
  // Their messages already contain the cause.
  if (error instanceof EmbeddedPostgresError || error instanceof FileLockError) return error.message
  if (error instanceof DatabaseUnavailable && REFUSED.test(errorCode(error.cause))) {
    const why = explain(error.cause)
    const advice = why.endsWith('no encryption') ? '; to use TLS, add ?sslmode=require' : ''
    return `DATABASE_URL: PostgreSQL refused: ${why}${advice}`
  }
  if (error instanceof DatabaseUnavailable && isUntrusted(error.cause)) {
    return `DATABASE_URL: ${explain(error.cause)}; ${TRUST}`
  }
  const cause = queryErrorCause(error.cause)
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
