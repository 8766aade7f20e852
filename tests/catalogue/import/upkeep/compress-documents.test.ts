import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { compressDocuments } from '../../../../src/catalogue/import/upkeep/compress-documents'
import { posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

/** Debian's PostgreSQL has lz4, the embedded one has not: the test says what each does. */
let hasLz4: boolean
const app = useTestApp({}, async (app) => {
  const [row] = await app.database.run<{ hasLz4: boolean }>(sql`
    select 'lz4' = any(enumvals) as "hasLz4" from pg_settings where name = 'default_toast_compression'`)
  hasLz4 = row?.hasLz4 === true
})

/** How the descriptions are stored, in the order of ids. */
async function storage(): Promise<string[]> {
  const rows = await app.database.run<{ how: string }>(sql`
    select coalesce(pg_column_compression(description_text), 'plain') || ' '
      || coalesce(pg_column_compression(description_html), 'plain') as how
    from job_documents order by job_id`)
  return rows.map(({ how }) => how)
}

test('new documents, and those of an older version, are compressed where the server has lz4', async () => {
  const long = { description_html: `<p>${'All of our nurses work in teams. '.repeat(100)}</p>` }
  const write = (id: string) => app.write(posting({ external_id: id, ...long }))
  await write('new')
  const compressed = hasLz4 ? 'lz4 lz4' : 'plain plain'
  expect(await storage()).toEqual([compressed])

  await app.database.run(sql`alter table job_documents alter description_text set storage external,
    alter description_html set storage external`)
  await write('a')
  await write('b')
  await app.write(posting({ external_id: 'short', description_html: '<p>Nurse</p>' }))
  await app.database.run(sql`alter table job_documents alter description_text set storage extended,
    alter description_html set storage extended`)
  expect(await storage()).toEqual([compressed, 'plain plain', 'plain plain', 'plain plain'])

  const before = await app.get('/v1/active-ats?time_frame=6m&description_format=html')
  const done: string[] = []
  const count = () =>
    compressDocuments(app.writer, (jobs, total) => done.push(`${jobs} of ${total}`))
  expect(await count()).toBe(hasLz4 ? 2 : 0)
  expect(done).toEqual(hasLz4 ? ['2 of 2'] : [])
  expect(await storage()).toEqual([compressed, compressed, compressed, 'plain plain'])
  expect(await app.get('/v1/active-ats?time_frame=6m&description_format=html')).toEqual(before)
  expect(await count()).toBe(0)
})
