import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { importPostings } from '../../../../src/catalogue/import/import-postings'
import type { FileLine } from '../../../../src/catalogue/import/line/read-lines'
import { createWriter } from '../../../../src/catalogue/import/write/writer'
import { posting } from '../../../support/posting-builder'
import { RandomHistory, randomNumbers } from '../../../support/random-history'
import { useTestApp } from '../../../support/use-test-app'

const WRITERS = 8
const countChanges = sql`select count(*) as count from changes`
const app = useTestApp()

test('a reader beside eight writers sees every number once, in order, and never one behind', async () => {
  let isWriting = true
  const seen = { CA: 0, US: 0 }
  const read = async (): Promise<void> => {
    for (const country of ['CA', 'US'] as const) {
      const page = await app.get<{
        events: { seq: number }[]
        latest_seq: number
        more: boolean
      }>(`/v1/changes?country=${country}&since=${seen[country]}&limit=50`)
      for (const { seq } of page.events) {
        expect(seq).toBe(seen[country] + 1)
        seen[country] = seq
      }
      expect(page.more).toBe(page.latest_seq > seen[country])
    }
  }
  const reading = (async () => {
    while (isWriting) {
      await read()
      await Bun.sleep(2)
    }
  })()
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writeHistory(index)))
  isWriting = false
  await reading
  for (let more = true; more; ) {
    const before = { ...seen }
    await read()
    more = before.CA !== seen.CA || before.US !== seen.US
  }
  // From 1 on without a gap, so the last number is the number of events.
  const [row] = await app.database.run<{ count: bigint }>(countChanges)
  expect(row?.count).toBe(BigInt(seen.CA + seen.US))
  expect(seen.CA + seen.US).toBeGreaterThan(WRITERS * 30)
})

test('two imports of the same new board at once create each posting once', async () => {
  const lines = Array.from({ length: 300 }, () => JSON.stringify(posting({ source_slug: 'twice' })))
  const [first, second] = await Promise.all([importLines(lines), importLines(lines)])
  expect(first.created + second.created).toBe(300)
  expect(first.unchanged + second.unchanged).toBe(300)
})

/** Each writer has its own connections, its own board, and batches of a few lines. */
async function writeHistory(index: number): Promise<void> {
  const history = new RandomHistory(randomNumbers(100 + index))
  for (let batch = 0; batch < 15; batch += 1) {
    await importLines(
      history.batch(6).map((line) => JSON.stringify({ ...line, source_slug: `board-${index}` })),
    )
  }
}

async function importLines(lines: readonly string[]) {
  return await importPostings(createWriter(app.database), asFile(lines), {
    history: false,
    onReject: ({ issue }) => Promise.reject(new Error(issue)),
    onProgress: () => undefined,
  })
}

async function* asFile(lines: readonly string[]): AsyncGenerator<FileLine> {
  for (const [index, text] of lines.entries()) yield { number: index + 1, text, position: 0 }
}
