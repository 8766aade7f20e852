import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dropDeadTexts } from '../../src/ingest/drop-dead-texts'
import { joinable, type Segment } from '../../src/ingest/list-texts'
import type { Posting } from '../../src/ingest/posting'
import { commonNumber } from '../../src/search/common-words'
import { WordListReader } from '../../src/search/word-list-reader'
import { DAY_MS } from '../../src/values/instant'
import { place, posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.stop())

const TEXTS = ['of the people', 'the people', 'people of the zzz', 'The Of', 'été of']

function numbered(number: number, description_text: string): Posting {
  return posting({ external_id: String(number), title: `Nurse ${number}`, description_text })
}

function text(number: number): string {
  return TEXTS[number % TEXTS.length] ?? ''
}

type Places = Record<string, Record<string, number[]>>

/** By common word and text: where it stands, by the rows of the active jobs. */
async function placesOfRows(): Promise<Places> {
  const rows = await app.database.run<{ word: string; text: bigint; places: string }>(sql`
    select entry.lexeme as word, text_id as text, array_to_string(entry.positions, ',') as places
    from active_jobs, unnest(text_words) as entry`)
  const places: Places = {}
  for (const { word, text, places: stands } of rows) {
    if (commonNumber(word) === 0) continue
    places[word] = { ...places[word], [String(text)]: stands.split(',').map(Number) }
  }
  return places
}

/** The same by the lists, with the texts that have left. */
async function placesOfLists(): Promise<Places> {
  const rows = await app.database.run<{ word: string; list: Uint8Array }>(
    sql`select word, list from word_lists order by word, first_text`,
  )
  const places: Places = {}
  for (const [word, lists] of Map.groupBy(rows, (row) => row.word)) {
    const reader = new WordListReader(lists.map(({ list }) => list))
    for (; reader.text < Number.POSITIVE_INFINITY; reader.seek(reader.text + 1)) {
      reader.read()
      const stands = [...reader.places.subarray(0, reader.count)]
      places[word] = { ...places[word], [String(reader.text)]: stands }
    }
  }
  return places
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
    expect(await placesOfLists()).toMatchObject(await placesOfRows())
  }
  expect((await segments()).length).toBeLessThan(8)
  app.clock.advance(33 * DAY_MS)
  await dropDeadTexts(app.writer)
  expect(await placesOfLists()).toMatchObject(await placesOfRows())
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

describe('texts that have left', () => {
  beforeEach(async () => {
    await app.write(...Array.from({ length: 20 }, (_, number) => numbered(number, text(number))))
  })

  async function remove(count: number): Promise<void> {
    const lines = Array.from({ length: count }, (_, number) => numbered(number, ''))
    await app.write(...lines.map((line) => ({ ...line, status: 'expired' as const })))
  }

  /** When no count asks for them any more. */
  async function dropLater(): Promise<void> {
    app.clock.advance(33 * DAY_MS)
    await dropDeadTexts(app.writer)
  }

  test('stay in the lists for the month in which they are counted, and are counted by them', async () => {
    const before = await placesOfLists()
    await remove(20)
    app.clock.advance(31 * DAY_MS)
    await dropDeadTexts(app.writer)
    expect([await placesOfLists(), await segments()]).toEqual([before, [{ texts: 20 }]])
    const target = '/v1/active-ats-count?time_frame=1m&description=%22of+the%22'
    // Two of five texts have it.
    expect(await app.get(target)).toEqual({ count: 8 })
    await app.database.run(sql`delete from word_lists`)
    expect(await app.get(target)).toEqual({ count: 0 })
  })

  test('stay in the lists until they are more than the others', async () => {
    const before = await placesOfLists()
    await remove(10)
    await dropLater()
    expect([await placesOfLists(), await segments()]).toEqual([before, [{ texts: 20 }]])
    await remove(11)
    await dropDeadTexts(app.writer)
    expect([await placesOfLists(), await segments()]).toEqual([
      await placesOfRows(),
      [{ texts: 9 }],
    ])
  })

  test('take their segment with them', async () => {
    await remove(20)
    await dropLater()
    expect([await placesOfLists(), await segments()]).toEqual([{}, []])
  })
})

describe('segments are joined', () => {
  const sized = (...sizes: number[]): Segment[] =>
    sizes.map((texts, at) => ({ firstText: BigInt(1_000_000 * at), texts }))

  test.each([
    ['eight of the smallest', sized(1, 1, 1, 1, 1, 1, 1, 1), [8]],
    ['not seven', sized(1, 1, 1, 1, 1, 1, 1), []],
    ['not across a large one', sized(1, 1, 1, 1, 900, 1, 1, 1, 1), []],
    ['those that make the next size together', sized(300, 200, 600, 400), [3]],
    ['of the largest first', sized(60_000, 900, 900, 4_000, 1), [4]],
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
        all.push({ firstText: BigInt(batch * size), texts: size })
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
