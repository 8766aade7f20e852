import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createHourWatermark } from '../../../../src/catalogue/database/history/hour-watermark'
import { createWriter, type Writer } from '../../../../src/catalogue/import/write/writer'
import { importLines } from '../../../support/import-lines'
import { posting } from '../../../support/posting-builder'
import { TestClock } from '../../../support/test-clock'
import { useTestDatabase } from '../../../support/use-test-database'

const server = useTestDatabase()
let writer: Writer
let clock: TestClock
beforeEach(async () => {
  await server.database.run(sql`delete from writer_clock`)
  clock = new TestClock('2026-01-15T12:00:10Z')
  writer = createWriter(server.database, () => Promise.resolve(clock.now()))
})

async function createdAt(url: string): Promise<string> {
  const [row] = await server.database.run<{ at: Date }>(sql`
    select occurred_at as at from changes join job_documents using (job_id)
    where (head || tail || '}')::json ->> 'url' = ${url}`)
  return row?.at.toISOString() ?? ''
}

test('a clock that was set back by a minute gives instants that are not before the last', async () => {
  const [first, second, third] = [posting(), posting(), posting()]
  await importLines(writer, [first])
  clock.set('2026-01-15T11:59:10Z')
  await importLines(writer, [second])
  expect(await createdAt(second.url)).toBe('2026-01-15T12:00:10.000Z')
  clock.set('2026-01-15T12:00:11Z')
  await importLines(writer, [third])
  expect(await createdAt(third.url)).toBe('2026-01-15T12:00:11.000Z')
})

test('a clock that was set back further is an error that names both instants', async () => {
  await importLines(writer, [posting()])
  clock.set('2026-01-15T11:59:09.999Z')
  await expect(importLines(writer, [posting()])).rejects.toThrow(
    'the clock of the database says 2026-01-15T11:59:09.999Z, but the catalogue has instants until 2026-01-15T12:00:10Z; set the clock of the database server right, or import after that instant',
  )
})

test('an hour that was served as complete gains no job when the clock is set back', async () => {
  const late = posting()
  await createHourWatermark(server.database)(new Date('2026-01-15T12:00:00Z'))
  clock.set('2026-01-15T11:59:20Z')
  await importLines(writer, [late])
  expect(await createdAt(late.url)).toBe('2026-01-15T12:00:00.000Z')
})

test('another process finds a complete hour in the database, and waits for no writer', async () => {
  await createHourWatermark(server.database)(new Date('2026-01-15T12:00:00Z'))
  await server.database.transaction(async ({ run }) => {
    await run(sql`select pg_advisory_xact_lock(5301001)`)
    await createHourWatermark(server.database, 50)(new Date('2026-01-15T12:00:00Z'))
  })
})

test('an archive keeps its instants, and the latest of them counts', async () => {
  const archived = posting({ history: { date_created: '2026-01-15T12:00:05Z' } })
  await importLines(writer, [archived], { history: true })
  expect(await createdAt(archived.url)).toBe('2026-01-15T12:00:05.000Z')
  clock.set('2026-01-15T11:59:50Z')
  const next = posting()
  await importLines(writer, [next])
  expect(await createdAt(next.url)).toBe('2026-01-15T12:00:10.000Z')
})

test('an import that changes nothing writes nothing', async () => {
  const line = posting()
  await importLines(writer, [line])
  clock.set('2026-01-15T13:00:00Z')
  await importLines(writer, [line])
  const rows = await server.database.run<{ at: Date }>(
    sql`select last_instant as at from writer_clock`,
  )
  expect(rows).toEqual([{ at: new Date('2026-01-15T12:00:10Z') }])
})
