import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createQueries, type Queries } from '../../src/database/drizzle'
import { findListedTexts } from '../../src/database/listed-condition'
import { countJobs } from '../../src/database/queries/count-jobs'
import type { JobFilter } from '../../src/filters/job-filter'
import { joinSegments } from '../../src/import/join-segments'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import { parsePlain } from '../../src/search/plain-parser'
import { emptyCatalogue } from '../support/empty-catalogue'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    await app.write(jobOf(2 * segment, 'of the people'), jobOf(2 * segment + 1, 'the people of'))
  }
  await lengthen(1_000_000)
})
afterAll(() => app.stop())

const SEGMENTS = 5

/** Adds zeros to lists, which say nothing, as if so many bytes of texts stood in each. */
async function lengthen(bytes: number): Promise<void> {
  await app.database.run(
    sql`update word_lists set list = rtrim(list, '@') || repeat('@', ${bytes}::integer) where word = 'of'`,
  )
}

function jobOf(number: number, description_text: string) {
  return posting({ external_id: String(number), title: `zzz ${number}`, description_text })
}

const filterOf = (text: string): JobFilter => ({ countries: ['CA', 'US'], text: parsePlain(text) })

const count = (queries: Queries, filter: JobFilter) =>
  countJobs(queries, filter, { withExpired: false })

/** Does something after the first statements, each once. */
function interrupted(...events: (() => Promise<unknown>)[]) {
  let statements = 0
  const queries = createQueries(async (statement) => {
    const answer = await app.database.ask(statement)
    await events[statements]?.()
    statements += 1
    return answer
  })
  return { queries, statements: () => statements }
}

test('lists are read a few segments at a time', async () => {
  const { queries, statements } = interrupted()
  expect(await count(queries, filterOf('"of the"'))).toBe(5n)
  expect(statements()).toBe(SEGMENTS + 1)
  await lengthen(500_000)
  expect(await count(queries, filterOf('"people of"'))).toBe(5n)
  expect(statements()).toBe(SEGMENTS + 1 + Math.ceil(SEGMENTS / 2) + 1)
})

describe('what happens meanwhile', () => {
  /** Joins segments as the writer does. */
  async function join(first: number, last: number): Promise<void> {
    const run = sql`first_text between ${2 * first + 1}::bigint and ${2 * last + 1}::bigint`
    await app.database.transaction(async (queries) => {
      await queries.run(sql`create temporary table joined on commit drop as
        select min(first_text) over () as first_text, word, list, first_text as part
        from word_lists where ${run}`)
      await queries.run(sql`delete from word_lists where ${run}`)
      await queries.run(sql`insert into word_lists
        select first_text, word, string_agg(list, '' order by part) from joined group by first_text, word`)
      await queries.run(
        sql`delete from text_segments where ${run} and first_text > ${2 * first + 1}::bigint`,
      )
      await queries.run(
        sql`update text_segments set last_text = ${2 * last + 2}::bigint where ${run}`,
      )
    })
  }

  test.each([
    ['that are read', 0, 1, SEGMENTS + 1],
    ['that are not read', 2, 4, SEGMENTS - 2 + 1],
    ['of which one is read', 1, 2, 2 + 1 + SEGMENTS - 1 + 1],
  ])('segments %s are joined', async (_, first, last, expected) => {
    const nothing = () => Promise.resolve()
    const { queries, statements } = interrupted(nothing, () => join(first, last))
    expect(await count(queries, filterOf('"of the"'))).toBe(5n)
    expect(statements()).toBe(expected)
  })

  test('the next part is asked of a server that lacks the last texts', async () => {
    const lag = () => app.database.run(sql`delete from text_segments where first_text > 5`)
    const back = () =>
      app.database.run(sql`insert into text_segments (first_text, last_text, texts, version)
        values (7, 8, 2, ${ANALYZER_VERSION}::integer), (9, 10, 2, ${ANALYZER_VERSION}::integer)`)
    const { queries } = interrupted(lag, back)
    expect(await count(queries, filterOf('"of the"'))).toBe(5n)
  })

  describe.each([0, 1, 2, 3, 4])('after part %d', (part) => {
    test.each([
      ['"of the"', 6n],
      ['-"of the"', 5n],
    ])('jobs come, change and leave: %s counts what is in the end', async (text, expected) => {
      const change = async () => {
        await app.write(jobOf(100, 'of the'), jobOf(200, 'the of'))
        await app.write(jobOf(1, 'now of the'), jobOf(0, 'no longer'))
        await app.write({ ...jobOf(200, ''), status: 'expired' })
        await joinSegments(app.database)
      }
      const before = Array<() => Promise<void>>(part).fill(() => Promise.resolve())
      const { queries } = interrupted(...before, change)
      expect(await count(queries, filterOf(text))).toBe(expected)
    })
  })

  test('a job that a version without lists wrote is read', async () => {
    await app.database.run(sql`update active_jobs set text_id = null where id in (1, 2, 3)`)
    expect(await count(app.database, filterOf('"of the"'))).toBe(5n)
    expect(await count(app.database, filterOf('-"of the"'))).toBe(5n)
  })
})

test('ids that lie far apart take no more room than others', async () => {
  await app.database.run(sql`select setval('text_ids_seq', ${2 ** 40}::bigint)`)
  await app.write(jobOf(100, 'of the'), jobOf(101, 'the of'))
  expect(await count(app.database, filterOf('"of the"'))).toBe(6n)
  expect(await count(app.database, filterOf('-"of the"'))).toBe(6n)
})

describe('segments that another version wrote', () => {
  /** As a version does that does not know the word. */
  async function writeOtherwise(...numbers: number[]): Promise<void> {
    for (const number of numbers) {
      const first = sql`first_text = ${2 * number + 1}::bigint`
      await app.database.run(sql`update text_segments set version = 99 where ${first}`)
      await app.database.run(sql`delete from word_lists where ${first} and word = 'of'`)
    }
  }

  test.each([
    ['before the others', [0, 1]],
    ['between them', [2]],
    ['behind them', [3, 4]],
    ['everywhere', [0, 2, 4]],
    ['all', [0, 1, 2, 3, 4]],
  ])('%s: their texts are read', async (_, numbers) => {
    await writeOtherwise(...numbers)
    expect(await count(app.database, filterOf('"of the"'))).toBe(5n)
    expect(await count(app.database, filterOf('-"of the"'))).toBe(5n)
  })
})

test('no lists answer nothing', async () => {
  await app.database.run(sql`delete from text_segments`)
  expect(await findListedTexts(app.database, filterOf('"of the"'))).toBeUndefined()
})
