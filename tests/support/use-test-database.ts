import { startOnce } from './start-once'
import { createTestDatabase, type TestDatabase } from './test-database'

/** A migrated database for the tests of the file that calls it. */
export function useTestDatabase(): TestDatabase {
  return startOnce(createTestDatabase, ({ drop }) => drop())
}
