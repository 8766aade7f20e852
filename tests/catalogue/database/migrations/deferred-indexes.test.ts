import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { useTestDatabase } from '../../../support/use-test-database'

const testDatabase = useTestDatabase()

const MIGRATION = join(import.meta.dir, '../../../../drizzle/0017_finish_deferred_indexes.sql')

/** The definitions of all indexes and the names of all tables. */
async function schema() {
  return await testDatabase.database.run(sql`
    select indexdef as name from pg_indexes where schemaname = 'public'
    union all select tablename from pg_tables where schemaname = 'public' order by 1`)
}

test('the migration creates the indexes that a demo of an earlier version left out', async () => {
  const { run } = testDatabase.database
  const migrate = async () => await run(sql.raw(await Bun.file(MIGRATION).text()))
  const before = await schema()
  await migrate()
  expect(await schema()).toEqual(before)
  // As that version wrote them.
  await run(sql`
    create table deferred_indexes as
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('active_jobs'::regclass, 'removed_jobs'::regclass) and not indisprimary`)
  await run(sql`do $$
    declare entry record;
    begin
      for entry in select name from deferred_indexes loop
        execute 'drop index ' || entry.name;
      end loop;
    end $$`)
  expect((await schema()).length).toBeLessThan(before.length - 8)
  await migrate()
  expect(await schema()).toEqual(before)
})
