import { describe, expect, test } from 'bun:test'
import { Compile } from 'typebox/compile'
import { PROBLEM_TYPES, Problem } from '../../../src/service/http/problem-types'
import { DatabaseUnavailable, NotReady, Overloaded, QueryTimeout } from '../../../src/values/errors'
import { createPluginApp, headersOf } from './plugin-app'

const { send, services } = createPluginApp()
const isProblem = Compile(Problem)

async function readProblem(response: Response): Promise<unknown> {
  const problem: unknown = await response.json()
  expect(isProblem.Check(problem)).toBe(true)
  return problem
}

async function failWith(failure: unknown, path: string): Promise<[Response, unknown]> {
  services.failure = failure
  const response = await send(path)
  return [response, await readProblem(response)]
}

const common = {
  'cache-control': 'no-store',
  'content-type': 'application/problem+json',
  'x-content-type-options': 'nosniff',
  'x-jobs-this-request': '0',
}

test('400 lists every issue, with null where there is no position', async () => {
  const response = await send('/v1/echo?titel=a&limit=0&title=%00')
  expect(response.status).toBe(400)
  expect(headersOf(response)).toEqual(common)
  expect(await readProblem(response)).toEqual({
    type: 'https://jobs.example/problems/invalid-request',
    title: 'Invalid request',
    status: 400,
    detail:
      "titel: unknown parameter; did you mean title?; limit: expected an integer from 1 to 10, got '0'; title: holds a NUL character at position 1",
    instance: '/v1/echo',
    errors: [
      { parameter: 'titel', detail: 'unknown parameter; did you mean title?', position: null },
      { parameter: 'limit', detail: "expected an integer from 1 to 10, got '0'", position: null },
      { parameter: 'title', detail: 'holds a NUL character at position 1', position: 1 },
    ],
  })
})

describe('404', () => {
  test.each([
    ['/v1/nothing', 'there is no such path; /swagger lists all paths'],
    ['/v1', 'there is no such path; /swagger lists all paths'],
    ['/v1/echo/', 'there is no such path; did you mean /v1/echo?'],
    ['/v1/ECHO', 'there is no such path; did you mean /v1/echo?'],
    ['/', 'there is no such path; /swagger lists all paths'],
    ['//v1/echo', 'there is no such path; did you mean /v1/echo?'],
    ['/__proto__', 'there is no such path; /swagger lists all paths'],
    ['/v1/things/', 'there is no such path; /swagger lists all paths'],
    ['/v1/things/1/2', 'there is no such path; did you mean /v1/things/{id}?'],
    ['/v1/ecko', 'there is no such path; did you mean /v1/echo?'],
    ['/echo', 'there is no such path; did you mean /v1/echo?'],
    ['/v1/thing/7', 'there is no such path; did you mean /v1/things/{id}?'],
    ['/things/7/', 'there is no such path; did you mean /v1/things/{id}?'],
    ['/docs', 'there is no such path; /swagger lists all paths'],
    [`/${'x'.repeat(5_000)}`, 'there is no such path; /swagger lists all paths'],
    ['/v1/things/101', 'no thing has the id 101'],
    ['/v1/things/abc', "id: expected an integer from 0 to 9223372036854775807, got 'abc'"],
    ['/v1/things/-1', "id: expected an integer from 0 to 9223372036854775807, got '-1'"],
    ['/v1/things/%zz', 'id: expected valid percent-encoding'],
    ['/v1/things/%ff', 'id: expected valid percent-encoding'],
  ])('%s', async (path, detail) => {
    const response = await send(path)
    expect(response.status).toBe(404)
    expect(await readProblem(response)).toEqual({
      type: 'https://jobs.example/problems/not-found',
      title: 'Not found',
      status: 404,
      detail,
      instance: path,
    })
  })
})

describe('405', () => {
  test.each([
    ['POST', '/v1/echo'],
    ['PUT', '/v1/things/1'],
    ['DELETE', '/v1/things/abc'],
    ['PATCH', '/v1/download?unknown=1'],
    ['OPTIONS', '/v1/echo'],
    ['POST', '/healthz'],
  ])('%s %s', async (method, path) => {
    const response = await send(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(await readProblem(response)).toMatchObject({
      type: 'https://jobs.example/problems/method-not-allowed',
      detail: 'only GET, HEAD may be used here',
    })
  })

  test('an unknown path is a 404 with any method', async () => {
    expect((await send('/v1/nothing', { method: 'POST' })).status).toBe(404)
  })
})

describe('500', () => {
  test.each<[string, unknown]>([
    ['an Error', new Error('select secret from keys')],
    ['a TypeError', new TypeError('secret is not a function')],
    ['a text', 'secret'],
    ['undefined', undefined],
    ['null', null],
    ['what Elysia would send', { status: 200, toResponse: () => new Response('secret') }],
    ['a Response', new Response('secret')],
  ])('shows nothing of %s', async (_, failure) => {
    const [response, problem] = await failWith(failure, '/v1/failing-504')
    expect(response.status).toBe(500)
    expect(headersOf(response)).toEqual(common)
    expect(problem).toEqual(at504('internal-error', 'Internal error', 500, 'internal error'))
  })
})

describe('503', () => {
  test.each([
    [
      new DatabaseUnavailable('at 10.0.0.1'),
      'database-unavailable',
      'the database is unavailable; try again',
      '5',
    ],
    [new NotReady('run the migrations'), 'database-unavailable', 'run the migrations', '5'],
    [new Overloaded('12 wait'), 'over-capacity', 'the service is over capacity; try again', '1'],
    [new QueryTimeout(15), 'query-timeout', 'the query ran longer than 15 s; try again', '30'],
  ])('%s', async (failure, slug, detail, retryAfter) => {
    const [response, problem] = await failWith(failure, '/v1/failing-503')
    expect(response.status).toBe(503)
    expect(headersOf(response)).toEqual({ ...common, 'retry-after': retryAfter })
    expect(problem).toMatchObject({
      type: `https://jobs.example/problems/${slug}`,
      status: 503,
      detail,
    })
  })
})

test('504 is without Retry-After', async () => {
  const [response, problem] = await failWith(new QueryTimeout(15), '/v1/failing-504')
  expect(response.status).toBe(504)
  expect(headersOf(response)).toEqual(common)
  const detail = 'the query ran longer than 15 s; try again'
  expect(problem).toEqual(at504('query-timeout', 'Query timeout', 504, detail))
})

function at504(slug: string, title: string, status: number, detail: string): object {
  const type = `https://jobs.example/problems/${slug}`
  return { type, title, status, detail, instance: '/v1/failing-504' }
}

test.each(Object.entries(PROBLEM_TYPES))('%s has a page to make of it', (slug, type) => {
  expect(slug).toMatch(/^[a-z-]+$/)
  for (const sentence of [type.explanation, type.remedy]) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
