import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Queries } from '../../src/database/connection'
import { outdatedIndexVersion } from '../../src/database/index-version'
import { applyMigrations } from '../../src/database/migrations'
import { reindex } from '../../src/ingest/reindex'
import { createWriter } from '../../src/ingest/writer'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import { randomPosting } from '../support/posting-arbitraries'
import { place, posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

const OLDER = ANALYZER_VERSION - 1

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.stop())

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

  test('is searched while it is made anew, and goes on where it was interrupted', async () => {
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
    expect(await firstLine('src/main.ts')).toBe(
      `warning: the search index is of analyzer version ${OLDER}, and queries of ${ANALYZER_VERSION}: some searches miss jobs; run: bun run reindex`,
    )
    app.clock.advance(1000)
    const found = () =>
      app.get<unknown[]>('/v1/active-ats?time_frame=7d&title=c%2B%2B+developer&location=Montreal')
    expect(await found()).toEqual([])
    const jobs = await columns(app.database)
    expect(await output('src/commands/reindex.ts')).toBe(
      `re-indexed ${jobs.length} jobs: from analyzer version ${OLDER} to ${ANALYZER_VERSION}\n`,
    )
    expect(await found()).toHaveLength(1)
    expect(await output('src/commands/reindex.ts')).toBe(
      `the search index is of analyzer version ${ANALYZER_VERSION} already\n`,
    )
    expect(await firstLine('src/main.ts')).toStartWith('serving ')
  }, 30_000)
})

/** As another analyzer may have left it. */
async function spoil(): Promise<void> {
  await app.database.run(sql`
    update jobs set title_words = '''other'':1', organization_words = '', text_words = '''other'':1', places = '{}'`)
  await storeVersion(OLDER)
}

async function storeVersion(version: number): Promise<void> {
  await app.database.run(sql`update text_index set version = ${version}::integer`)
}

async function columns(queries: Queries): Promise<object[]> {
  return await queries.run(sql`
    select id, places, title_words::text, organization_words::text, text_words::text from jobs order by id`)
}

function spawn(script: string) {
  return Bun.spawn([process.execPath, join(import.meta.dir, '../..', script)], {
    env: { ...process.env, DATABASE_URL: app.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function output(script: string): Promise<string> {
  const command = spawn(script)
  const text = await new Response(command.stdout).text()
  expect(await command.exited).toBe(0)
  return text
}

/** The first line that the script writes to standard error; then it is told to stop. */
async function firstLine(script: string): Promise<string> {
  const command = spawn(script)
  const { value } = await command.stderr.getReader().read()
  command.kill('SIGTERM')
  await command.exited
  return new TextDecoder().decode(value).split('\n')[0] ?? ''
}
