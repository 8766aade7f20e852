import { expect, test } from 'bun:test'
import { and, desc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { jobs } from '../../src/database/schema/jobs'
import { toStatement } from '../../src/database/statement'

const dialect = new PgDialect({ casing: 'snake_case' })
const things = pgTable('things "quoted"', { oneName: text('one"name'), otherName: text() })

test.each([
  ['text alone', sql`select 1`],
  ['nothing', sql``],
  [
    'tables and columns',
    sql`select ${jobs.datePosted}, ${things.otherName} from ${jobs}, ${things}`,
  ],
  ['names with quotes', sql`${things.oneName} ${sql.identifier('a"b')}`],
  ['values', sql`${1} ${'a'} ${null} ${true} ${2n} ${new Date(0)}`],
  ['values in parts', sql`a ${1} ${sql`b ${2} ${sql`c ${3}`}`} d ${4}`],
  ['what is left out', sql`a ${undefined} b ${sql``} c`],
  ['lists', sql`in ${[1, 'a', jobs.id]} ${[]}`],
  ['joined parts', sql.join([sql`a ${1}`, sql`b ${2}`], sql` and `)],
  ['conditions', and(eq(jobs.country, 'CA'), or(isNull(jobs.datePosted), not(eq(jobs.id, 5n))))],
  ['conditions on lists', sql`where ${inArray(jobs.country, ['CA', 'US'])}`],
  ['an order', sql`order by ${desc(jobs.datePosted)}`],
])('%s: as Drizzle writes it', (_, statement = sql``) => {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  expect(toStatement(statement)).toEqual({ text, values })
})

test('a part of another kind is refused', () => {
  expect(() => toStatement(sql`select ${sql.placeholder('x')}`)).toThrow('not known here')
})
