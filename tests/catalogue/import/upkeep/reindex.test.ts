import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Queries } from '../../../../src/catalogue/database/client/drizzle'
import { applyMigrations } from '../../../../src/catalogue/database/migrations/migrations'
import { outdatedIndexVersion } from '../../../../src/catalogue/database/words/index-version'
import { reindex } from '../../../../src/catalogue/import/upkeep/reindex'
import { createWriter } from '../../../../src/catalogue/import/write/writer'
import { ANALYZER_VERSION } from '../../../../src/text/search/index/analyzer'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { randomPosting } from '../../../support/posting-arbitraries'
import { place, posting } from '../../../support/posting-builder'
import { program } from '../../../support/program'
import { callCommand } from '../../../support/run-command'
import { useTestApp } from '../../../support/use-test-app'

const OLDER = ANALYZER_VERSION - 1
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, '2026-01-15T10:30:00Z'))

test('a fresh catalogue is of this version', async () => {
  expect(await outdatedIndexVersion(app.database)).toBeUndefined()
})

test('an empty catalogue of another version becomes one of this version with the migrations', async () => {
  await storeVersion(OLDER)
  expect(await outdatedIndexVersion(app.database)).toBe(OLDER)
  await applyMigrations(app.url)
  expect(await outdatedIndexVersion(app.database)).toBeUndefined()
})

describe('a catalogue that another analyzer indexed', () => {
  beforeEach(async () => {
    await app.write(...fc.sample(randomPosting, 700))
    await app.write(
      posting({
        title: 'C++ Developer',
        organization: 'Crème',
        description_html: '<p>Über <b>C</b></p>',
        locations: [
          place('Montréal', 'QC', 'CA'),
          place('York', 'Narnia', 'CA'),
          place(null, 'NY', 'US'),
        ],
      }),
    )
  })

  test('keeps its version through the migrations', async () => {
    await storeVersion(OLDER)
    await applyMigrations(app.url)
    expect(await outdatedIndexVersion(app.database)).toBe(OLDER)
  })

  test('gets the words and places that the writer gives', async () => {
    const written = await columns(app.database)
    await spoil()
    const done: number[] = []
    const count = await reindex(createWriter(app.database), (jobs, total) => {
      expect(total).toBe(written.length)
      done.push(jobs)
    })
    expect(await columns(app.database)).toEqual(written)
    expect([count, done.at(-1)]).toEqual([written.length, written.length])
    expect(await outdatedIndexVersion(app.database)).toBeUndefined()
  })

  test('finds phrases of common words while it has no terms for them', async () => {
    const target = '/v1/active-ats-count?time_frame=6m&description=%22of+the+people%22'
    const count = () => app.get<{ count: number }>(target)
    await app.write(posting({ description_text: 'of the people' }))
    app.clock.advance(1000)
    expect(await count()).toEqual({ count: 1 })
    await removePairTerms(app.database)
    await storeVersion(OLDER)
    expect(await count()).toEqual({ count: 1 })
    await reindex(createWriter(app.database), () => undefined)
    expect(await count()).toEqual({ count: 1 })
  })

  test('two runs at once rebuild each job once', async () => {
    await spoil()
    const runs = [
      reindex(createWriter(app.database), () => undefined),
      reindex(createWriter(app.database), () => undefined),
    ]
    const counts = await Promise.all(runs)
    const jobs = await columns(app.database)
    expect(counts.reduce((sum, count) => sum + count)).toBe(jobs.length)
    expect(await outdatedIndexVersion(app.database)).toBeUndefined()
  })

  test('is outdated as soon as another version rebuilds it', async () => {
    await app.database.run(sql`update text_index set next_version = ${OLDER}::integer`)
    expect(await outdatedIndexVersion(app.database)).toBe(OLDER)
    const jobs = await columns(app.database)
    expect(await reindex(createWriter(app.database), () => undefined)).toBe(jobs.length)
    expect(await outdatedIndexVersion(app.database)).toBeUndefined()
  })

  test.each(['version', 'next_version'])(
    'is not written by an older version: %s',
    async (column) => {
      const later = ANALYZER_VERSION + 1
      await app.database.run(
        sql`update text_index set ${sql.identifier(column)} = ${later}::integer`,
      )
      const before = await columns(app.database)
      await expect(app.write(posting())).rejects.toThrow(
        `the search index is of analyzer version ${later}, and this is version ${ANALYZER_VERSION}; import with a newer version`,
      )
      expect(await columns(app.database)).toEqual(before)
    },
  )

  test('is searched during a rebuild, which resumes where it was interrupted', async () => {
    await spoil()
    const target = '/v1/active-ats-count?time_frame=6m&title=-zzz'
    const count = () => app.get<{ count: number }>(target)
    app.clock.advance(1000)
    const before = await count()
    const interrupted = reindex(createWriter(app.database), () => {
      throw new Error('killed')
    })
    await expect(interrupted).rejects.toThrow('killed')
    expect(await outdatedIndexVersion(app.database)).toBe(OLDER)
    expect(await count()).toEqual(before)
    const totals: number[] = []
    await reindex(createWriter(app.database), (_, total) => totals.push(total))
    expect(totals[0]).toBe((await columns(app.database)).length - 500)
    expect(await count()).toEqual(before)
  })

  test('starts over when the interrupted run was for another version', async () => {
    await spoil()
    await app.database.run(
      sql`update text_index set next_version = ${OLDER - 1}::integer, done_to = 600`,
    )
    const jobs = await columns(app.database)
    expect(await reindex(createWriter(app.database), () => undefined)).toBe(jobs.length)
  })

  test('finds after the command what it missed before, and start says so', async () => {
    await spoil()
    expect(await firstLine()).toBe(
      `warning: the search index is of analyzer version ${OLDER}, and queries of ${ANALYZER_VERSION}: some searches miss jobs; run: bun run reindex`,
    )
    app.clock.advance(1000)
    const found = () =>
      app.get<unknown[]>('/v1/active-ats?time_frame=7d&title=c%2B%2B+developer&location=Montreal')
    expect(await found()).toEqual([])
    const jobs = await columns(app.database)
    expect(await reindexed()).toBe(
      `re-indexed ${jobs.length} jobs: from analyzer version ${OLDER} to ${ANALYZER_VERSION}\n`,
    )
    expect(await found()).toHaveLength(1)
    expect(await reindexed()).toBe(
      `the search index is of analyzer version ${ANALYZER_VERSION} already\n`,
    )
    expect(await reindexed('--force')).toBe(
      `re-indexed ${jobs.length} jobs: from analyzer version ${ANALYZER_VERSION} to ${ANALYZER_VERSION}\n`,
    )
    expect(await firstLine()).toStartWith('serving ')
  })
})

/** As another analyzer may have left it. */
async function spoil(): Promise<void> {
  await app.database.run(sql`
    update jobs set title_words = '''other'':1', organization_words = '', text_words = '''other'':1', places = '{}'`)
  await storeVersion(OLDER)
}

/** As the version before them indexed texts. */
async function removePairTerms(queries: Queries): Promise<void> {
  await queries.run(sql`
    update jobs set text_words = ts_delete(text_words, array(
      select lexeme from unnest(tsvector_to_array(text_words)) as lexeme where lexeme !~ '^[[:alnum:].]'
    ))`)
}

async function storeVersion(version: number): Promise<void> {
  await app.database.run(sql`update text_index set version = ${version}::integer`)
}

async function columns(queries: Queries): Promise<object[]> {
  return await queries.run(sql`
    select id, places, title_words::text, organization_words::text, text_words::text from jobs order by id`)
}

async function reindexed(...args: string[]): Promise<string> {
  const { output, status } = await callCommand('reindex.ts', args, { url: app.url })
  expect(status).toBe(0)
  return output
}

/** The first line that the service writes to standard error; then it is told to stop. */
async function firstLine(): Promise<string> {
  const command = Bun.spawn(program('main.ts'), {
    env: { ...process.env, DATABASE_URL: app.url, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { value } = await command.stderr.getReader().read()
  command.kill('SIGTERM')
  await command.exited
  return new TextDecoder().decode(value).split('\n')[0] ?? ''
}
