import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { wordsHorizon } from '../../../../src/catalogue/database/schema/dropped-words'
import type { Posting, Removal } from '../../../../src/catalogue/import/posting'
import { dropWords } from '../../../../src/catalogue/import/upkeep/drop-words'
import { reindex } from '../../../../src/catalogue/import/upkeep/reindex'
import { ANALYZER_VERSION } from '../../../../src/text/search/index/analyzer'
import { DAY_MS, HOUR_MS } from '../../../../src/values/instant'
import { MONTH_MS } from '../../../../src/values/window'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { importLines } from '../../../support/import-lines'
import { place, posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const START = '2026-01-15T10:30:00Z'
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, START))

const nurse = (id: string) =>
  posting({
    external_id: id,
    title: 'Nurse',
    organization: 'Acme',
    locations: [place('Toronto', 'ON', 'CA')],
  })

function gone({ source, source_slug = null, external_id = '' }: Posting): Removal {
  return { source, source_slug, external_id, status: 'expired' }
}

/** The ids of the jobs that have words. */
async function withWords(): Promise<string> {
  const [row] = await app.database.run<{ ids: string }>(sql`
    select coalesce(string_agg(id::text, ' ' order by id), '') as ids from jobs
    where title_words <> '' and organization_words <> '' and text_words <> '' and places <> '{}'`)
  return row?.ids ?? ''
}

/** The number of jobs that have words of some kind. */
async function withAnyWords(): Promise<number> {
  return await app.database.db.$count(
    sql`jobs`,
    sql`title_words <> '' or organization_words <> '' or text_words <> '' or places <> '{}'`,
  )
}

test('the words of a job that left stay for 31 days and an hour, and those of an active job for good', async () => {
  await app.write(nurse('a'), nurse('b'))
  await app.write(gone(nurse('a')))
  const document = await app.get('/v1/jobs/1')
  app.clock.advance(MONTH_MS + HOUR_MS)
  expect(await dropWords(app.writer)).toBe(0)
  expect(await withWords()).toBe('1 2')
  app.clock.advance(1)
  expect(await dropWords(app.writer)).toBe(1)
  expect([await withWords(), await withAnyWords()]).toEqual(['2', 1])
  expect(await dropWords(app.writer)).toBe(0)
  expect(await app.get('/v1/jobs/1')).toEqual(document)
  expect(await app.get('/v1/expired-ats?time_frame=6m')).toEqual([1])
})

test('they are dropped whatever else is empty: a title, an employer and a place without a word', async () => {
  const wordless = { title: '—', organization: null, locations: null, countries: ['CA' as const] }
  const jobs = [
    posting({ external_id: 'text', ...wordless, description_text: 'Night shifts' }),
    posting({ external_id: 'employer', ...wordless, organization: 'Acme' }),
    posting({ external_id: 'place', ...wordless, locations: [place('Toronto', 'ON', 'CA')] }),
  ]
  await app.write(...jobs)
  await app.write(...jobs.map(gone))
  expect(await withAnyWords()).toBe(3)
  app.clock.advance(MONTH_MS + HOUR_MS + 1)
  expect(await dropWords(app.writer)).toBe(3)
  expect(await withAnyWords()).toBe(0)
})

test('a job that leaves later has none from then on', async () => {
  await app.write(nurse('a'), nurse('b'))
  app.clock.advance(MONTH_MS + HOUR_MS)
  await app.write(gone(nurse('a')))
  expect(await withWords()).toBe('1 2')
  app.clock.advance(1)
  await app.write(gone(nurse('b')))
  expect(await withWords()).toBe('1')
})

test('an archive restores words for what is counted', async () => {
  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms).toISOString()
  const archived = (id: string, createdAgo: number) => ({
    ...nurse(id),
    history: { date_created: ago(createdAgo), date_removed: ago(1), status: 'expired' as const },
  })
  const lines = [archived('a', MONTH_MS + HOUR_MS + 1), archived('b', MONTH_MS + HOUR_MS)]
  await importLines(app.writer, lines, { history: true })
  expect([await withWords(), await withAnyWords()]).toEqual(['2', 1])
})

test('a reindex does not bring them back', async () => {
  await app.write(nurse('a'), nurse('b'), nurse('c'))
  await app.write(gone(nurse('a')))
  app.clock.advance(2 * DAY_MS)
  await app.write({ ...nurse('b'), title: 'Registered nurse' }, gone(nurse('c')))
  app.clock.advance(MONTH_MS)
  await dropWords(app.writer)
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION - 1}::integer`)
  expect(await reindex(app.writer, () => undefined)).toBe(1)
  expect([await withWords(), await withAnyWords()]).toEqual(['2', 1])
})

test('they go in steps, and beside a transaction that has a job locked', async () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map(nurse)
  await app.write(...many)
  await app.write(...many.map(gone))
  app.clock.advance(MONTH_MS + 2 * HOUR_MS)
  expect(await dropWords(app.writer, { step: 1, maxSteps: 2 })).toBe(2)
  await app.database.transaction(async ({ run }) => {
    await run(sql`select from removed_jobs where id = 3 for update`)
    expect(await dropWords(app.writer, { step: 1 })).toBe(2)
  })
  expect(await withWords()).toBe('3')
  expect(await dropWords(app.writer, { signal: AbortSignal.abort() })).toBe(0)
  expect(await dropWords(app.writer, { step: 1 })).toBe(1)
})

const SEARCHES = [
  'title=nurse',
  'description=nurse+acme',
  'organization_advanced=acme',
  'location=Toronto',
  'title=-welder',
  'title=nurse&location=Ontario&has_salary=false',
]

test('at any clock, counts of 1m have every job of the last 31 days, whatever was dropped', async () => {
  const hours = fc.integer({ min: 0, max: 40 * 24 })
  const lives = fc.array(
    fc.record({ createdAt: hours, livesFor: hours, edge: fc.constantFrom(-1, 0, 1) }),
    { minLength: 1, maxLength: 8 },
  )
  /** Around the instants at which the first job leaves the window and the horizon. */
  const waits = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(lives, waits, fc.boolean(), async (jobs, waited, isAtEdge) => {
      await emptyCatalogue(app, START)
      const start = app.clock.now().getTime()
      const planned = jobs.map(({ createdAt, livesFor, edge }, index) => {
        const created = start + createdAt * HOUR_MS + edge
        return { line: nurse(`${index}`), created, removed: created + 1 + livesFor * HOUR_MS }
      })
      const events = planned
        .flatMap(({ line, created, removed }) => [
          { at: created, line },
          { at: removed, line: gone(line) },
        ])
        .sort((one, other) => one.at - other.at)
      for (const { at, line } of events) {
        app.clock.set(new Date(Math.max(at, app.clock.now().getTime())).toISOString())
        await app.write(line)
        await dropWords(app.writer)
      }
      const instants = isAtEdge
        ? planned.map(({ created }) => created + MONTH_MS)
        : waited.map((wait) => app.clock.now().getTime() + wait * HOUR_MS)
      for (const at of instants
        .flatMap((instant) => [instant, instant + 1])
        .toSorted((a, b) => a - b)) {
        if (at < app.clock.now().getTime()) continue
        app.clock.set(new Date(at).toISOString())
        await dropWords(app.writer, { step: 2 })
        const expected = planned.filter(({ created }) => created >= at - MONTH_MS && created < at)
        for (const search of SEARCHES) {
          const target = `/v1/active-ats-count?time_frame=1m&${search}`
          expect(await app.get(target)).toEqual({ count: expected.length })
        }
        const horizon = wordsHorizon(new Date(at)).getTime()
        const removed = planned.filter((job) => job.removed <= at && job.created < horizon)
        expect(await withAnyWords()).toBe(planned.length - removed.length)
      }
    }),
    { numRuns: 15 },
  )
})
