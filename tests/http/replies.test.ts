import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createTestApp, headersOf } from './test-exchange'

const { send, entries } = createTestApp()

describe('200', () => {
  test('has the body, the window, the count of jobs and no-store', async () => {
    const response = await send('/v1/echo?title=a+b')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ title: 'a b', limit: 5, caller: 'demo' })
    expect(headersOf(response)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-jobs-this-request': '5',
      'x-window-from': '2026-11-20T12:00:00Z',
      'x-window-to': '2026-11-20T13:00:00.250Z',
    })
  })

  test('has a request id of its own, whatever id the client sends', async () => {
    const headers = { 'x-request-id': 'mine' }
    const ids = [await send('/v1/echo', { headers }), await send('/v1/echo', { headers })].map(
      (response) => response.headers.get('x-request-id'),
    )
    expect(new Set(ids).size).toBe(2)
    expect(ids.join()).toMatch(/^[0-9a-f-]{36},[0-9a-f-]{36}$/)
  })

  test('takes bytes, another media type and headers', async () => {
    const response = await send('/v1/download')
    expect(await response.text()).toBe('é\n')
    expect(headersOf(response)).toEqual({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="things.csv"',
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-jobs-this-request': '0',
    })
  })

  test('reads the parameters of the path, 64 bits exactly', async () => {
    expect(await (await send('/v1/things/42')).text()).toBe('{"id":42}')
    expect(await (await send('/v1/things/9007199254740993')).json()).toMatchObject({
      detail: 'no thing has the id 9007199254740993',
    })
  })
})

describe('304', () => {
  test.each([['W/"v7"'], ['"v7"'], ['*'], ['"x", W/"v7"']])('for %s, unbilled', async (tag) => {
    const response = await send('/v1/things/7', { headers: { 'if-none-match': tag } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(headersOf(response)).toEqual({
      'cache-control': 'private, no-cache',
      etag: 'W/"v7"',
      'x-content-type-options': 'nosniff',
      'x-jobs-this-request': '0',
    })
    expect(entries.at(-1)).toMatchObject({ status: 304, jobs: 0, bytes: 0 })
  })

  test.each([['W/"v8"'], ['v7'], ['']])('not for %p', async (tag) => {
    const response = await send('/v1/things/7', { headers: { 'if-none-match': tag } })
    expect([response.status, await response.text()]).toEqual([200, '{"id":7}'])
  })
})

describe('HEAD', () => {
  test('is GET without the body, and returns no jobs', async () => {
    const response = await send('/v1/echo', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(headersOf(response)).toEqual({
      'cache-control': 'no-store',
      'content-length': '27',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-jobs-this-request': '0',
      'x-window-from': '2026-11-20T12:00:00Z',
      'x-window-to': '2026-11-20T13:00:00.250Z',
    })
    expect(entries.at(-1)).toMatchObject({ method: 'HEAD', status: 200, jobs: 0, bytes: 0 })
  })

  test('counts the bytes of the body and not its characters', async () => {
    const response = await send('/v1/echo?title=%C3%A9', { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('40')
  })

  test.each([
    ['/v1/echo?limit=0', 400],
    ['/v1/nothing', 404],
    ['/healthz', 200],
  ])('%s has a status like GET', async (path, status) => {
    const response = await send(path, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([status, ''])
  })
})

describe('health', () => {
  const noKey = { authorization: '' }

  test('/healthz says ok without a key', async () => {
    const response = await send('/healthz', { headers: noKey })
    expect([response.status, await response.text()]).toEqual([200, 'ok'])
    expect(response.headers.has('x-jobs-this-request')).toBe(false)
  })

  test('/readyz says ready when the service is', async () => {
    const response = await send('/readyz', { headers: noKey })
    expect([response.status, await response.text()]).toEqual([200, 'ready'])
  })

  test('/readyz is a 503 when it is not, and /healthz is still ok', async () => {
    const away = createTestApp({ isReady: () => Promise.reject(new Error('secret reason')) })
    const response = await away.send('/readyz', { headers: noKey })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({
      type: 'https://jobs.example/problems/database-unavailable',
      title: 'Database unavailable',
      status: 503,
      detail: 'the database is away; try again',
      instance: '/readyz',
    })
    expect((await away.send('/healthz')).status).toBe(200)
  })
})

describe('beside the interface', () => {
  const docs = new Elysia()
    .get('/docs', () => 'read me')
    .get('/broken', () => {
      throw new Error('secret')
    })
  const page = { path: '/problems/{slug}', answer: ({ slug = '' }) => ({ body: slug ?? '' }) }
  const beside = createTestApp({ plugins: [docs], pages: [page] })

  test('a page gets the parameters of its path', async () => {
    expect(await (await beside.send('/problems/not-found')).text()).toBe('not-found')
    expect(beside.entries.at(-1)).toMatchObject({ route: '/problems/{slug}', bytes: 9 })
  })

  test('the routes of a plugin have the common headers and are in the log', async () => {
    const response = await beside.send('/docs')
    expect([response.status, await response.text()]).toEqual([200, 'read me'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(beside.entries.at(-1)).toMatchObject({
      id: response.headers.get('x-request-id'),
      path: '/docs',
      status: 200,
    })
  })

  test('HEAD of a plugin has no body', async () => {
    const response = await beside.send('/docs', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('a plugin that fails shows nothing of its error', async () => {
    const response = await beside.send('/broken')
    expect(await response.json()).toMatchObject({ status: 500, detail: 'internal error' })
    expect(beside.entries.at(-1)?.error).toEqual(new Error('secret'))
  })
})
