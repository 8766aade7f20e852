import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Posting } from '../../../src/catalogue/import/posting'
import { emptyCatalogue } from '../../support/empty-catalogue'
import { importLines } from '../../support/import-lines'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const BOTH = [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')]
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, '2026-01-15T10:30:00Z'))

/** Postings on the board of the slug, titled by their number. */
function board(slug: string | null, count: number, members: Partial<Posting> = {}): Posting[] {
  return Array.from({ length: count }, (_, index) =>
    posting({ source_slug: slug, title: `${slug} ${index}`, ...members }),
  )
}

async function active(): Promise<string[]> {
  app.clock.advance(1)
  const jobs = await app.get<{ title: string }[]>(
    '/v1/active-ats?time_frame=6m&cursor=0&limit=1000',
  )
  return jobs.map(({ title }) => title).sort()
}

async function lastEvents(country = 'CA'): Promise<string[]> {
  const { events } = await app.get<{ events: { event: string; job_id: number }[] }>(
    `/v1/changes?country=${country}&limit=1000`,
  )
  return events
    .filter(({ event }) => event !== 'created')
    .map(({ event, job_id }) => `${event} ${job_id}`)
}

describe('a full listing', () => {
  test('expires what its boards have and it does not name', async () => {
    const [first, ...others] = board('acme', 3)
    await importLines(app.writer, [first, ...others, ...board('other', 1)])
    const { counts } = await importLines(app.writer, [first], { boards: [] })
    expect(counts).toMatchObject({ read: 1, unchanged: 1, expired: 2 })
    expect(await active()).toEqual(['acme 0', 'other 0'])
    expect(await lastEvents()).toEqual(['expired 2', 'expired 3'])
  })

  test('is a listing of boards and not of sources', async () => {
    await importLines(app.writer, [
      ...board('acme', 1, { source: 'lever', title: 'lever' }),
      ...board(null, 1, { title: 'no board' }),
      ...board('acme', 1),
    ])
    await importLines(app.writer, board('acme', 1, { title: 'new' }), { boards: [] })
    expect(await active()).toEqual(['lever', 'new', 'no board'])
  })

  test('postings without a slug are a board of their source', async () => {
    const [first, second] = board(null, 2, { source: 'careerpage' })
    await importLines(app.writer, [first, second])
    await importLines(app.writer, [first], { boards: [] })
    expect(await active()).toEqual(['null 0'])
    await importLines(app.writer, board('acme', 1), { boards: ['careerpage/'] })
    expect(await active()).toEqual(['acme 0'])
  })

  test('removes both jobs of a posting, and counts it once', async () => {
    const [first, second] = board('acme', 2, { locations: BOTH })
    await importLines(app.writer, [first, second])
    const { counts } = await importLines(app.writer, [first], { boards: [] })
    expect(counts).toMatchObject({ read: 1, unchanged: 1, expired: 1 })
    expect([await lastEvents('CA'), await lastEvents('US')]).toEqual([['expired 3'], ['expired 4']])
  })

  test('of nothing expires nothing', async () => {
    await importLines(app.writer, board('acme', 1))
    expect((await importLines(app.writer, [], { boards: [] })).counts.expired).toBe(0)
    expect(await active()).toEqual(['acme 0'])
  })

  test('a second time changes nothing', async () => {
    const [first, second] = board('acme', 2)
    await importLines(app.writer, [first, second])
    await importLines(app.writer, [first], { boards: [] })
    expect((await importLines(app.writer, [first], { boards: [] })).counts.expired).toBe(0)
    expect(await lastEvents()).toEqual(['expired 2'])
  })

  test('without it nothing expires', async () => {
    const [first, second] = board('acme', 2)
    await importLines(app.writer, [first, second])
    await importLines(app.writer, [first])
    expect(await active()).toEqual(['acme 0', 'acme 1'])
  })

  test('of more than a batch expires all of it, both jobs of a posting in one transaction', async () => {
    const many = [...board('acme', 1), ...board('acme', 1100, { locations: BOTH })]
    await importLines(app.writer, many)
    const { counts } = await importLines(app.writer, [many[1]], { boards: [] })
    expect(counts.expired).toBe(1100)
    expect(await active()).toEqual(['acme 0', 'acme 0'])
    const torn = await app.database.run(sql`
      select key from postings group by key having count(distinct xmin::text) > 1`)
    expect(torn).toHaveLength(0)
  })

  test('of hundreds of boards expires what is missing on each', async () => {
    const slugs = Array.from({ length: 250 }, (_, index) => `board ${index}`)
    const kept = slugs.flatMap((slug) => board(slug, 1, { title: 'kept' }))
    await importLines(app.writer, [...kept, ...slugs.flatMap((slug) => board(slug, 1))])
    const { counts } = await importLines(app.writer, kept, { boards: [] })
    expect(counts).toMatchObject({ unchanged: 250, expired: 250 })
    expect(new Set(await active())).toEqual(new Set(['kept']))
  })
})

describe('a board that is named', () => {
  test.each([
    ['greenhouse/acme', []],
    ['Greenhouse.io/acme', []],
    ['greenhouse/Acme', ['acme 0', 'acme 1']],
    ['lever/acme', ['acme 0', 'acme 1']],
    ['greenhouse/other', ['acme 0', 'acme 1']],
  ])('%s is emptied when the file has nothing of it', async (name, left) => {
    await importLines(app.writer, board('acme', 2))
    await importLines(app.writer, [], { boards: [name] })
    expect(await active()).toEqual(left)
  })

  test('may have a slash in its slug', async () => {
    await importLines(app.writer, board('acme/jobs', 1))
    await importLines(app.writer, [], { boards: ['greenhouse/acme/jobs'] })
    expect(await active()).toEqual([])
  })

  test('keeps what the file names of it', async () => {
    const [first, second] = board('acme', 2)
    await importLines(app.writer, [first, second])
    await importLines(app.writer, [first], { boards: ['greenhouse/acme'] })
    expect(await active()).toEqual(['acme 0'])
  })
})

const TWO_CURRENCIES = '"salary":{"currency":"CAD","currency":"CAD"}'

describe('a line that is not taken', () => {
  const [kept, missing] = board('acme', 2)
  const named = { source: 'greenhouse', source_slug: 'acme', external_id: kept?.external_id }
  test.each<[string, object | string]>([
    ['with a wrong member', { ...kept, salary: 5 }],
    ['with an unknown member', { ...kept, titel: 'x' }],
    ['without a title', named],
    ['with an alias of its source', { ...named, source: 'greenhouse.io' }],
    ['with a history that is not accepted', { ...kept, history: {} }],
    [
      'with two members inside of another',
      `${JSON.stringify(kept).slice(0, -1)},${TWO_CURRENCIES}}`,
    ],
  ])('%s still names its posting', async (_, line) => {
    await importLines(app.writer, [kept, missing])
    const { counts, unreadLines } = await importLines(app.writer, [line], { boards: [] })
    expect(counts).toMatchObject({ rejected: 1, expired: 1 })
    expect(unreadLines).toBe(0)
    expect(await active()).toEqual(['acme 0'])
  })

  test('names its posting as a line that is taken does, with half a character in its id', async () => {
    const cut = { ...kept, external_id: 'cut \ud83d' }
    await importLines(app.writer, [cut, missing])
    const { counts } = await importLines(app.writer, [{ ...cut, salary: 5 }], { boards: [] })
    expect(counts).toMatchObject({ rejected: 1, expired: 1 })
    expect(await active()).toEqual(['acme 0'])
  })

  test('whose locations are all foreign still names its posting, which is excluded', async () => {
    await importLines(app.writer, [kept, missing])
    const { counts } = await importLines(app.writer, [{ ...kept, locations: [] }], { boards: [] })
    expect(counts).toMatchObject({ excluded: 1, expired: 1, rejected: 0 })
  })

  test.each<[string, unknown]>([
    ['no JSON', '{"source":"greenhouse",'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['without a source', { ...kept, source: undefined }],
    ['with a source that is no text', { ...kept, source: 5 }],
    ['without an id or url', { ...kept, external_id: undefined, url: undefined }],
    ['with an id that is no text', { ...kept, external_id: 5 }],
    ['with a slug that is no text', { ...kept, source_slug: 5 }],
    ['with a blank in its source', { ...kept, source: 'greenhouse ' }],
    ['with a blank slug', { ...kept, source_slug: ' ' }],
    ['with an empty id', { ...kept, external_id: '' }],
    ['with an id of null', { ...kept, external_id: null }],
    ['with a misspelt id', { ...kept, external_id: undefined, externalId: kept?.external_id }],
    ['with a misspelt slug', { ...kept, source_slug: undefined, sourceSlug: 'acme' }],
    ['with no id and a wrong url', { ...kept, external_id: undefined, url: 'acme.example' }],
  ])('%s may name any posting, so that nothing expires', async (_, line) => {
    await importLines(app.writer, [kept, missing])
    const { counts, unreadLines } = await importLines(app.writer, [kept, line], { boards: [] })
    expect(counts).toMatchObject({ rejected: 1, expired: 0 })
    expect(unreadLines).toBe(1)
    expect(await active()).toEqual(['acme 0', 'acme 1'])
  })
})
