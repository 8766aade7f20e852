import { describe, expect, test } from 'bun:test'
import { JOB_EXAMPLE } from '../../../src/catalogue/resources/job-example'
import { place, posting, shownPlace } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

/** The jobs of these tests, titled by a letter; b and d were posted at the same instant, c and f at none known. */
const POSTED = {
  a: '2026-01-10T12:00:00Z',
  b: '2026-01-12T12:00:00Z',
  c: null,
  d: '2026-01-12T12:00:00Z',
  e: '2026-01-11T12:00:00.001Z',
  f: null,
}
const NEWEST = 'dbeafc'
const app = useTestApp({ start: '2026-01-15T09:30:00Z' }, async (app) => {
  const lines = Object.entries(POSTED).map(([title, datePosted]) =>
    posting({
      title,
      date_posted: datePosted,
      external_id: title,
      url: `https://jobs.example/${title}`,
      description_html: `<p>${title}</p>`,
      source_fields: { version: 1, fields: { team: { value: title, source_path: '$.team' } } },
    }),
  )
  await app.write(...lines)
  app.clock.set('2026-01-15T10:05:00.400Z')
})

type Jobs = { id: number; title: string }[]

/** The titles of a page, in its order. */
async function titles(parameters = ''): Promise<string> {
  const jobs = await app.get<Jobs>(`/v1/active-ats?${parameters}`)
  return jobs.map(({ title }) => title).join('')
}

async function problem(target: string): Promise<{ status: number; detail: string }> {
  const response = await app.request(target)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return (await response.json()) as { status: number; detail: string }
}

describe('200', () => {
  test('the smallest call lists the jobs of the last 24 full hours, newest posting first', async () => {
    const response = await app.request('/v1/active-ats')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-jobs-this-request')).toBe('6')
    expect(response.headers.get('x-window-from')).toBe('2026-01-14T10:00:00Z')
    expect(response.headers.get('x-window-to')).toBe('2026-01-15T10:00:00Z')
    expect(((await response.json()) as Jobs).map(({ title }) => title).join('')).toBe(NEWEST)
  })

  test('a job has exactly the fields of a Job, without the optional ones', async () => {
    const [job] = await app.get<Record<string, unknown>[]>('/v1/active-ats?limit=1')
    expect(job).toEqual({
      ...JOB_EXAMPLE,
      id: 4,
      title: 'd',
      organization: 'Acme',
      date_posted: '2026-01-12T12:00:00Z',
      date_created: '2026-01-15T09:30:00Z',
      locations: [shownPlace('Toronto', 'ON', 'CA')],
      salary: null,
      employment_type: null,
      url: 'https://jobs.example/d',
      source_domain: 'jobs.example',
      source_slug: 'acme',
      lats_derived: [null],
      lngs_derived: [null],
      work_arrangement: null,
    })
  })

  test('nothing found is an empty list', async () => {
    const response = await app.request('/v1/active-ats?id=999')
    expect([response.status, await response.text()]).toEqual([200, '[]'])
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })

  test('HEAD has the headers of GET, no body, and bills nothing', async () => {
    const response = await app.request('/v1/active-ats?limit=2', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
    expect(response.headers.get('x-window-to')).toBe('2026-01-15T10:00:00Z')
  })
})

describe('the parts of a job', () => {
  const optional = async (parameters: string): Promise<unknown> => {
    const [job = {}] = await app.get<Record<string, unknown>[]>(
      `/v1/active-ats?limit=1&${parameters}`,
    )
    const { description_text, description_html, source_fields } = job
    return { description_text, description_html, source_fields }
  }
  const fields = { version: 1, fields: { team: { value: 'd', source_path: '$.team' } } }

  test.each([
    ['description_format=text', { description_text: 'd' }],
    ['description_format=html', { description_html: '<p>d</p>' }],
    ['include_source_fields=true', { source_fields: fields }],
    ['include_source_fields=false', {}],
    [
      'description_format=html&include_source_fields=true',
      { description_html: '<p>d</p>', source_fields: fields },
    ],
  ])('%s', async (parameters, parts) => {
    expect(await optional(parameters)).toEqual(parts)
  })

  test('stand where the specification has them', async () => {
    const [job = {}] = await app.get<object[]>(
      '/v1/active-ats?limit=1&description_format=text&include_source_fields=true',
    )
    const names = Object.keys(job)
    const at = names.indexOf('description_text')
    expect(names.slice(at - 1, at + 2)).toEqual([
      'domain_derived',
      'description_text',
      'cities_derived',
    ])
    expect(names.at(-1)).toBe('source_fields')
  })
})

describe('pages', () => {
  test.each([
    ['limit=2', 'db'],
    ['limit=2&offset=0', 'db'],
    ['limit=2&offset=2', 'ea'],
    ['limit=2&offset=4', 'fc'],
    ['limit=2&offset=5', 'c'],
    ['limit=2&offset=6', ''],
    ['offset=9007199254740991', ''],
    ['limit=1000', NEWEST],
    ['cursor=0', 'abcdef'],
    ['cursor=0&limit=4', 'abcd'],
    ['cursor=4&limit=4', 'ef'],
    ['cursor=6', ''],
    ['cursor=9223372036854775807', ''],
    ['cursor=2&offset=3', 'cdef'],
    ['id=2,5', 'be'],
    ['id=5', 'e'],
    ['id=2,5,2,999,9223372036854775807', 'be'],
    ['id=1,2,3&cursor=1', 'bc'],
    ['id=999', ''],
  ])('%s', async (parameters, expected) => {
    expect(await titles(parameters)).toBe(expected)
  })

  test('a thousand ids of nineteen digits are found', async () => {
    const ids = Array.from(
      { length: 999 },
      (_, index) => 9_223_372_036_854_770_000n + BigInt(index),
    )
    expect(await titles(`id=${[...ids, 3n]}`)).toBe('c')
  })
})

describe('time_frame', () => {
  /** The titles found by a frame when it is that time. */
  const at = async (now: string, parameters: string): Promise<string> => {
    const before = app.clock.now().toISOString()
    app.clock.set(now)
    try {
      return await titles(parameters)
    } finally {
      app.clock.set(before)
    }
  }
  // The jobs were created on January 15 at 09:30.
  test.each([
    ['1h', '2026-01-15T09:59:59.999Z', ''],
    ['1h', '2026-01-15T10:00:00Z', NEWEST],
    ['1h', '2026-01-15T10:59:59.999Z', NEWEST],
    ['1h', '2026-01-15T11:00:00Z', ''],
    ['24h', '2026-01-15T09:59:59.999Z', ''],
    ['24h', '2026-01-15T10:00:00Z', NEWEST],
    ['24h', '2026-01-16T09:59:59.999Z', NEWEST],
    ['24h', '2026-01-16T10:00:00Z', ''],
    ['7d', '2026-01-15T09:30:00Z', ''],
    ['7d', '2026-01-15T09:30:00.001Z', NEWEST],
    ['7d', '2026-01-22T09:30:00Z', NEWEST],
    ['7d', '2026-01-22T09:30:00.001Z', ''],
    ['6m', '2026-01-15T09:30:00Z', ''],
    ['6m', '2026-01-15T09:30:00.001Z', NEWEST],
    ['6m', '2026-07-17T09:30:00Z', NEWEST],
    ['6m', '2026-07-17T09:30:00.001Z', ''],
  ])('%s at %s', async (frame, now, expected) => {
    expect(await at(now, `time_frame=${frame}`)).toBe(expected)
  })

  test('1h at the ends of its hour', async () => {
    app.clock.set('2026-01-20T04:00:00.000Z')
    await app.write(posting({ title: 'y' }))
    app.clock.set('2026-01-20T04:59:59.999Z')
    await app.write(posting({ title: 'z' }))
    app.clock.set('2026-01-15T10:05:00.400Z')
    expect(await at('2026-01-20T05:00:00Z', 'time_frame=1h&cursor=0')).toBe('yz')
    expect(await at('2026-01-20T04:59:59.999Z', 'time_frame=1h&cursor=0')).toBe('')
    expect(await at('2026-01-20T06:00:00Z', 'time_frame=1h&cursor=0')).toBe('')
  })
})

describe('date_created narrows the window, and never widens it', () => {
  test.each([
    ['date_created_gte=2026-01-15T09:30:00Z', NEWEST],
    ['date_created_gte=2026-01-15T09:30:00.001Z', ''],
    ['date_created_lt=2026-01-15T09:30:00.001Z', NEWEST],
    ['date_created_lt=2026-01-15T09:30:00Z', ''],
    ['date_created_gte=2020-01-01&date_created_lt=2030-01-01', NEWEST],
    ['time_frame=1h&date_created_gte=2020-01-01', NEWEST],
    ['date_created_gte=2026-01-16', ''],
    ['date_created_gte=2026-01-15T12:00&date_created_lt=2026-01-15T08:00', ''],
  ])('%s', async (parameters, expected) => {
    expect(await titles(parameters)).toBe(expected)
  })

  test('the window that was answered is told', async () => {
    const window = 'date_created_gte=2026-01-15T09:00:00.5Z&date_created_lt=2026-01-15T09:45:00Z'
    const response = await app.request(`/v1/active-ats?${window}`)
    expect(response.headers.get('x-window-from')).toBe('2026-01-15T09:00:00.500Z')
    expect(response.headers.get('x-window-to')).toBe('2026-01-15T09:45:00Z')
  })
})

test('a job that left is not listed', async () => {
  const line = posting({ locations: [place('Austin', 'TX', 'US')] })
  app.clock.set('2026-02-01T08:30:00Z')
  await app.write(line)
  const { source, source_slug = null, external_id = '' } = line
  await app.write({ source, source_slug, external_id, status: 'expired' })
  app.clock.set('2026-02-01T09:00:00Z')
  expect(await titles('time_frame=1h')).toBe('')
  app.clock.set('2026-01-15T10:05:00.400Z')
})

describe('400', () => {
  test.each([
    ['has_salary=1', "has_salary: expected true or false, got '1'"],
    [
      'date_modified_gte=2026-01-01',
      'date_modified_gte: unknown parameter; it belongs to /v1/modified-ats',
    ],
    ['title=%00', 'title: holds a NUL character at position 1'],
    ['title_advanced=java+%26', "title_advanced: expected a term after '&' at position 6"],
  ])('%s', async (parameters, detail) => {
    expect(await problem(`/v1/active-ats?${parameters}`)).toMatchObject({ status: 400, detail })
  })
})

test('401 without a key, also when the rest is wrong', async () => {
  const response = await app.request('/v1/active-ats?limit=0', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="job-catalogue"')
})
