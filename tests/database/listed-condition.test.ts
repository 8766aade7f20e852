import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createQueries, type Queries, whileWanted } from '../../src/database/drizzle'
import { findListedTexts } from '../../src/database/listed-condition'
import type { JobFilter } from '../../src/filters/job-filter'
import { parseAdvanced } from '../../src/search/advanced-parser'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import { parsePlain } from '../../src/search/plain-parser'
import { ClientDisconnected } from '../../src/values/errors'
import { DAY_MS } from '../../src/values/instant'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.write(posting({ description_text: 'of the people' }))
})
afterAll(() => app.stop())

const filterOf = (text: string): JobFilter => ({ countries: ['CA', 'US'], text: parsePlain(text) })

describe('in line', () => {
  const search = (queries: Queries) => findListedTexts(queries, filterOf('"of the"'))

  test('four search at once, and who has gone makes room', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    const slow = createQueries(async (statement) => {
      asked += 1
      await held
      return await app.database.ask(statement)
    })
    const first = Array.from({ length: 4 }, () => search(slow))
    const gone = new AbortController()
    const fifth = search(whileWanted(slow, gone.signal))
    await Bun.sleep(0)
    expect(asked).toBe(4)
    gone.abort()
    await expect(fifth).rejects.toThrow(ClientDisconnected)
    release()
    expect((await Promise.all(first)).every((found) => found !== undefined)).toBe(true)
    expect(await search(slow)).toBeDefined()
  })
})

test('lists of another version answer nothing', async () => {
  expect(await findListedTexts(app.database, filterOf('"of the"'))).toBeDefined()
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION - 1}::integer`)
  expect(await findListedTexts(app.database, filterOf('"of the"'))).toBeUndefined()
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION}::integer`)
})

describe('the lists are asked for', () => {
  const all: JobFilter = { countries: ['CA', 'US'] }
  const days = (count: number) => ({ from: new Date(0), to: new Date(count * DAY_MS) })
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
    ['a window of three days', { ...filterOf('"of the"'), created: days(3) }, 1],
    ['not a narrow window', { ...filterOf('"of the"'), created: days(2) }, undefined],
    ['not what was modified lately', { ...filterOf('"of the"'), modified: days(1) }, undefined],
    ['not what was posted lately', { ...filterOf('"of the"'), posted: days(1) }, undefined],
    [
      'an open window',
      { ...filterOf('"of the"'), created: { from: new Date(), to: undefined } },
      1,
    ],
    ['not very many phrases', filterOf(Array(17).fill('"of the"').join(' ')), undefined],
    [
      'not long chains',
      { ...all, text: parseAdvanced(Array(17).fill('of').join(' <-> ')) },
      undefined,
    ],
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
