import { describe, expect, test } from 'bun:test'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()

interface Problem {
  type: string
  status: number
  detail: string
  errors: { parameter: string; detail: string; position: number | null }[]
}

async function problem(target: string, init?: RequestInit): Promise<Problem> {
  const response = await app.request(target, init)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const body = (await response.json()) as Problem
  expect(body.status).toBe(response.status)
  return body
}

const FEED = '/v1/active-ats'
const COUNT = '/v1/active-ats-count'
const UNKNOWN = 'unknown parameter; the accepted ones are'

describe('400', () => {
  test.each([
    [`${FEED}?titel=x`, 'titel: unknown parameter; did you mean title?'],
    [`${FEED}?sql`, `sql: ${UNKNOWN}`],
    [`${FEED}?=x`, "expected the name of a parameter before '='; the accepted ones are"],
    [`${FEED}?title_advanced=java&sql`, "sql: unknown parameter; write '&' inside a value as %26"],
    [
      `${COUNT}?limit=5`,
      'limit: unknown parameter; it belongs to /v1/active-ats, /v1/modified-ats, /v1/jobs and /v1/changes',
    ],
    [
      '/v1/jobs?organization=X',
      'organization: unknown parameter; it belongs to /v1/active-ats, /v1/active-ats-count and /v1/modified-ats',
    ],
    [`${FEED}?country=CA&country=X`, "country: expected CA or US, got 'X'"],
    [`${FEED}?apiKey=x`, `apiKey: ${UNKNOWN}`],
    [`${FEED}?limit=5&limit=6`, 'limit: sent more than once'],
    [
      '/v1/jobs?country=CA&country=US',
      'country: sent more than once; this path searches one country; /v1/active-ats takes both',
    ],
    [`${FEED}?limit=`, 'limit: expected a value'],
    [`${FEED}?title=`, 'title: expected a value'],
    [`${FEED}?limit=0`, "limit: expected an integer from 1 to 1000, got '0'"],
    [`${FEED}?limit=1001`, "limit: expected an integer from 1 to 1000, got '1001'"],
    [`${FEED}?limit=1e2`, "limit: expected an integer from 1 to 1000, got '1e2'"],
    [`${FEED}?limit=0x10`, "limit: expected an integer from 1 to 1000, got '0x10'"],
    [`${FEED}?limit=+1`, "limit: expected an integer from 1 to 1000, got ' 1'"],
    [`${FEED}?offset=-1`, "offset: expected an integer from 0 to 9007199254740991, got '-1'"],
    [
      `${FEED}?cursor=9223372036854775808`,
      "cursor: expected an integer from 0 to 9223372036854775807, got '9223372036854775808'",
    ],
    [`${FEED}?time_frame=2h`, "time_frame: expected one of 1h, 24h, 7d, 6m, got '2h'"],
    [`${FEED}?time_frame=1m`, "time_frame: expected one of 1h, 24h, 7d, 6m, got '1m'"],
    [`/v1/expired-ats?time_frame=24h`, "time_frame: expected one of 1h, 1d, 1m, 6m, got '24h'"],
    [`${FEED}?country=us`, "country: expected CA or US, got 'us'"],
    [
      '/v1/jobs?country=CA,US',
      "country: expected CA or US, got 'CA,US'; this path searches one country; /v1/active-ats takes both",
    ],
    ['/v1/jobs?country=CA,UK', "country: expected CA or US, got 'CA,UK'"],
    [
      '/v1/changes?country=US,%20CA',
      "country: expected CA or US, got 'US, CA'; each country has a log of its own; ask for one after the other",
    ],
    [
      '/v1/stats?country=CA,US',
      "country: expected CA or US, got 'CA,US'; ask for one country after the other",
    ],
    [`${FEED}?remote=TRUE`, "remote: expected true or false, got 'TRUE'"],
    [`${FEED}?description_format=both`, "description_format: expected text or html, got 'both'"],
    [
      `${FEED}?date_posted_gte=2026-02-30`,
      "date_posted_gte: expected an ISO 8601 date or date-time that exists, such as 2026-11-20 or 2026-11-20T13:00:00Z, got '2026-02-30'",
    ],
    [
      `${FEED}?date_posted_lt=yesterday`,
      "date_posted_lt: expected an ISO 8601 date or date-time that exists, such as 2026-11-20 or 2026-11-20T13:00:00Z, got 'yesterday'",
    ],
    [
      `${FEED}?date_created_gte=2026-01-01T00:00:00+02:00`,
      "date_created_gte: expected an ISO 8601 date or date-time that exists, such as 2026-11-20 or 2026-11-20T13:00:00Z, got '2026-01-01T00:00:00 02:00'; write '+' in a zone as %2B",
    ],
    [`${FEED}?__proto__=x`, `__proto__: ${UNKNOWN}`],
  ])('%s', async (target, detail) => {
    const { status, detail: got } = await problem(target)
    expect([status, got.replace(/(?<=the accepted ones are) .*/, '')]).toEqual([400, detail])
  })

  test.each([
    [`${FEED}?title=a%00b`, 'title'],
    [`${FEED}?title=%zz`, 'title'],
    [`${FEED}?title=%ff`, 'title'],
    [`${FEED}?organization=a,,b`, 'organization'],
    [`${FEED}?organization=%22Acme`, 'organization'],
    [`${FEED}?id=1,x`, 'id'],
    [`${FEED}?id=${Array.from({ length: 1001 }, (_, index) => index).join(',')}`, 'id'],
  ])('%p', async (target, parameter) => {
    const { status, errors } = await problem(target)
    expect([status, errors.map((error) => error.parameter)]).toEqual([400, [parameter]])
  })

  test('every issue of a request comes at once, in its order', async () => {
    const { errors } = await problem(`${FEED}?limit=0&titel=x&remote=1`)
    expect(errors.map(({ parameter }) => parameter)).toEqual(['limit', 'titel', 'remote'])
  })

  test('a thousand ids of nineteen digits are one request', async () => {
    const ids = Array.from(
      { length: 1000 },
      (_, index) => 9_000_000_000_000_000_000n + BigInt(index),
    )
    expect(await app.get(`${FEED}?id=${ids.join(',')}`)).toEqual([])
  })
})

describe('401', () => {
  const challenge = 'Bearer realm="job-catalogue"'

  test.each([
    ['no key', {}, challenge],
    ['another scheme', { Authorization: 'Basic YTpi' }, challenge],
    ['a wrong key', { Authorization: 'Bearer nobody' }, `${challenge}, error="invalid_token"`],
  ])('%s', async (_, headers, expected) => {
    for (const target of [FEED, `${FEED}?titel=x`, '/v1/nothing', '/v1/jobs/x']) {
      const response = await app.request(target, { headers: { Authorization: '', ...headers } })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, expected])
    }
  })

  test('a key in the query string is no key here', async () => {
    const response = await app.request(`${FEED}?apiKey=${app.key}`, {
      headers: { Authorization: '' },
    })
    expect(response.status).toBe(401)
  })

  test('a wrong method does not come before the key', async () => {
    const response = await app.request(FEED, { method: 'POST', headers: { Authorization: '' } })
    expect(response.status).toBe(401)
  })
})

describe('404', () => {
  test.each([
    '/v1/nothing',
    '/v1/active-ats/',
    '/v1/jobs/0',
    '/v1/jobs/abc',
    '/v1/jobs/9223372036854775808',
    '/nothing',
  ])('%s', async (target) => {
    expect((await problem(target)).status).toBe(404)
  })
})

describe('405', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    '%s names the methods there are',
    async (method) => {
      const response = await app.request(FEED, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    },
  )
})
