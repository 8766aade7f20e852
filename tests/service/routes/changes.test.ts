import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import { place, posting } from '../../support/posting-builder'
import { createTestApp } from '../../support/test-app'
import { useTestApp } from '../../support/use-test-app'

const FIELDS = { version: 1, fields: { team: { value: 'A', source_path: '$.team' } } }

interface Page {
  country: string
  events: Record<string, unknown>[]
  next_since: number
  latest_seq: number
  more: boolean
}
/** Canada: a created, b created, a updated, b expired, c created. United States: c created, c excluded. */
const app = useTestApp({ start: '2026-01-15T09:30:00Z' }, async (app) => {
  const a: Posting = posting({ title: 'a', description_html: '<p>Day</p>', source_fields: FIELDS })
  await app.write(a, posting({ title: 'b', external_id: 'b' }))
  app.clock.set('2026-01-15T09:40:00.250Z')
  await app.write({ ...a, title: 'A', organization: null })
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'b',
    status: 'expired',
  })
  const both = [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')]
  const c = posting({ title: 'c', locations: both })
  await app.write(c)
  await app.write({ ...c, locations: both.slice(0, 1) })
})

async function page(parameters = ''): Promise<Page> {
  return await app.get(`/v1/changes?${parameters}`)
}

/** `1 created 1, 2 created 2` and where the page ends. */
async function story(parameters: string): Promise<[string, number, boolean]> {
  const { events, next_since, more } = await page(parameters)
  return [
    events.map(({ seq, event, job_id }) => `${seq} ${event} ${job_id}`).join(', '),
    next_since,
    more,
  ]
}

describe('200', () => {
  test('the smallest call is the log of Canada from its beginning', async () => {
    const response = await app.request('/v1/changes')
    const body = (await response.json()) as Page
    expect(Object.keys(body)).toEqual(['country', 'events', 'next_since', 'latest_seq', 'more'])
    expect({ ...body, events: body.events.map(({ job: _, ...event }) => event) }).toEqual({
      country: 'CA',
      events: [
        { seq: 1, event: 'created', job_id: 1, occurred_at: '2026-01-15T09:30:00Z', changed: null },
        { seq: 2, event: 'created', job_id: 2, occurred_at: '2026-01-15T09:30:00Z', changed: null },
        {
          seq: 3,
          event: 'updated',
          job_id: 1,
          occurred_at: '2026-01-15T09:40:00.250Z',
          changed: ['title', 'organization'],
        },
        {
          seq: 4,
          event: 'expired',
          job_id: 2,
          occurred_at: '2026-01-15T09:40:00.250Z',
          changed: null,
        },
        {
          seq: 5,
          event: 'created',
          job_id: 3,
          occurred_at: '2026-01-15T09:40:00.250Z',
          changed: null,
        },
      ],
      next_since: 5,
      latest_seq: 5,
      more: false,
    })
    expect(Object.keys(body.events[0] ?? {}).at(-1)).toBe('job')
  })

  test('an event shows the job as it is now; one that removes it shows none', async () => {
    const jobs = (await page()).events.map(({ job }) => job)
    expect(jobs).toMatchObject([
      { id: 1, title: 'A', status: 'active', date_modified: '2026-01-15T09:40:00.250Z' },
      { id: 2, title: 'b', status: 'expired', date_removed: '2026-01-15T09:40:00.250Z' },
      { id: 1, title: 'A' },
      null,
      { id: 3, title: 'c' },
    ] as object[])
  })

  test('every job object is billed', async () => {
    const response = await app.request('/v1/changes')
    expect(response.headers.get('x-jobs-this-request')).toBe('4')
    const removal = await app.request('/v1/changes?since=3&limit=1')
    expect(removal.headers.get('x-jobs-this-request')).toBe('0')
  })

  test('HEAD has no body, and bills nothing', async () => {
    const response = await app.request('/v1/changes', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })
})

describe('pages', () => {
  test.each([
    ['limit=2', '1 created 1, 2 created 2', 2, true],
    ['since=2&limit=2', '3 updated 1, 4 expired 2', 4, true],
    ['since=4&limit=2', '5 created 3', 5, false],
    ['since=3&limit=2', '4 expired 2, 5 created 3', 5, false],
    ['since=5', '', 5, false],
    ['since=0&limit=1', '1 created 1', 1, true],
    ['country=US', '1 created 4, 2 excluded 4', 2, false],
    ['country=US&since=1', '2 excluded 4', 2, false],
    ['country=CA&since=4', '5 created 3', 5, false],
  ])('%s', async (parameters, events, next, more) => {
    expect(await story(parameters)).toEqual([events, next, more])
  })

  test('of a country without events are empty', async () => {
    const empty = await createTestApp()
    expect(await empty.get<Page>('/v1/changes?country=US')).toEqual({
      country: 'US',
      events: [],
      next_since: 0,
      latest_seq: 0,
      more: false,
    })
    await empty.stop()
  })
})

describe('the parts of a job', () => {
  const TEXT = { description_text: 'Day' }
  const HTML = { description_html: '<p>Day</p>' }
  const SOURCE = { source_fields: FIELDS }
  test.each([
    ['', SOURCE],
    ['description=none', SOURCE],
    ['description=text', { ...TEXT, ...SOURCE }],
    ['description=html', { ...HTML, ...SOURCE }],
    ['description=both', { ...TEXT, ...HTML, ...SOURCE }],
    ['source_fields=true', SOURCE],
    ['source_fields=false', {}],
    ['description=both&source_fields=false', { ...TEXT, ...HTML }],
  ])('%s', async (parameters, parts) => {
    const [event] = (await page(`limit=1&${parameters}`)).events
    const { description_text, description_html, source_fields, ...rest } = Object(event?.job)
    const shown: object = { description_text, description_html, source_fields }
    expect(shown).toEqual(parts)
    expect(Object.keys(rest).slice(-3)).toEqual(['status', 'date_modified', 'date_removed'])
  })
})

describe('400', () => {
  const another = 'the checkpoint is of another catalogue: start again from 0'
  const big = '9223372036854775807'
  test.each([
    ['since=6', `since: expected at most 5, the last number of CA, got '6'; ${another}`],
    [`since=${big}`, `since: expected at most 5, the last number of CA, got '${big}'; ${another}`],
    ['country=US&since=3', `since: expected at most 2, the last number of US, got '3'; ${another}`],
    ['since=-1', "since: expected an integer from 0 to 9223372036854775807, got '-1'"],
    ['limit=0', "limit: expected an integer from 1 to 1000, got '0'"],
    ['limit=1001', "limit: expected an integer from 1 to 1000, got '1001'"],
    ['country=CA,UK', "country: expected CA or US, got 'CA,UK'"],
    ['description=all', "description: expected one of none, text, html, both, got 'all'"],
    ['source_fields=no', "source_fields: expected true or false, got 'no'"],
    [
      'cursor=0',
      'cursor: unknown parameter; it belongs to /v1/active-ats, /v1/modified-ats and /v1/jobs',
    ],
  ])('%s', async (parameters, detail) => {
    const response = await app.request(`/v1/changes?${parameters}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ detail })
  })
})

test('the page of an update in one country says nothing of the other', async () => {
  const { events } = await page('country=US')
  expect(events.map(({ job_id }) => job_id)).toEqual([4, 4])
})

test('401 without a key', async () => {
  const response = await app.request('/v1/changes', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
})
