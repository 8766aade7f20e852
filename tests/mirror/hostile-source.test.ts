import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { COUNTRIES } from '../../src/values/country'
import type { MirroredJob } from '../support/mirror'
import { place, posting } from '../support/posting-builder'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'
import { type CopyTarget, mirrorInto, openTarget, TARGETS } from './copy-targets'
import { type Forge, type HostileSource, type Page, serveHostileSource } from './hostile-source'

const app = useTestApp()
const folder = useFolder('hostile-')
let source: HostileSource
beforeAll(async () => {
  source = serveHostileSource(app)
  const american = { locations: [place('Austin', 'TX', 'US')] }
  await app.write(...Array.from({ length: 9 }, () => posting()), posting(american))
})
afterAll(() => source.stop())
afterEach(() => {
  source.forge = undefined
})

/** Changes the page of the change log, and nothing else. */
const inChanges =
  (change: (page: Page) => unknown): Forge =>
  (page, path) =>
    path === '/v1/changes' ? (change(page) ?? page) : page

const inEvent = (members: object) =>
  inChanges(({ events }) => void Object.assign(events[0], members))
const inJob = (members: object) =>
  inChanges(({ events }) => void Object.assign(events[0].job, members))

const DEEP = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)

/** The changes to answers that follow a copy, and the end of the sentence that each gives. */
const FORGED_CHANGES: [name: string, forge: Forge, issue: string][] = [
  [
    'SQL that ends the statement in an id',
    inEvent({ job_id: '1) group by 1, 2; drop table jobs; drop table mirror; --' }),
    "events[0].job_id: expected an integer from 0 to 9007199254740991, got '1) group by 1, 2; drop table jobs; drop table mirror; --'",
  ],
  [
    'SQL that widens the condition in an id',
    inEvent({ job_id: '1) or (1=1' }),
    "events[0].job_id: expected an integer from 0 to 9007199254740991, got '1) or (1=1'",
  ],
  [
    'a list of ids in place of one',
    inEvent({ job_id: [1, 2] }),
    'events[0].job_id: expected an integer from 0 to 9007199254740991, got [1,2]',
  ],
  [
    'an id that no number holds',
    inChanges((page) => JSON.stringify(page).replace(/"job_id":\d+/, '"job_id":9007199254740993')),
    'events[0].job_id: expected an integer from 0 to 9007199254740991, got 9007199254740992',
  ],
  [
    'a fraction',
    inEvent({ job_id: 1.5 }),
    'events[0].job_id: expected an integer from 0 to 9007199254740991, got 1.5',
  ],
  [
    'the job of another id',
    inChanges(({ events: [{ job }] }) => void Object.assign(job, { id: job.id + 1 })),
    'events[0].job.id: expected ID, got OTHER',
  ],
  [
    'a job of another country',
    inJob({ country: 'US' }),
    "events[0].job.country: expected CA, got 'US'",
  ],
  [
    'another country',
    inChanges((page) => ({ ...page, country: 'US' })),
    "country: expected CA, got 'US'",
  ],
  [
    'an event of no kind',
    inEvent({ event: 'gone' }),
    "events[0].event: expected one of created, updated, expired, excluded, got 'gone'",
  ],
  [
    'a day that does not exist',
    inJob({ date_created: '2026-02-30T00:00:00Z' }),
    "events[0].job.date_created: expected a date-time, got '2026-02-30T00:00:00Z'",
  ],
  [
    'a title that is an object',
    inJob({ title: { toString: 'x' } }),
    'events[0].job.title: expected a text, got {"toString":"x"}',
  ],
  ['no title', inJob({ title: undefined }), 'events[0].job.title: missing'],
  [
    'published fields nested too deep',
    inJob({ source_fields: { version: 1, fields: { a: { value: DEEP, source_path: null } } } }),
    'it is nested deeper than 110 levels',
  ],
  [
    'a number twice',
    inChanges((page) => void page.events.push(page.events[0])),
    'events[COUNT].seq: expected at least NEXT, got FIRST',
  ],
  [
    'a next_since that does not move',
    inChanges((page) => ({ ...page, events: [], next_since: 0, latest_seq: 1e6, more: true })),
    'next_since: expected at least SINCE, got 0',
  ],
  [
    'more, and no events',
    inChanges((page) => ({ ...page, events: [], latest_seq: 1e6, more: true })),
    'more: expected false on a page without events',
  ],
  [
    'a last number before the page',
    inChanges((page) => ({ ...page, latest_seq: 1 })),
    'latest_seq: expected at least LAST, got 1',
  ],
  [
    'more events than were asked for',
    inChanges(({ events: [first], ...page }) => ({
      ...page,
      events: Array.from({ length: 1001 }, (_, at) => ({ ...first, seq: first.seq + at })),
    })),
    'events: expected at most 1000, got 1001',
  ],
  ['a list', inChanges(() => []), 'the body: expected an object, got []'],
  [
    'millions of lists',
    inChanges(() => `[${'[],'.repeat(2_000_000)}[]]`),
    'more than 2000000 lists and objects',
  ],
  [
    'a text',
    inChanges(() => '"drop table jobs"'),
    "the body: expected an object, got 'drop table jobs'",
  ],
  [
    'a generation that is a text of SQL',
    inChanges((page) =>
      Response.json(page, { headers: { 'X-Catalogue-Generation': "1'; drop table jobs" } }),
    ),
    'X-Catalogue-Generation: expected a number',
  ],
  [
    'notices that are none',
    inChanges((page) => Response.json(page, { headers: { 'X-Notices': '{"length":1e9}' } })),
    'X-Notices: expected a list of notices',
  ],
]

describe.each(TARGETS)('a copy in %s stays as it was', (name) => {
  let target: CopyTarget
  let before: MirroredJob[]
  const options = () => ({ address: source.url, key: app.key })
  const mirror = async () => {
    for (const country of COUNTRIES) await mirrorInto(country, target.copyOf(country), options())
    await target.finish()
  }
  beforeAll(async () => {
    source.forge = undefined
    target = await openTarget(name, { folder, url: app.url })
    await mirror()
    before = await target.read()
    expect(before).not.toEqual([])
    await app.write(posting())
  })
  afterAll(async () => {
    source.forge = undefined
    await mirror()
    expect((await target.read()).length).toBe(before.length + 1)
    await target.close()
  })

  test.each(FORGED_CHANGES)('when the change log has %s', async (_, forge, issue) => {
    const { inUse } = await target.copyOf('CA').read()
    let page: Page | undefined
    source.forge = (body, path) => {
      page = structuredClone(body)
      return forge(body, path)
    }
    source.answers = 0
    const message = await mirror().catch((error: Error) => error.message)
    if (page === undefined) throw new Error('nothing was asked')
    const [first] = page.events
    const known: Record<string, unknown> = {
      ID: first.job_id,
      OTHER: `'${first.job_id + 1}'`,
      COUNT: page.events.length,
      NEXT: page.next_since + 1,
      FIRST: first.seq,
      SINCE: inUse?.since,
      LAST: page.next_since,
    }
    const expected = issue.replace(/\b[A-Z]{2,}\b/g, (word) => `${known[word] ?? word}`)
    expect(message).toBe(
      `/v1/changes: the answer is not as documented: ${expected}; nothing of it was stored`,
    )
    expect(source.answers).toBe(1)
    source.forge = undefined
    expect(await target.read()).toEqual(before)
    expect((await target.copyOf('CA').read()).inUse).toEqual(inUse)
  })

  test.each<[name: string, forge: Forge, issue: string]>([
    [
      'an id that is SQL',
      (page) => void Object.assign(page.jobs[0], { id: "1'); drop table jobs; --" }),
      "jobs[0].id: expected an integer from 0 to 9007199254740991, got '1'); drop table jobs; --'",
    ],
    [
      'a cursor that repeats',
      (page) => ({ ...page, next_cursor: 'again' }),
      'next_cursor: it came before',
    ],
    [
      'a cursor and no jobs',
      (page) => ({ ...page, jobs: [], next_cursor: 'other' }),
      'next_cursor: expected null on a page without jobs',
    ],
    [
      'more jobs than were asked for',
      ({ jobs: [first] }) => ({ jobs: Array(1001).fill(first), next_cursor: null }),
      'jobs: expected at most 1000, got 1001',
    ],
    [
      'jobs of another country',
      (page) => void Object.assign(page.jobs[0], { country: 'US' }),
      "jobs[0].country: expected CA, got 'US'",
    ],
  ])('when it is filled again and a page has %s', async (_, forge, issue) => {
    source.forge = (page, path) => (path === '/v1/jobs' ? (forge(page, path) ?? page) : page)
    const copy = target.copyOf('CA')
    const ended = mirrorInto('CA', copy, { ...options(), description: 'none' })
    await expect(ended).rejects.toThrow(
      new Error(`/v1/jobs: the answer is not as documented: ${issue}; nothing of it was stored`),
    )
    expect(await target.read()).toEqual(before)
  })
})

test('a catalogue whose generation changes with every answer is not filled from for ever', async () => {
  const target = await openTarget('SQLite', { folder, url: app.url })
  let generation = 0
  source.forge = (page) => {
    generation += 1
    return Response.json(page, { headers: { 'X-Catalogue-Generation': `${generation}` } })
  }
  const ended = mirrorInto('CA', target.copyOf('CA'), { address: source.url, key: app.key })
  await expect(ended).rejects.toThrow(
    'the catalogue was restored; the copy was begun again 5 times',
  )
  await target.close()
})

test('a job that is in one country is not taken for another', async () => {
  const target = await openTarget('SQLite', { folder, url: app.url })
  const options = { address: source.url, key: app.key }
  for (const country of COUNTRIES) await mirrorInto(country, target.copyOf(country), options)
  const before = await target.read()
  const american = before.find(({ country }) => country === 'US')?.id
  await app.write(posting())
  source.forge = inChanges(({ events: [event] }) => {
    Object.assign(event, { job_id: american })
    Object.assign(event.job, { id: american })
  })
  const issue = `the catalogue has job ${american} in CA, and the copy has it in US`
  const mirror = () => mirrorInto('CA', target.copyOf('CA'), options)
  await expect(mirror()).rejects.toThrow(issue)
  source.forge = inEvent({ job_id: american, event: 'expired', job: null })
  await expect(mirror()).rejects.toThrow(issue)
  expect(await target.read()).toEqual(before)
  await target.close()
})
