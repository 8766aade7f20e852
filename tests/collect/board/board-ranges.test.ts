import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { collectorBoards } from '../../../src/catalogue/database/schema/collector'
import { inRanges } from '../../../src/collect/board/board-ranges'
import { useTestDatabase } from '../../support/use-test-database'

const catalogue = useTestDatabase()

/** The ids of the boards in each range, one query for each. */
async function readRanges(): Promise<number[][]> {
  const { database } = catalogue
  const ranges: number[][] = []
  const all = await inRanges(database, collectorBoards.id, async (isInRange) => {
    const rows = await database.db
      .select({ id: collectorBoards.id })
      .from(collectorBoards)
      .where(isInRange)
    ranges.push(rows.map(({ id }) => id))
    return rows
  })
  expect(ranges.flat()).toEqual(all.map(({ id }) => id))
  return ranges
}

test('without boards there is no range', async () => {
  expect(await readRanges()).toEqual([])
})

test('each board is in one range, and large boards are in small ranges', async () => {
  const { database } = catalogue
  // Ids with gaps; each thousandth board has 30,000 postings, and others have none, or were never read.
  await database.run(sql`insert into collector_boards (id, source, slug, settings, added_at, next_due, interval_seconds, last_count)
    overriding system value
    select number * 3, 'greenhouse', number::text, '{}', now(), now(), 14400,
      case when number % 1000 = 0 then 30000 when number % 2 = 0 then 0 end
    from generate_series(1, 12000) as number`)
  const ranges = await readRanges()
  expect(ranges.flat().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12_000 }, (_, index) => (index + 1) * 3),
  )
  const large = ranges.map((ids) => ids.filter((id) => id % 3000 === 0).length)
  expect(Math.max(...large)).toBe(1)
  expect(Math.max(...ranges.map((ids) => ids.length))).toBeLessThanOrEqual(2_000)
})
