import { connect } from '../../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../../src/catalogue/database/migrations/migrations'
import { seedCatalogue } from '../../../src/commands/catalogue/seed-catalogue'
import { createKey } from '../../../src/service/keys/api-keys'

/** Migrates a database, fills it with a sample of the hours before now, and returns a key to it. */
export async function fillCatalogue(url: string, jobs: number): Promise<string> {
  await applyMigrations(url)
  const database = connect({ url, poolSize: 4 })
  try {
    await seedCatalogue(database, { jobs, random: 1, until: new Date(Date.now() - 3_600_000) })
    await database.run((await import('drizzle-orm')).sql`analyze`)
    const key = await createKey(database, 'faults')
    if (key === undefined) throw new Error('no key was made')
    return key
  } finally {
    await database.close()
  }
}
