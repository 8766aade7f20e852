import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { copyOf } from '../../../../src/catalogue/database/client/copy-rows'
import { instant, tsvector } from '../../../../src/catalogue/database/schema/columns'
import { toTextVector } from '../../../../src/catalogue/database/words/index-words'
import { MAX_WORD_LENGTH } from '../../../../src/text/search/index/analyzer'
import { DatabaseUnavailable } from '../../../../src/values/errors'
import { indexWords } from '../../../support/text-vector'
import { useTestDatabase } from '../../../support/use-test-database'

const values = pgTable(
  'values',
  {
    jobId: bigint({ mode: 'bigint' }),
    count: integer(),
    bits: smallint(),
    isRemote: boolean(),
    title: text(),
    key: uuid(),
    dateCreated: instant(),
    places: integer().array(),
    changed: text().array(),
    textWords: tsvector(),
  },
  (row) => [check('values_count', sql`${row.count} <> 13`)],
)

type Row = typeof values.$inferSelect

/** A row whose other columns are null. */
const rowOf = (some: Partial<Row>): Row => ({
  ...{ jobId: null, count: null, bits: null, isRemote: null, title: null, key: null },
  ...{ dateCreated: null, places: null, changed: null, textWords: null },
  ...some,
})

const database = useTestDatabase()
beforeAll(async () => {
  await database.database.run(sql`
    create table values (job_id bigint, count integer check (count <> 13), bits smallint, is_remote boolean,
      title text, key uuid, date_created timestamptz(3), places integer[], changed text[], text_words tsvector)`)
})

function copyRows(rows: readonly Partial<Row>[]): Promise<void> {
  return database.database.transaction((queries) => queries.copy(values, rows.map(rowOf)))
}

const words = fc.array(
  fc.array(fc.constantFrom('a', 'b', "o'ne\\il", 'c++', '东京', 'é'.repeat(60))),
)
const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const characters = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
const rows = fc.array(
  fc.record({
    jobId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    count: fc.option(fc.integer({ min: 14, max: 2 ** 31 - 1 })),
    bits: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
    isRemote: fc.boolean(),
    title: fc.option(characters),
    key: fc.option(fc.uuid()),
    dateCreated: fc.option(instants),
    places: fc.array(fc.integer()),
    changed: fc.option(fc.array(characters)),
    words,
  }),
)

test('what is copied is what was given', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (entries) => {
      await database.database.run(sql`truncate values`)
      await copyRows(entries.map((entry) => ({ ...entry, textWords: indexWords(entry.words) })))
      const stored = await database.database.run(sql`
        select job_id, count, bits, is_remote, title, key::text,
          (extract(epoch from date_created) * 1000)::bigint as created, to_json(places)::text as places,
          to_json(changed)::text as changed, text_words::text from values`)
      const vectors = await database.database.run<{ words: string }>(sql`
        select vector::tsvector::text as words
        from json_array_elements_text(${JSON.stringify(entries.map((entry) => toTextVector(entry.words)))}::text::json)
          as vector`)
      expect([...stored]).toEqual(
        entries.map((entry, index) => ({
          job_id: entry.jobId,
          count: entry.count,
          bits: entry.bits,
          is_remote: entry.isRemote,
          title: entry.title,
          key: entry.key,
          created: entry.dateCreated === null ? null : BigInt(entry.dateCreated.getTime()),
          places: JSON.stringify(entry.places),
          changed: entry.changed === null ? null : JSON.stringify(entry.changed),
          text_words: vectors[index]?.words ?? '',
        })),
      )
    }),
    { numRuns: 100 },
  )
})

test('many rows pass in several messages', async () => {
  await database.database.run(sql`truncate values`)
  const title = 'é'.repeat(1_000)
  const many = Array.from({ length: 1_000 }, (_, count) => rowOf({ count: count + 14, title }))
  expect([...copyOf(values, many).chunks].length).toBeGreaterThan(1)
  await copyRows(many)
  expect([
    ...(await database.database.run(sql`
      select count(*)::integer as rows, count(distinct count)::integer as counts,
        min(length(title)) as length from values`)),
  ]).toEqual([{ rows: 1_000, counts: 1_000, length: 1_000 }])
})

test.each([
  ['in its first row', [{ count: 13 }, { count: 14 }]],
  [
    'in its last row',
    [...Array.from({ length: 5_000 }, () => ({ title: 'x'.repeat(500) })), { count: 13 }],
  ],
  ['by what PostgreSQL cannot read', [{ title: 'a\0b' }]],
])(
  'a copy that is refused %s fails as a statement does, and leaves nothing',
  async (_, refused) => {
    await database.database.run(sql`truncate values`)
    await expect(copyRows(refused)).rejects.toMatchObject({ severity: 'ERROR' })
    await copyRows([{ count: 14 }])
    expect([...(await database.database.run(sql`select count from values`))]).toEqual([
      { count: 14 },
    ])
  },
)

test('vectors at every limit are taken as they are', async () => {
  const many = (count: number, wordOf: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => wordOf(index))
  const vectors = [
    [many(20_000, (index) => `w${index}`)],
    [many(20_000, (index) => `${index}`.padEnd(MAX_WORD_LENGTH, '𐀀'))],
    [many(20_000, () => 'of')],
  ].map((words) => indexWords(words))
  await database.database.run(sql`truncate values`)
  await copyRows(vectors.map((textWords) => ({ textWords })))
  const [row] = await database.database.run<{ rows: number; least: number }>(sql`
    select count(*)::integer as rows, min(length(text_words)) as least from values`)
  expect(row).toEqual({ rows: 3, least: 1 })
})

test('a copy whose connection is cut fails as any statement, and the next one has another', async () => {
  await database.database.run(sql`truncate values`)
  const rows = Array.from({ length: 50_000 }, () => rowOf({ title: 'x'.repeat(1_000) }))
  const cut = database.database.transaction(async (queries) => {
    const [own] = await queries.run<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const copying = queries.copy(values, rows)
    // It may fail before it is waited for.
    copying.catch(() => undefined)
    await database.database.run(sql`select pg_terminate_backend(${own?.pid}::integer)`)
    await copying
  })
  await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable)
  await copyRows([{ count: 14 }])
  expect([...(await database.database.run(sql`select count from values`))]).toEqual([{ count: 14 }])
})

test('TypeScript refuses a table with a column of another type', () => {
  const others = pgTable('others', { value: jsonb() })
  // @ts-expect-error: types check this line, and report when no error is left.
  expect(() => [...copyOf(others, [{ value: {} }]).chunks]).toThrow()
})
