import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

type Row = { number: number; document: Uint8Array | null; name: string }

/** Rows whose documents are so many characters long. */
async function readDocuments(rows: number, characters: number): Promise<Row[]> {
  return await own.database.run<Row>(sql`
    select number, 'é' || number as name, repeat('é😀\\"', ${characters / 4}::integer) || number as document
    from generate_series(1, ${rows}::integer) as number order by number`)
}

test.each([
  ['none', 0, 4],
  ['a few', 3, 4],
  ['that share what the socket receives', 5_000, 400],
  ['that each come in many pieces', 4, 4_000_000],
])('documents stay bytes beside decoded values: %s', async (_, rows, characters) => {
  const read = await readDocuments(rows, characters)
  expect(read).toHaveLength(rows)
  const start = 'é😀\\"'.repeat(characters / 4)
  for (const [index, { number, name, document }] of read.entries()) {
    expect([number, name]).toEqual([index + 1, `é${index + 1}`])
    expect(Buffer.from(document ?? []).equals(Buffer.from(`${start}${index + 1}`))).toBe(true)
  }
})

test('bytes keep what they say while the connection goes on', async () => {
  const kept = await readDocuments(50, 40_000)
  const before = kept.map(({ document }) => Bun.hash(document ?? ''))
  for (let round = 0; round < 10; round += 1) await readDocuments(60, 40_000)
  expect(kept.map(({ document }) => Bun.hash(document ?? ''))).toEqual(before)
})

test('a row may have no document', async () => {
  const rows = await own.database.run(sql`select 1 as number, null::text as document`)
  expect(rows).toEqual([{ number: 1, document: null }])
})
