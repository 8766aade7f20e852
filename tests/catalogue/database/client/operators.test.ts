import { beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { toStatement } from '../../../../src/catalogue/database/client/drizzle'
import {
  anyOf,
  byteOrder,
  countWhere,
  every,
  literal,
  noneOf,
} from '../../../../src/catalogue/database/client/operators'
import { rowsOf } from '../../../../src/catalogue/database/client/rows'
import { jobDocuments, jobs, reposts } from '../../../../src/catalogue/database/schema/jobs'
import { places } from '../../../../src/catalogue/database/schema/places'
import { useTestDatabase } from '../../../support/use-test-database'

const HARD = ['', ' ', '{}', 'NULL', 'a,b', `"q"`, '\\', `o'c`, 'é😀', 'line\nline']

const catalogue = useTestDatabase()
beforeAll(async () => {
  await catalogue.database.db
    .insert(places)
    .values([...HARD, 'Zoo', 'apple'].map((term) => ({ term })))
})

test('values are found as they are, in any number, by the same statement', async () => {
  const { db } = catalogue.database
  for (const values of [[], ['apple'], HARD]) {
    const found = await db.$count(places, anyOf(places.term, values))
    const others = await db.$count(places, noneOf(places.term, values))
    expect([found, others]).toEqual([values.length, HARD.length + 2 - values.length])
  }
  const [none, many] = [[], HARD].map((values) => toStatement(anyOf(places.term, values)).text)
  expect(none).toBe(many ?? '')
})

test('rows have their values and nulls, by the columns of their table', async () => {
  const datePosted = new Date('2026-01-15T10:00:00.250Z')
  const given = [
    { jobId: 2n ** 53n - 1n, datePosted },
    { jobId: 7n, datePosted: null },
  ]
  const { run } = catalogue.database
  const dates = rowsOf(reposts, ['jobId', 'datePosted'], given)
  const { jobId, datePosted: date } = dates.row
  const select = sql`select ${jobId} as "jobId", ${date} as "datePosted" from ${dates.from}`
  expect(await run(select)).toEqual(given)
  const texts = HARD.map((head) => ({ head }))
  const documents = rowsOf(jobDocuments, ['head'], texts)
  expect(await run(sql`select ${documents.row.head} from ${documents.from}`)).toEqual(texts)
  const flags = [true, false].map((remote) => ({ isRemote: remote, employmentTypes: 5 }))
  const { row, from } = rowsOf(jobs, ['isRemote', 'employmentTypes'], flags)
  const both = sql`${row.isRemote} as "isRemote", ${row.employmentTypes} as "employmentTypes"`
  expect(await run(sql`select ${both} from ${from}`)).toEqual(flags)
})

test('rows with a column of a type without arrays are refused', () => {
  expect(() => rowsOf(jobs, ['titleWords'], [])).toThrow('the type of titleWords has no name here')
})

test('conditions, counts and orders', async () => {
  const { db } = catalogue.database
  const counted = await db.select({ apples: countWhere(eq(places.term, 'apple')) }).from(places)
  expect(counted).toEqual([{ apples: 1 }])
  expect(await db.$count(places, every())).toBe(HARD.length + 2)
  const { term } = places
  const rows = await db
    .select({ term })
    .from(places)
    .where(anyOf(term, ['apple', 'Zoo']))
    .orderBy(byteOrder(term))
  expect(rows.map((row) => row.term)).toEqual(['Zoo', 'apple'])
})

test('a literal is in the text of a statement, quoted', async () => {
  const statement = sql`select ${literal(`o'c\\`)} as value`
  expect(toStatement(statement).values).toEqual([])
  expect(await catalogue.database.run<{ value: string }>(statement)).toEqual([{ value: `o'c\\` }])
})
