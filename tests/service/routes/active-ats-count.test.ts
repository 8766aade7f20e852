import { describe, expect, test } from 'bun:test'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const CREATED = '2026-01-15T09:30:00Z'
const USUAL = '2026-01-15T10:05:00Z'
/** Four jobs created at one instant: two active, one since expired, one since excluded. */
const app = useTestApp({ start: CREATED }, async (app) => {
  const lines = ['a', 'b', 'c', 'd'].map((title) => posting({ title }))
  await app.write(...lines)
  app.clock.set('2026-01-15T09:40:00Z')
  const [, , third, fourth] = lines.map(({ source, source_slug = null, external_id = '' }) => ({
    source,
    source_slug,
    external_id,
  }))
  if (third) await app.write({ ...third, status: 'expired' })
  if (fourth) await app.write({ ...fourth, status: 'excluded' })
  app.clock.set(USUAL)
})

async function count(parameters = ''): Promise<number> {
  const body = await app.get<{ count: number }>(`/v1/active-ats-count?${parameters}`)
  expect(Object.keys(body)).toEqual(['count'])
  return body.count
}

describe('200', () => {
  test('the smallest call counts 31 days, expired jobs too and excluded ones not', async () => {
    const response = await app.request('/v1/active-ats-count')
    expect(await response.text()).toBe('{"count":3}')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-window-from')).toBe('2025-12-15T10:05:00Z')
    expect(response.headers.get('x-window-to')).toBe(USUAL)
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })

  test.each(['1h', '24h', '7d', '6m'])('%s counts active jobs alone', async (frame) => {
    expect(await count(`time_frame=${frame}`)).toBe(2)
  })

  test('HEAD has no body', async () => {
    const response = await app.request('/v1/active-ats-count', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('filters hold for expired jobs too', async () => {
    expect(await count('title=c')).toBe(1)
    expect(await count('title=c&time_frame=6m')).toBe(0)
    expect(await count('title=d')).toBe(0)
    expect(await count('country=US')).toBe(0)
  })
})

describe('time_frame', () => {
  test.each([
    ['1h', '2026-01-15T09:59:59.999Z', 0],
    ['1h', '2026-01-15T10:00:00Z', 2],
    ['1h', '2026-01-15T10:59:59.999Z', 2],
    ['1h', '2026-01-15T11:00:00Z', 0],
    ['24h', '2026-01-15T09:59:59.999Z', 0],
    ['24h', '2026-01-16T09:59:59.999Z', 2],
    ['24h', '2026-01-16T10:00:00Z', 0],
    ['7d', '2026-01-15T09:30:00Z', 0],
    ['7d', '2026-01-15T09:30:00.001Z', 2],
    ['7d', '2026-01-22T09:30:00Z', 2],
    ['7d', '2026-01-22T09:30:00.001Z', 0],
    ['1m', '2026-01-15T09:30:00Z', 0],
    ['1m', '2026-01-15T09:30:00.001Z', 3],
    ['1m', '2026-02-15T09:30:00Z', 3],
    ['1m', '2026-02-15T09:30:00.001Z', 0],
    ['6m', '2026-07-17T09:30:00Z', 2],
    ['6m', '2026-07-17T09:30:00.001Z', 0],
  ])('%s at %s', async (frame, now, expected) => {
    app.clock.set(now)
    expect(await count(`time_frame=${frame}`)).toBe(expected)
    app.clock.set(USUAL)
  })

  test('is narrowed by date_created', async () => {
    expect(await count(`date_created_gte=${CREATED}`)).toBe(3)
    expect(await count('date_created_gte=2026-01-15T09:30:00.001Z')).toBe(0)
    expect(await count('date_created_lt=2026-01-15T09:30:00.001Z')).toBe(3)
    expect(await count(`date_created_lt=${CREATED}`)).toBe(0)
    expect(await count('time_frame=1h&date_created_gte=2020-01-01')).toBe(2)
  })
})

test('a posting in both countries counts twice, and once in each', async () => {
  app.clock.set('2026-03-01T08:30:00Z')
  await app.write(
    posting({ locations: [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')] }),
  )
  app.clock.set('2026-03-01T09:05:00Z')
  const counts = await Promise.all(
    ['', '&country=CA', '&country=US'].map((country) => count(`time_frame=1h${country}`)),
  )
  expect(counts).toEqual([2, 1, 1])
  app.clock.set(USUAL)
})

describe('400', () => {
  test.each([
    ['time_frame=1d', "time_frame: expected one of 1h, 24h, 7d, 1m, 6m, got '1d'"],
    ['limit=10', 'limit: unknown parameter'],
    ['offset=10', 'offset: unknown parameter'],
    ['cursor=0', 'cursor: unknown parameter'],
    ['id=1', 'id: unknown parameter'],
    ['description_format=text', 'description_format: unknown parameter'],
    ['include_source_fields=true', 'include_source_fields: unknown parameter'],
  ])('%s', async (parameters, detail) => {
    const response = await app.request(`/v1/active-ats-count?${parameters}`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { detail: string }).detail.split(';')[0]).toBe(detail)
  })
})

test('401 without a key', async () => {
  const response = await app.request('/v1/active-ats-count', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
})
