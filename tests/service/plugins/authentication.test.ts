import { describe, expect, test } from 'bun:test'
import { createApp } from '../../../src/service/app'
import { createHandler } from '../../../src/service/server'
import { INTERFACE, unlimitedCaller } from '../../support/interface'
import { createPluginApp, KEY } from './plugin-app'

const { send, entries } = createPluginApp()
const bare = 'Bearer realm="job-catalogue"'
const invalid = `${bare}, error="invalid_token"`

test('a request reserves the jobs that it can return', async () => {
  const admitted: number[] = []
  const caller = {
    ...unlimitedCaller('demo'),
    admit: async (jobs: number) => void admitted.push(jobs),
  }
  const app = createApp({ ...INTERFACE, findCaller: async () => caller })
  const headers = { authorization: `Bearer ${KEY}` }
  const requests = [
    ['GET', '/v1/jobs?limit=7'],
    ['GET', '/v1/jobs'],
    ['HEAD', '/v1/jobs?limit=7'],
    ['GET', '/v1/jobs/1'],
    ['GET', '/v1/expired-ats'],
    ['GET', '/v1/active-ats-count'],
    ['POST', '/mcp'],
  ] as const
  const handle = createHandler(app, {
    publicUrl: '',
    now: () => new Date(),
    onResponse: () => undefined,
  })
  for (const [method, path] of requests)
    await handle(new Request(`http://localhost${path}`, { method, headers }))
  expect(admitted).toEqual([7, 1_000, 0, 1, 0, 0, 20])
})

describe('401', () => {
  test.each([
    ['/v1/echo', '', bare],
    ['/v1/echo', 'Bearer', bare],
    ['/v1/echo', 'Bearer  ', bare],
    ['/v1/echo', `Basic ${KEY}`, bare],
    ['/v1/echo', KEY, bare],
    ['/v1/echo', 'Bearer wrong', invalid],
    ['/v1/echo', `Bearer ${KEY} x`, invalid],
    ['/v1/echo', `Bearer ${KEY}, Bearer ${KEY}`, invalid],
    ['/v1/echo', `Bearer ${KEY.toUpperCase()}`, invalid],
    [`/v1/echo?apiKey=${KEY}`, '', bare],
    ['/v1/download', '', bare],
    ['/v1/download?apiKey=', '', bare],
    ['/v1/download?apiKey=wrong', '', invalid],
    ['/v1/download?apiKey=%zz', '', invalid],
    [`/v1/download?apiKey=wrong&apiKey=${KEY}`, '', invalid],
    [`/v1/download?apiKey=${KEY}`, 'Bearer wrong', invalid],
  ])('%s with %p', async (path, authorization, challenge) => {
    const response = await send(path, { headers: { authorization } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(challenge)
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })

  test.each([
    ['a bad parameter', '/v1/echo?limit=0', 'GET'],
    ['an unknown path', '/v1/nothing', 'GET'],
    ['the root of the interface', '/v1', 'GET'],
    ['a wrong method', '/v1/echo', 'POST'],
    ['OPTIONS', '/v1/echo', 'OPTIONS'],
    ['an id that cannot be one', '/v1/things/abc', 'GET'],
  ])('comes before %s', async (_, path, method) => {
    expect((await send(path, { method, headers: { authorization: '' } })).status).toBe(401)
  })

  test('is a Problem that tells a missing key from a wrong one', async () => {
    const details = await Promise.all(
      ['', 'Bearer wrong'].map(async (authorization) => {
        return await (await send('/v1/echo', { headers: { authorization } })).json()
      }),
    )
    const problem = {
      type: 'https://jobs.example/problems/unauthenticated',
      title: 'Unauthenticated',
      status: 401,
      instance: '/v1/echo',
    }
    expect(details).toEqual([
      { ...problem, detail: "no API key was sent; send it as 'Authorization: Bearer <API_KEY>'" },
      {
        ...problem,
        detail:
          "the API key is not valid; it may be mistyped, revoked, expired, or of another catalogue; an operator makes one with 'bun run keys create'",
      },
    ])
  })

  test.each([
    ['', KEY, "a header without 'Bearer'"],
    ['', `Bearer${KEY}`, "a header without 'Bearer'"],
    ['', `Token ${KEY}`, "a header without 'Bearer'"],
    ['', 'Bearer', "'Bearer' without a key"],
    ['', 'bearer  ', "'Bearer' without a key"],
    ['', `Basic ${btoa(`${KEY}:`)}`, "'Basic' with a user and a password"],
    [`?api_key=${KEY}`, '', "the parameter 'api_key'"],
    [`?limit=1&apiKey=${KEY}`, '', "the parameter 'apiKey'"],
    [`?access_token=${KEY}`, '', "the parameter 'access_token'"],
    [`?key=${KEY}`, KEY, "a header without 'Bearer'"],
  ])('tells what came for %p with %p, without the key', async (query, authorization, got) => {
    const text = await (await send(`/v1/echo${query}`, { headers: { authorization } })).text()
    expect(JSON.parse(text).detail).toBe(`expected 'Authorization: Bearer <API_KEY>', got ${got}`)
    expect(text).not.toContain(KEY)
    expect(text).not.toContain(btoa(`${KEY}:`))
  })

  test.each(['?title=key', '?monkey=1', '?api_key=', '?title=a%26key%3Db'])(
    'finds no key in %s',
    async (query) => {
      const response = await send(`/v1/echo${query}`, { headers: { authorization: '' } })
      expect(await response.json()).toMatchObject({
        detail: "no API key was sent; send it as 'Authorization: Bearer <API_KEY>'",
      })
    },
  )

  test('is not asked for outside the interface', async () => {
    for (const path of ['/', '/v2/echo', '/v1echo']) {
      expect((await send(path, { headers: { authorization: '' } })).status).toBe(404)
    }
  })
})

describe('a key is taken', () => {
  test.each([
    ['/v1/echo', `Bearer ${KEY}`],
    ['/v1/echo', `bearer ${KEY}`],
    ['/v1/echo', `BEARER   ${KEY}  `],
    [`/v1/download?apiKey=${KEY}`, ''],
    [`/v1/download?apiKey=${KEY}`, 'Basic abc'],
    ['/v1/download?apiKey=jc%5Ftest_key', ''],
    ['/v1/download?apiKey=wrong', `Bearer ${KEY}`],
  ])('%s with %p', async (path, authorization) => {
    const response = await send(path, { headers: { authorization } })
    expect(response.status).toBe(200)
    expect(entries.at(-1)?.caller).toBe('demo')
  })
})

test('a key sent twice is told to callers only', async () => {
  const response = await send(`/v1/download?apiKey=${KEY}&apiKey=${KEY}`)
  expect(await response.json()).toMatchObject({
    status: 400,
    detail: 'apiKey: sent more than once',
  })
})

test('apiKey is unknown where it is not allowed, and its value is not repeated', async () => {
  const response = await send(`/v1/echo?apiKey=${KEY}`)
  const { status, detail } = (await response.json()) as { status: number; detail: string }
  expect([status, detail.split(';')[0]]).toEqual([400, 'apiKey: unknown parameter'])
})
