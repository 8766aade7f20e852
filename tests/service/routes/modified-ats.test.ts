import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const USUAL = '2026-01-15T10:05:00.400Z'

/** When each job was changed; d and e at one instant, x never, y before it left. */
const MODIFIED: Record<string, string> = {
  a: '2026-01-14T10:00:00.000Z',
  b: '2026-01-15T09:59:59.999Z',
  c: '2026-01-15T10:00:00.000Z',
  d: '2026-01-15T08:00:00.000Z',
  e: '2026-01-15T08:00:00.000Z',
  f: '2026-01-14T09:59:59.999Z',
  y: '2026-01-15T07:00:00.000Z',
}
const app = useTestApp({ start: '2026-01-10T00:00:00Z' }, async (app) => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'x', 'y'].map((title, index) =>
    posting({ title, external_id: title, date_posted: `2026-01-0${8 - index}` }),
  )
  await app.write(...lines)
  const changed = lines.filter(({ title }) => title !== 'x').sort(byModification)
  for (const line of changed) {
    app.clock.set(MODIFIED[line.title] ?? '')
    await app.write({ ...line, organization: 'Other' })
  }
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'y',
    status: 'expired',
  })
  app.clock.set(USUAL)
})

function byModification(a: Posting, b: Posting): number {
  return (MODIFIED[a.title] ?? '') < (MODIFIED[b.title] ?? '') ? -1 : 1
}

async function titles(parameters = ''): Promise<string> {
  const jobs = await app.get<{ title: string }[]>(`/v1/modified-ats?${parameters}`)
  return jobs.map(({ title }) => title).join('')
}

describe('200', () => {
  test('the smallest call lists what changed in the last 24 full hours, last change first', async () => {
    const response = await app.request('/v1/modified-ats')
    const jobs = (await response.json()) as { title: string }[]
    expect(jobs.map(({ title }) => title).join('')).toBe('beda')
    expect(response.headers.get('x-window-from')).toBe('2026-01-14T10:00:00Z')
    expect(response.headers.get('x-window-to')).toBe('2026-01-15T10:00:00Z')
    expect(response.headers.get('x-jobs-this-request')).toBe('4')
  })

  test('a job ends with when it changed, and with null for the fields that did', async () => {
    const parts = 'description_format=html&include_source_fields=true'
    const [job = {}] = await app.get<Record<string, unknown>[]>(`/v1/modified-ats?limit=1&${parts}`)
    expect(Object.keys(job).slice(-5)).toEqual([
      'apply_url',
      'work_arrangement',
      'source_fields',
      'date_modified',
      'modified_fields',
    ])
    expect(job).toMatchObject({
      title: 'b',
      organization: 'Other',
      date_created: '2026-01-10T00:00:00Z',
      date_modified: '2026-01-15T09:59:59.999Z',
      modified_fields: null,
      description_html: null,
      source_fields: null,
    })
    expect(job).not.toContainKeys(['status', 'date_removed', 'description_text'])
  })

  test('HEAD has no body', async () => {
    const response = await app.request('/v1/modified-ats', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('pages', () => {
  test.each([
    ['limit=2', 'be'],
    ['limit=2&offset=2', 'da'],
    ['offset=3', 'a'],
    ['offset=4', ''],
    ['cursor=0', 'abde'],
    ['cursor=0&limit=2', 'ab'],
    ['cursor=2&offset=3', 'de'],
    ['id=1,3,5', 'ea'],
    ['id=3', ''],
  ])('%s', async (parameters, expected) => {
    expect(await titles(parameters)).toBe(expected)
  })
})

describe('the window', () => {
  test.each([
    ['date_modified_gte=2026-01-15T08:00:00Z', 'cbed'],
    ['date_modified_gte=2026-01-15T08:00:00.001Z', 'cb'],
    ['date_modified_lt=2026-01-15T08:00:00.001Z', 'edaf'],
    ['date_modified_lt=2026-01-15T08:00:00Z', 'af'],
    ['date_modified_gte=2026-01-14T10:00:00Z&date_modified_lt=2026-01-15T08:00:00Z', 'a'],
    ['date_modified_gte=2026-01-15T08:00:00Z&date_modified_lt=2026-01-15T08:00:00Z', ''],
    ['date_modified_gte=2025-12-15T10:05:00.400Z', 'cbedaf'],
    ['date_modified_lt=2026-02-14T09:59:59.999Z', 'cbedaf'],
    ['date_modified_lt=2026-02-14T10:00:00Z', 'cbeda'],
    ['date_modified_gte=2020-01-01&date_modified_lt=2020-02-01', ''],
    ['date_modified_lt=0001-01-01', ''],
    ['date_modified_gte=2026-01-15T08:00:00Z&cursor=0', 'bcde'],
    ['date_modified_gte=2026-01-15&date_created_gte=2026-01-11', ''],
    ['date_modified_gte=2026-01-15&date_created_lt=2026-01-11', 'cbed'],
  ])('%s', async (parameters, expected) => {
    expect(await titles(parameters)).toBe(expected)
  })

  test.each([
    ['2026-01-15T09:59:59.999Z', 'edaf'],
    ['2026-01-15T10:00:00Z', 'beda'],
    ['2026-01-15T10:59:59.999Z', 'beda'],
    ['2026-01-15T11:00:00Z', 'cbed'],
    ['2026-01-16T10:00:00Z', 'c'],
    ['2026-01-16T11:00:00Z', ''],
  ])('at %s, when none is given', async (now, expected) => {
    app.clock.set(now)
    expect(await titles()).toBe(expected)
    app.clock.set(USUAL)
  })

  test.each([
    ['date_modified_gte=2026-01-15', '2026-01-15T00:00:00Z', '2026-01-15T10:05:00.400Z'],
    ['date_modified_lt=2026-01-15', '2025-12-15T00:00:00Z', '2026-01-15T00:00:00Z'],
    [
      'date_modified_gte=2026-01-01&date_modified_lt=2026-02-01',
      '2026-01-01T00:00:00Z',
      '2026-01-15T10:05:00.400Z',
    ],
  ])('%s is told', async (parameters, from, to) => {
    const { headers } = await app.request(`/v1/modified-ats?${parameters}`)
    expect([headers.get('x-window-from'), headers.get('x-window-to')]).toEqual([from, to])
  })
})

describe('400', () => {
  const days = 'date_modified_gte: the window is'
  const next = ', then the next window from there'
  test.each([
    [
      'date_modified_gte=2025-12-15T10:05:00.399Z',
      `${days} 31.1 days, at most 31; send date_modified_lt=2026-01-15T10:05:00.399Z${next}`,
    ],
    [
      'date_modified_gte=2026-01-01&date_modified_lt=2026-02-01T00:00:00.001Z',
      `${days} 31.1 days, at most 31; send date_modified_lt=2026-02-01T00:00:00Z${next}`,
    ],
    [
      'date_modified_gte=2026-01-01&date_modified_lt=2026-02-10',
      `${days} 40 days, at most 31; send date_modified_lt=2026-02-01T00:00:00Z${next}`,
    ],
    [
      'date_modified_gte=2026-01-02&date_modified_lt=2026-01-01',
      'date_modified_gte: the window starts after date_modified_lt',
    ],
    ['date_modified_gte=2026-02-01', 'date_modified_gte: the window starts after now'],
    [
      'date_modified_gte=2026-02-30',
      "date_modified_gte: expected an ISO 8601 date or date-time that exists, such as 2026-11-20 or 2026-11-20T13:00:00Z, got '2026-02-30'",
    ],
    [
      'time_frame=24h',
      'time_frame: unknown parameter; it belongs to /v1/active-ats, /v1/active-ats-count and /v1/expired-ats',
    ],
  ])('%s', async (parameters, detail) => {
    const response = await app.request(`/v1/modified-ats?${parameters}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ detail })
  })
})

test('401 without a key', async () => {
  const response = await app.request('/v1/modified-ats', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
})
