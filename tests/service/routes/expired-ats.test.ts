import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import type { Removal } from '../../../src/catalogue/import/posting'
import { place, posting } from '../../support/posting-builder'
import { recordDatabase } from '../../support/recorded-database'
import { createTestApp, type TestApp } from '../../support/test-app'
import { createTestDatabase } from '../../support/test-database'
import { until } from '../../support/until'
import { useTestApp } from '../../support/use-test-app'

const USUAL = '2026-01-16T10:05:00Z'
/** Canada has the jobs 1, 3 and 5, the United States 2, 4 and 6; 5 and 6 are active. */
const app = useTestApp({ start: '2026-01-10T00:00:00Z' }, async (app) => {
  const both = [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')]
  await app.write(...['a', 'b', 'c'].map((id) => posting({ external_id: id, locations: both })))
  app.clock.set('2026-01-15T09:30:00Z')
  await app.write(removal('b', 'expired'))
  app.clock.set('2026-01-15T23:59:59.999Z')
  await app.write(removal('a', 'excluded'))
  app.clock.set(USUAL)
})

function removal(id: string, status: Removal['status']): Removal {
  return { source: 'greenhouse', source_slug: 'acme', external_id: id, status }
}

async function ids(parameters = ''): Promise<number[]> {
  return await app.get(`/v1/expired-ats?${parameters}`)
}

describe('200', () => {
  test('the smallest call lists the previous UTC day, expired and excluded, ids ascending', async () => {
    const response = await app.request('/v1/expired-ats')
    expect(await response.text()).toBe('[1,2,3,4]')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-window-from')).toBe('2026-01-15T00:00:00Z')
    expect(response.headers.get('x-window-to')).toBe('2026-01-16T00:00:00Z')
  })

  test('ids are no jobs, so none are billed', async () => {
    const response = await app.request('/v1/expired-ats')
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })

  test.each([
    ['country=CA', [1, 3]],
    ['country=US', [2, 4]],
    ['country=US,CA', [1, 2, 3, 4]],
    ['time_frame=1h', []],
    ['time_frame=1m&country=CA', [1, 3]],
  ])('%s', async (parameters, expected) => {
    expect(await ids(parameters)).toEqual(expected as number[])
  })

  test('nothing found is an empty list', async () => {
    const response = await app.request('/v1/expired-ats?time_frame=1h')
    expect([response.status, await response.text()]).toEqual([200, '[]'])
  })

  test('HEAD has no body', async () => {
    const response = await app.request('/v1/expired-ats', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('time_frame', () => {
  // b (3 and 4) left on January 15 at 09:30, a (1 and 2) in the last millisecond of that day.
  test.each([
    ['1h', '2026-01-15T09:30:00Z', []],
    ['1h', '2026-01-15T09:30:00.001Z', [3, 4]],
    ['1h', '2026-01-15T10:30:00Z', [3, 4]],
    ['1h', '2026-01-15T10:30:00.001Z', []],
    ['1h', '2026-01-16T00:00:00Z', [1, 2]],
    ['1d', '2026-01-15T23:59:59.999Z', []],
    ['1d', '2026-01-16T00:00:00Z', [1, 2, 3, 4]],
    ['1d', '2026-01-16T23:59:59.999Z', [1, 2, 3, 4]],
    ['1d', '2026-01-17T00:00:00Z', []],
    ['1m', '2026-01-15T09:30:00.001Z', [3, 4]],
    ['1m', '2026-02-15T09:30:00Z', [1, 2, 3, 4]],
    ['1m', '2026-02-15T09:30:00.001Z', [1, 2]],
    ['6m', '2026-07-17T09:30:00Z', [1, 2, 3, 4]],
    ['6m', '2026-07-17T09:30:00.001Z', [1, 2]],
    ['6m', '2026-07-18T00:00:00Z', []],
  ])('%s at %s', async (frame, now, expected) => {
    app.clock.set(now)
    expect(await ids(`time_frame=${frame}`)).toEqual(expected as number[])
    app.clock.set(USUAL)
  })
})

describe('400', () => {
  test.each([
    ['time_frame=24h', "time_frame: expected one of 1h, 1d, 1m, 6m, got '24h'"],
    ['country=MX', "country: expected CA or US, got 'MX'"],
    ['country=', 'country: expected a value'],
    [
      'limit=10',
      'limit: unknown parameter; it belongs to /v1/active-ats, /v1/modified-ats, /v1/jobs and /v1/changes',
    ],
  ])('%s', async (parameters, detail) => {
    const response = await app.request(`/v1/expired-ats?${parameters}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ detail })
  })
})

test('401 without a key', async () => {
  const response = await app.request('/v1/expired-ats', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
})

describe('requests at once', () => {
  let busy: TestApp
  let queries = 0
  /** Ends the first query. */
  const gate = Promise.withResolvers<void>()
  beforeAll(async () => {
    const on = await createTestDatabase()
    const reads = recordDatabase(on.database, ({ text }) => {
      if (text.includes('string_agg(id')) queries += 1
    })
    busy = await createTestApp({
      start: '2026-01-15T09:00:00Z',
      on,
      reads: {
        ...reads,
        get db() {
          return createQueries(async (statement, signal) => {
            const answer = await reads.send(statement, signal)
            if (queries === 1) await gate.promise
            return answer
          }).db
        },
      },
    })
    await busy.write(...['a', 'b'].map((id) => posting({ external_id: id })))
    await busy.write(removal('a', 'expired'))
    busy.clock.advance(1)
  })
  afterAll(() => busy.stop())

  const ask = async (coding: string, method = 'GET') => {
    const headers = { 'Accept-Encoding': coding }
    const response = await busy.request('/v1/expired-ats?time_frame=6m', { headers, method })
    const to = response.headers.get('x-window-to')
    return [response.status, await response.text(), to]
  }

  test('share a list that is not older than any of them, with its own window', async () => {
    const first = ask('identity')
    await until(() => queries === 1)
    await busy.write(removal('b', 'expired'))
    busy.clock.advance(1)
    const later = Array.from({ length: 39 }, () => ask('gzip'))
    const head = ask('identity', 'HEAD')
    const other = busy.get('/v1/expired-ats?time_frame=6m&country=US')
    expect(await other).toEqual([])
    gate.resolve()
    expect(await first).toEqual([200, '[1]', '2026-01-15T09:00:00.001Z'])
    for (const answer of await Promise.all(later)) {
      expect(answer).toEqual([200, '[1,2]', '2026-01-15T09:00:00.002Z'])
    }
    expect(await head).toEqual([200, '', '2026-01-15T09:00:00.002Z'])
    expect(queries).toBe(3)
  })
})

test('a long list is compressed as the client asks', async () => {
  const many = Array.from({ length: 400 }, (_, index) => `many-${index}`)
  await app.write(...many.map((id) => posting({ external_id: id })))
  await app.write(...many.map((id) => removal(id, 'expired')))
  app.clock.advance(1)
  const plain = await ids('time_frame=1h')
  expect(plain).toHaveLength(400)
  for (const [coding, decompress] of CODINGS) {
    const headers = { 'Accept-Encoding': coding }
    const response = await app.request('/v1/expired-ats?time_frame=1h', { headers })
    expect(response.headers.get('content-encoding')).toBe(coding)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(JSON.parse(new TextDecoder().decode(decompress(bytes)))).toEqual(plain)
  }
})

const CODINGS = [
  ['gzip', Bun.gunzipSync],
  ['zstd', Bun.zstdDecompressSync],
] as const
