import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { translateError } from '../../../src/catalogue/database/client/database-error'
import { explain } from '../../../src/commands/terminal/explain'
import { DatabaseUnavailable, QueryTimeout } from '../../../src/values/errors'
import { BackgroundFailure } from '../../../src/values/waiting/backoff'

const ADVICE =
  'with sslmode=verify-full, use the host name in the certificate of PostgreSQL, and name the file of its certificate authority in NODE_EXTRA_CA_CERTS'

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self signed certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self signed certificate in certificate chain'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
  ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
])('a certificate that is refused is a database that is away: %s', (code, message) => {
  const error = translateError(Object.assign(new Error(message), { code }), 1000)
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(explain(error)).toBe(`DATABASE_URL: ${message}; ${ADVICE}`)
})

test('a server that demands TLS is named with the parameter to add', () => {
  const message = 'no pg_hba.conf entry for host "10.0.0.5", user "jobs", no encryption'
  const error = translateError(Object.assign(new Error(message), { code: '28000' }), 1000)
  expect(explain(error)).toBe(
    `DATABASE_URL: PostgreSQL refused: ${message}; to use TLS, add ?sslmode=require`,
  )
})

test('a cause is told without its statement', () => {
  const cause = new DrizzleQueryError('select secret', ['value'], new QueryTimeout(15))
  expect(explain(new BackgroundFailure('the list could not be renewed', { cause }))).toBe(
    'the list could not be renewed: the query ran longer than 15 s',
  )
})
