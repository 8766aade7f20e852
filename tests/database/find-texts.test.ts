import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../src/database/connection'
import { findListedTexts } from '../../src/database/listed-condition'
import { countJobs } from '../../src/database/queries/count-jobs'
import type { JobFilter } from '../../src/filters/job-filter'
import { parseAdvanced } from '../../src/search/advanced-parser'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import { parsePlain } from '../../src/search/plain-parser'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    await app.write(jobOf(2 * segment, 'of the people'), jobOf(2 * segment + 1, 'the people of'))
  }
  // As if each were all that is read at once.
  await app.database.run(sql`update text_segments set texts = 65536`)
})
afterEach(() => app.stop())

const SEGMENTS = 5

function jobOf(number: number, description_text: string) {
  return posting({ external_id: String(number), title: `zzz ${number}`, description_text })
}

const filterOf = (text: string): JobFilter => ({ countries: ['CA', 'US'], text: parsePlain(text) })

const count = (queries: Queries, filter: JobFilter) =>
  countJobs(queries, filter, { withExpired: false })

/** Does something after the first statements, each once. */
function interrupted(...events: (() => Promise<unknown>)[]) {
  let statements = 0
  const queries: Queries = {
    async run<Row extends object>(statement: SQL): Promise<Row[]> {
      const rows = await app.database.run<Row>(statement)
      await events[statements]?.()
      statements += 1
      return rows
    },
  }
  return { queries, statements: () => statements }
}

test('lists are read a few segments at a time', async () => {
  const { queries, statements } = interrupted()
  expect(await count(queries, filterOf('"of the"'))).toBe(5n)
  expect(statements()).toBe(SEGMENTS + 1)
  await app.database.run(sql`update text_segments set texts = 32768`)
  expect(await count(queries, filterOf('"people of"'))).toBe(5n)
  expect(statements()).toBe(SEGMENTS + 1 + Math.ceil(SEGMENTS / 2) + 1)
})

describe('what happens meanwhile', () => {
  test('segments that are joined are read anew', async () => {
    const join = async () => {
      const lists = sql`(select 1 as first_text, word, string_agg(list, '' order by first_text) as list
        from word_lists group by word)`
      await app.database.run(sql`create temporary table joined as ${lists}`)
      await app.database.run(sql`delete from word_lists`)
      await app.database.run(sql`insert into word_lists select * from joined`)
      await app.database.run(sql`delete from text_segments where first_text > 1`)
      await app.database.run(sql`update text_segments set last_text = ${2 * SEGMENTS}::bigint`)
    }
    const { queries, statements } = interrupted(() => Promise.resolve(), join)
    expect(await count(queries, filterOf('"of the"'))).toBe(5n)
    expect(statements()).toBe(2 + 1 + 1 + 1)
  })

  test('jobs that come, change and leave are counted as they are in the end', async () => {
    const change = async () => {
      await app.write(jobOf(100, 'of the'), jobOf(101, 'the of'), jobOf(1, 'now of the'))
      await app.write(jobOf(2, 'no longer'), { ...jobOf(0, ''), status: 'expired' })
    }
    for (const at of [0, SEGMENTS - 1]) {
      const before = Array<() => Promise<void>>(at).fill(() => Promise.resolve())
      const { queries } = interrupted(...before, change)
      expect(await count(queries, filterOf('"of the"'))).toBe(5n)
      expect(await count(queries, filterOf('-"of the"'))).toBe(6n)
    }
  })
})

test('lists of another version, and no lists, answer nothing', async () => {
  expect(await findListedTexts(app.database, filterOf('"of the"'))).toBeDefined()
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION - 1}::integer`)
  expect(await findListedTexts(app.database, filterOf('"of the"'))).toBeUndefined()
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION}::integer`)
  await app.database.run(sql`delete from text_segments`)
  expect(await findListedTexts(app.database, filterOf('"of the"'))).toBeUndefined()
})

describe('the lists are asked for', () => {
  const all: JobFilter = { countries: ['CA', 'US'] }
  test.each<[string, JobFilter, number | undefined]>([
    ['a phrase', filterOf('"of the"'), 1],
    ['a phrase beside others', filterOf('zzz -"of the" "zzz the" "to the"'), 2],
    ['alternatives', filterOf('zzz OR "of the"'), 1],
    ['distances', { ...all, text: parseAdvanced("of <3> ('to the' | in)") }, 1],
    ['not words', filterOf('of the'), undefined],
    ['not words that are not common', filterOf('"zzz the"'), undefined],
    ['not beginnings of words', { ...all, text: parseAdvanced("'of th':*") }, undefined],
    ['not alternatives of which one is not listed', filterOf('"zzz the" OR "of the"'), undefined],
    ['not titles', { ...all, title: parsePlain('"of the"') }, undefined],
    ['not a few jobs', { ...filterOf('"of the"'), ids: [1n] }, undefined],
    ['not an employer', { ...filterOf('"of the"'), organizations: ['Acme'] }, undefined],
    [
      'not very many words',
      { ...all, text: parsePlain('"of the to a and for in with is we you on are that or our at"') },
      undefined,
    ],
  ])('%s', async (_, filter, trees) => {
    const listed = await findListedTexts(app.database, filter)
    expect(listed?.matching.size).toBe(trees as number)
  })
})
