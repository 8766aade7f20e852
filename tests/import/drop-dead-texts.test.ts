import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { takeLock } from '../../src/database/locks'
import { dropDeadTexts } from '../../src/import/drop-dead-texts'
import type { Posting } from '../../src/import/posting'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import { DAY_MS, HOUR_MS } from '../../src/values/instant'
import { emptyCatalogue } from '../support/empty-catalogue'
import { importLines } from '../support/import-lines'
import { type Positions, positionsInLists, positionsInRows } from '../support/listed-positions'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'
import { until } from '../support/until'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
  await app.write(...Array.from({ length: JOBS }, (_, number) => jobOf(number)))
})
afterAll(() => app.stop())

const JOBS = 20

/** A month and what clocks may differ by, in which what has left is counted. */
const MONTH_MS = 31 * DAY_MS

function jobOf(number: number): Posting {
  const description_text = number % 2 === 0 ? 'of the people' : 'the people of'
  return posting({ external_id: String(number), title: `zzz ${number}`, description_text })
}

const removalOf = (number: number) => ({ ...jobOf(number), status: 'expired' as const })

/** The first so many jobs leave. */
async function remove(count: number): Promise<void> {
  await app.write(...Array.from({ length: count }, (_, number) => removalOf(number)))
}

async function dropLater(ms = 33 * DAY_MS): Promise<void> {
  app.clock.advance(ms)
  await dropDeadTexts(app.writer)
}

type State = [Positions, { texts: number }[]]

async function state(): Promise<State> {
  const segments = sql`select texts from text_segments order by first_text`
  return [await positionsInLists(app.database), await app.database.run<{ texts: number }>(segments)]
}

test('texts that have left are counted in the lists for a month, and stay a little longer', async () => {
  const before = await state()
  await remove(JOBS)
  await dropLater(MONTH_MS)
  const target = '/v1/active-ats-count?time_frame=1m&description=%22of+the%22'
  expect(await app.get(target)).toEqual({ count: JOBS / 2 })
  await dropLater(DAY_MS / 2)
  expect(await state()).toEqual(before)
})

test('the lists alone know where words of jobs stand that have left', async () => {
  await remove(JOBS)
  app.clock.advance(HOUR_MS)
  await app.database.run(sql`delete from word_lists`)
  const target = '/v1/active-ats-count?time_frame=1m&description=%22of+the%22'
  expect(await app.get(target)).toEqual({ count: 0 })
})

test('texts stay until they are more than the others of their segment', async () => {
  const before = await state()
  await remove(JOBS / 2)
  await dropLater()
  expect(await state()).toEqual(before)
  await remove(JOBS / 2 + 1)
  await dropLater()
  expect(await state()).toEqual([await positionsInRows(app.database), [{ texts: JOBS / 2 - 1 }]])
})

test('the last texts take their segment with them', async () => {
  await remove(JOBS)
  await dropLater()
  expect(await state()).toEqual([{}, []])
})

test('they are looked for once an hour, and when the clock was set back', async () => {
  await remove(JOBS)
  await dropLater()
  expect(await state()).toEqual([{}, []])
  await app.write(jobOf(0))
  await app.write(removalOf(0))
  await app.database.run(sql`update jobs set date_created = '2020-01-01'`)
  const again = await state()
  await dropLater(HOUR_MS - 1)
  expect(await state()).toEqual(again)
  await dropLater(-2 * HOUR_MS)
  expect(await state()).toEqual([{}, []])
})

test('an import has dropped them when it ends', async () => {
  app.clock.advance(33 * DAY_MS)
  await importLines(
    app.writer,
    Array.from({ length: JOBS }, (_, number) => removalOf(number)),
  )
  expect(await state()).toEqual([{}, []])
})

test('a segment that another version wrote is dropped as a whole', async () => {
  await app.database.run(sql`update text_segments set version = ${ANALYZER_VERSION + 1}::integer`)
  const before = await state()
  await remove(JOBS - 1)
  await dropLater()
  expect(await state()).toEqual(before)
  await remove(JOBS)
  await dropLater()
  expect(await state()).toEqual([{}, []])
})

test('a segment that was joined meanwhile is left as it is', async () => {
  await remove(JOBS - 1)
  app.clock.advance(33 * DAY_MS)
  const before = await state()
  let begun = 0
  const { database } = app.writer
  await dropDeadTexts({
    ...app.writer,
    database: {
      ...database,
      async transaction(work) {
        begun += 1
        await database.run(sql`update text_segments set last_text = last_text + 1`)
        return await database.transaction(work)
      },
    },
  })
  expect(begun).toBe(1)
  expect(await state()).toEqual(before)
})

test('it waits for whoever joins segments, and no writer waits for it', async () => {
  await remove(JOBS)
  app.clock.advance(33 * DAY_MS)
  const order: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const joining = app.database.transaction(async (queries) => {
    await takeLock(queries, 'wordLists')
    begin()
    await held
    order.push('joined')
  })
  await begun
  const dropping = dropDeadTexts(app.writer).then(() => order.push('dropped'))
  const waiters = sql`select from pg_locks where locktype = 'advisory' and not granted`
  await until(async () => (await app.database.run(waiters)).length > 0)
  await app.write(jobOf(JOBS))
  order.push('written')
  release()
  await Promise.all([joining, dropping])
  expect(order).toEqual(['written', 'joined', 'dropped'])
})
