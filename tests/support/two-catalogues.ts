import { seedCatalogue } from '../../src/commands/catalogue/seed-catalogue'
import { multiplyCatalogue } from './multiply-catalogue'
import { startOnce } from './start-once'
import { copyTestDatabase, createTestDatabase, type TestDatabase } from './test-database'

/** The sample of which the catalogues have copies. */
export const SAMPLE = { jobs: 300, random: 1, until: new Date('2026-01-15T10:00:00Z') }

/** Two catalogues of the same jobs, a small one and one of ten times its size. */
interface TwoCatalogues {
  small: TestDatabase
  large: TestDatabase
}

/** Two catalogues for the tests of the file that calls it, which compare what they cost. */
export function useTwoCatalogues(): TwoCatalogues {
  return startOnce(createTwoCatalogues, async ({ small, large }) => {
    await Promise.all([small.drop(), large.drop()])
  })
}

async function createTwoCatalogues(): Promise<TwoCatalogues> {
  const sample = await createTestDatabase()
  await seedCatalogue(sample.database, SAMPLE)
  await sample.database.close()
  const [small, large] = [await copyTestDatabase(sample.url), await copyTestDatabase(sample.url)]
  await sample.drop()
  await multiplyCatalogue(small.database, 4)
  await multiplyCatalogue(large.database, 40)
  return { small, large }
}
