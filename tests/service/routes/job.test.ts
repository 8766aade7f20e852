import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const BOTH = [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')]
const FIELDS = { version: 1, fields: { team: { value: 'A', source_path: '$.team' } } }
let line: Posting
/** Job 1 is active, 2 excluded, 3 expired. */
const app = useTestApp({ start: '2026-01-15T09:30:00Z' }, async (app) => {
  line = posting({
    title: 'Nurse',
    external_id: 'a',
    locations: BOTH,
    description_html: '<p>Day</p>',
    source_fields: FIELDS,
  })
  await app.write(line, posting({ external_id: 'b' }))
  app.clock.set('2026-01-15T09:40:00.250Z')
  await app.write({ ...line, locations: BOTH.slice(0, 1) })
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'b',
    status: 'expired',
  })
  app.clock.set('2026-01-15T10:05:00Z')
})

describe('200', () => {
  test('a job has both descriptions, its source fields and where it stands', async () => {
    const response = await app.request('/v1/jobs/1')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-jobs-this-request')).toBe('1')
    expect(await response.json()).toMatchObject({
      id: 1,
      title: 'Nurse',
      description_text: 'Day',
      description_html: '<p>Day</p>',
      source_fields: FIELDS,
      status: 'active',
      date_modified: null,
      date_removed: null,
    })
  })

  test.each([
    [2, 'excluded', 'US'],
    [3, 'expired', 'CA'],
  ])('job %i, which is %s, is there too', async (id, status, country) => {
    expect(await app.get(`/v1/jobs/${id}`)).toMatchObject({
      id,
      country,
      status,
      date_modified: null,
      date_removed: '2026-01-15T09:40:00.250Z',
    })
  })

  test('HEAD has the length of the body and no body, and bills nothing', async () => {
    const length = (await (await app.request('/v1/jobs/1')).arrayBuffer()).byteLength
    const response = await app.request('/v1/jobs/1', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-length')).toBe(String(length))
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })
})

describe('304', () => {
  const tag = async (id = 1): Promise<string> =>
    (await app.request(`/v1/jobs/${id}`)).headers.get('etag') ?? ''
  const status = async (ifNoneMatch: string, id = 1): Promise<number> =>
    (await app.request(`/v1/jobs/${id}`, { headers: { 'If-None-Match': ifNoneMatch } })).status

  test('for a client that has it already, without a body and unbilled', async () => {
    const response = await app.request('/v1/jobs/1', { headers: { 'If-None-Match': await tag() } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('etag')).toBe(await tag())
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })

  test('not for the tag of another job', async () => {
    expect(await status(await tag(2))).toBe(200)
  })

  test('not once the job has changed or left', async () => {
    const before = await tag()
    await app.write({ ...line, locations: BOTH.slice(0, 1), title: 'Night Nurse' })
    expect(await status(before)).toBe(200)
    const changed = await tag()
    await app.write({
      source: 'greenhouse',
      source_slug: 'acme',
      external_id: 'a',
      status: 'expired',
    })
    expect(await status(changed)).toBe(200)
    expect(await status(await tag())).toBe(304)
  })
})

describe('404', () => {
  const integer = 'expected an integer from 0 to 9223372036854775807'
  test.each([
    ['0', 'there is no job 0'],
    ['999', 'there is no job 999'],
    ['9223372036854775807', 'there is no job 9223372036854775807'],
    ['9223372036854775808', `id: ${integer}, got '9223372036854775808'`],
    ['-1', `id: ${integer}, got '-1'`],
    ['1.0', `id: ${integer}, got '1.0'`],
    ['abc', `id: ${integer}, got 'abc'`],
    ['%31x', `id: ${integer}, got '1x'`],
    ["1'--", `id: ${integer}, got '1'--'`],
  ])('%s', async (id, detail) => {
    const response = await app.request(`/v1/jobs/${id}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
    expect(await response.json()).toEqual({
      type: 'http://localhost/problems/not-found',
      title: 'Not found',
      status: 404,
      detail,
      instance: `/v1/jobs/${id}`,
    })
  })
})

test('400 for any parameter', async () => {
  const response = await app.request('/v1/jobs/1?description=both')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    detail:
      'description: unknown parameter; it belongs to /v1/active-ats, /v1/active-ats-count, /v1/modified-ats, /v1/jobs and /v1/changes',
  })
})

test('401 without a key, whether there is such a job or not', async () => {
  const statuses = await Promise.all(
    ['1', '999', 'abc'].map(async (id) => {
      const response = await app.request(`/v1/jobs/${id}`, { headers: { Authorization: '' } })
      return response.status
    }),
  )
  expect(statuses).toEqual([401, 401, 401])
})
