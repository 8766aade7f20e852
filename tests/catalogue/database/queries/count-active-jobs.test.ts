import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { countActiveJobs } from '../../../../src/catalogue/database/queries/count-active-jobs'
import { useTestDatabase } from '../../../support/use-test-database'

const catalogue = useTestDatabase()

test('jobs of one instant are counted once, wherever a statement ends', async () => {
  const { database } = catalogue
  // Five at each of four instants, every fourth in Canada, and one that left.
  await database.run(sql`insert into jobs (id, date_created, employment_types, is_remote, has_salary, has_location, country,
      status, date_removed, source, places, title_words, organization_words, text_words)
    select number, timestamptz '2026-11-02T09:00:00Z' + number / 5 * interval '1 second', 0, false, false, false,
      case when number % 4 = 0 then 'CA' else 'US' end, case when number = 20 then 'expired' else 'active' end,
      case when number = 20 then now() end, 'lever', '{}', '', '', ''
    from generate_series(0, 20) as number`)
  for (const jobsPerStatement of [1, 4, 5, 6, 19, 20, 21]) {
    expect(await countActiveJobs(database, jobsPerStatement)).toEqual({ CA: 5, US: 15 })
  }
})
