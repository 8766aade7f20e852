import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { importPostings, noCounts } from '../../../src/catalogue/import/import-postings'
import { MAX_BATCH } from '../../../src/catalogue/import/write/write-batch'
import { emptyCatalogue } from '../../support/empty-catalogue'
import { importLines } from '../../support/import-lines'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const NONE = noCounts()
const NOWHERE = 'locations: none is in Canada or the United States, and no countries are given'
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, '2026-01-15T10:30:00Z'))

async function activeTitles(): Promise<string[]> {
  app.clock.advance(1)
  const jobs = await app.get<{ title: string }[]>(
    '/v1/active-ats?time_frame=6m&cursor=0&limit=1000',
  )
  return jobs.map(({ title }) => title)
}

describe('lines are counted by what became of them', () => {
  test('an empty file has none', async () => {
    expect(await importLines(app.writer, [])).toMatchObject({ counts: NONE, rejects: [] })
  })

  test('each once, and the sum is what was read', async () => {
    const known = [posting({ title: 'a' }), posting({ title: 'b' }), posting({ title: 'c' })]
    const [first, second, third] = known
    const both = posting({ locations: [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')] })
    await importLines(app.writer, [...known, both])
    app.clock.advance(1000 * 60 * 60)
    const { counts, rejects } = await importLines(app.writer, [
      first,
      { ...second, title: 'B' },
      { ...both, locations: [place('Windsor', 'ON', 'CA')] },
      {
        source: third?.source,
        source_slug: 'acme',
        external_id: third?.external_id,
        status: 'expired',
      },
      posting(),
      '',
      posting({ locations: [] }),
      '{"source"',
    ])
    expect(counts).toEqual({
      read: 7,
      created: 1,
      updated: 1,
      unchanged: 1,
      expired: 1,
      excluded: 1,
      rejected: 2,
      excludedJobs: { CA: 0, US: 1 },
    })
    expect(rejects).toEqual([
      "line 8: not JSON: JSON Parse error: Expected ':' before value in object property definition; expected one JSON object a line",
      `line 7: ${NOWHERE}`,
    ])
  })
})

describe('lines that are not taken', () => {
  test('are told by their number, with their text, and do not stop the others', async () => {
    const lines = [
      posting({ title: 'a' }),
      '',
      { ...posting(), titel: 'x' },
      'x',
      posting({ title: 'b' }),
      { ...posting(), salary: { currency: 'CAD', value: { minValue: 'abc', unitText: 'HOUR' } } },
    ]
    const { counts, rejects, rejected } = await importLines(app.writer, lines)
    expect(counts).toEqual({ ...NONE, read: 5, created: 2, rejected: 3 })
    expect(rejects).toEqual([
      'line 3: titel: unknown member; did you mean title?',
      'line 4: not JSON: JSON Parse error: Unexpected identifier "x"; expected one JSON object a line',
      "line 6: salary.value.minValue: expected a number, got 'abc'",
    ])
    expect(rejected).toEqual([JSON.stringify(lines[2]), 'x', JSON.stringify(lines[5])])
    expect(await activeTitles()).toEqual(['a', 'b'])
  })

  test('are kept as they came, halves of characters and all', async () => {
    const line = { ...posting({ title: '\ud800' }), titel: 'x' }
    const { rejected } = await importLines(app.writer, [line])
    expect(rejected).toEqual([JSON.stringify(line)])
  })

  test('whoever is told of one is waited for, and can stop the import', async () => {
    const failing = importPostings(app.writer, lineOf('{"source"'), {
      history: false,
      onReject: () => Promise.reject(new Error('the disk is full')),
      onProgress: () => undefined,
    })
    await expect(failing).rejects.toThrow('the disk is full')
  })
})

async function* lineOf(text: string) {
  yield { number: 1, text, position: text.length }
}

describe('a posting that is named twice in a file', () => {
  test('has the content of the later line', async () => {
    const line = posting({ title: 'a' })
    const { counts } = await importLines(app.writer, [
      line,
      posting({ title: 'c' }),
      { ...line, title: 'b' },
    ])
    expect(counts).toEqual({ ...NONE, read: 3, created: 2, updated: 1 })
    expect(await activeTitles()).toEqual(['b', 'c'])
  })

  test('may leave and come again', async () => {
    const { external_id, ...line } = posting({ title: 'a' })
    const identified = { ...line, external_id }
    const removal = {
      source: line.source,
      source_slug: line.source_slug,
      external_id,
      status: 'expired',
    }
    const { counts } = await importLines(app.writer, [
      identified,
      removal,
      identified,
      removal,
      identified,
    ])
    expect(counts).toEqual({ ...NONE, read: 5, created: 3, expired: 2 })
    const { events } = await app.get<{ events: { event: string; job_id: number }[] }>('/v1/changes')
    expect(events.map(({ event, job_id }) => `${event} ${job_id}`)).toEqual([
      'created 1',
      'expired 1',
      'created 2',
      'expired 2',
      'created 3',
    ])
  })

  test('is the same under an alias of its source', async () => {
    const line = posting({ source: 'myworkdayjobs' })
    const { counts } = await importLines(app.writer, [line, { ...line, source: 'Workday' }])
    expect(counts).toEqual({ ...NONE, read: 2, created: 1, unchanged: 1 })
  })

  test('is another one on another board', async () => {
    const line = posting({ source_slug: 'a' })
    const { counts } = await importLines(app.writer, [
      line,
      { ...line, source_slug: 'b' },
      { ...line, source_slug: null },
    ])
    expect(counts).toEqual({ ...NONE, read: 3, created: 3 })
  })
})

describe('batches', () => {
  const lines = Array.from({ length: MAX_BATCH + 1 }, (_, index) =>
    posting({ title: `Job ${index}` }),
  )

  test('hold at most a thousand lines, a transaction each, and progress is told after each', async () => {
    const { counts, progress } = await importLines(app.writer, lines)
    expect(counts).toEqual({ ...NONE, read: MAX_BATCH + 1, created: MAX_BATCH + 1 })
    expect(progress.map(({ created }) => created)).toEqual([MAX_BATCH, MAX_BATCH + 1])
    const [row] = await app.database.run<{ transactions: number }>(
      sql`select count(distinct xmin::text)::integer as transactions from changes`,
    )
    expect(row).toEqual({ transactions: 2 })
  })

  test('hold at most two megabytes, and a larger line is alone', async () => {
    const of = (bytes: number) => posting({ description_text: 'é'.repeat(bytes / 2) })
    const all = [of(800_000), of(800_000), of(800_000), of(2_000_000), of(1_000), of(1_000)]
    const { progress } = await importLines(app.writer, all)
    expect(progress.map(({ created }) => created)).toEqual([2, 3, 4, 6])
  })

  test('of large lines hold fewer', async () => {
    const sourceFields = { version: 'x'.repeat(15_000_000), fields: {} }
    const large = [1, 2, 3].map((id) => ({
      source: 'lever',
      external_id: `large ${id}`,
      status: 'expired',
      source_fields: sourceFields,
    }))
    const { counts, progress } = await importLines(app.writer, large)
    expect(counts).toEqual({ ...NONE, read: 3, unchanged: 3 })
    expect(progress).toHaveLength(3)
  })

  test('are written, and told, when the file breaks off after them', async () => {
    async function* broken() {
      for (const [index, line] of lines.entries()) {
        yield { number: index + 1, text: JSON.stringify(line), position: 0 }
      }
      throw new Error('the stream is cut short')
    }
    const created: number[] = []
    const failing = importPostings(app.writer, broken(), {
      history: false,
      onReject: () => Promise.resolve(),
      onProgress: (_, counts) => created.push(counts.created),
    })
    expect(String(await failing.catch((error) => error))).toBe('Error: the stream is cut short')
    expect(created).toEqual([MAX_BATCH])
    const [row] = await app.database.run(sql`select count(*)::integer as jobs from jobs`)
    expect(row).toEqual({ jobs: MAX_BATCH })
  })

  test('progress ends with the bytes of the file', async () => {
    const bytes = Buffer.byteLength(lines.map((line) => JSON.stringify(line)).join('\n'))
    const { progress } = await importLines(app.writer, lines)
    expect(progress.at(-1)?.position).toBe(bytes)
  })
})
