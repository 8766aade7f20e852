import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dropDeadTexts } from '../../src/import/drop-dead-texts'
import { joinable, joinSegments, type Segment } from '../../src/import/join-segments'
import type { Posting } from '../../src/import/posting'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import { DAY_MS } from '../../src/values/instant'
import { emptyCatalogue } from '../support/empty-catalogue'
import { positionsInLists, positionsInRows } from '../support/listed-positions'
import { place, posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
})
afterAll(() => app.stop())

const TEXTS = ['of the people', 'the people', 'people of the zzz', 'The Of', 'été of']

function numbered(number: number, description_text: string): Posting {
  return posting({ external_id: String(number), title: `Nurse ${number}`, description_text })
}

function text(number: number): string {
  return TEXTS[number % TEXTS.length] ?? ''
}

async function segments(): Promise<{ texts: number }[]> {
  return await app.database.run(sql`select texts from text_segments order by first_text`)
}

test('the lists have the common words of the active jobs, through changes and joins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const lines = Array.from({ length: 6 }, (_, number) =>
      numbered(number + 3 * round, text(number + round)),
    )
    await app.write(...lines)
    await joinSegments(app.database)
    expect(await positionsInLists(app.database)).toMatchObject(await positionsInRows(app.database))
  }
  expect((await segments()).length).toBeLessThan(8)
  app.clock.advance(33 * DAY_MS)
  await dropDeadTexts(app.writer)
  expect(await positionsInLists(app.database)).toMatchObject(await positionsInRows(app.database))
  const [{ texts = 0 } = {}] = await app.database.run<{ texts: number }>(
    sql`select sum(texts)::integer as texts from text_segments`,
  )
  expect(texts).toBeLessThanOrEqual(2 * 63)
})

test('each job of a posting in two countries has a text, also when it has left', async () => {
  const locations = [place('Toronto', 'ON', 'CA'), place('Boston', 'MA', 'US')]
  const line = posting({ locations, description_text: 'of the' })
  const ids = () => app.database.run(sql`select text_id as text from jobs order by id`)
  await app.write(line)
  expect(await ids()).toEqual([{ text: 1n }, { text: 2n }])
  await app.write({ ...line, status: 'expired' })
  expect(await ids()).toEqual([{ text: 1n }, { text: 2n }])
})

describe('segments are joined', () => {
  const version = ANALYZER_VERSION
  const sized = (...sizes: number[]): Segment[] =>
    sizes.map((texts, at) => ({ firstText: BigInt(1_000_000 * at), texts, version }))

  const other = { firstText: 1n, texts: 1, version: version + 1 }

  test.each([
    ['eight of the smallest', sized(1, 1, 1, 1, 1, 1, 1, 1), [8]],
    ['not seven', sized(1, 1, 1, 1, 1, 1, 1), []],
    ['not across a large one', sized(1, 1, 1, 1, 900, 1, 1, 1, 1), []],
    ['those that make the next size together', sized(300, 200, 600, 400), [3]],
    ['of the largest first', sized(60_000, 900, 900, 4_000, 1), [4]],
    ['not with those of another version', [...sized(1, 1, 1, 1), other, ...sized(1, 1, 1, 1)], []],
    ['in several runs', sized(40_000, 40_000, 40_000, 40_000, 40_000), [2, 2]],
    ['none of the last size', sized(64_000, 64_000, 64_000), []],
  ])('%s', (_, segments, lengths) => {
    expect(joinable(segments).map((run) => run.length)).toEqual(lengths)
  })

  test.each([[1], [20], [300], [999], [1_000]])(
    'so that they are few and seldom written anew, in batches of %d',
    (size) => {
      const batches = 2_000
      let all: Segment[] = []
      let written = 0
      for (let batch = 0; batch < batches; batch += 1) {
        all.push({ firstText: BigInt(batch * size), texts: size, version })
        for (const run of joinable(all)) {
          const texts = run.reduce((sum, segment) => sum + segment.texts, 0)
          written += texts
          all = all.flatMap((segment) => {
            if (segment === run[0]) return [{ ...segment, texts }]
            return run.includes(segment) ? [] : [segment]
          })
        }
        expect(all.length).toBeLessThan(32 + (batch * size) / 64_000)
      }
      expect(written / (batches * size)).toBeLessThan(size === 1 ? 13 : 4)
    },
  )
})
