import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { version } from '../../../package.json'
import { reply } from '../../../src/service/http/reply'
import { context } from '../../../src/service/plugins/request-context'
import { DatabaseUnavailable, NotReady, Overloaded } from '../../../src/values/errors'
import { createPluginApp, headersOf } from '../plugins/plugin-app'

const { send, entries } = createPluginApp()

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

  test('/healthz says ok and the version of the package without a key', async () => {
    const response = await send('/healthz', { headers: noKey })
    expect([response.status, await response.text()]).toEqual([200, `ok\njob-catalogue ${version}`])
    expect(response.headers.has('x-jobs-this-request')).toBe(false)
  })

  test('/readyz says ready when the service is', async () => {
    const response = await send('/readyz', { headers: noKey })
    expect([response.status, await response.text()]).toEqual([200, 'ready'])
  })

  test.each([
    ['the database is unavailable; try again', 503, new DatabaseUnavailable('at 10.0.0.1')],
    ['the service is over capacity; try again', 503, new Overloaded('12 wait')],
    ['run the migrations', 503, new NotReady('run the migrations')],
    ['internal error', 500, new Error('secret reason')],
  ])("/readyz says '%s' with %d, and /healthz is still ok", async (detail, status, error) => {
    const unready = createPluginApp({ isReady: () => Promise.reject(error) })
    const response = await unready.send('/readyz', { headers: noKey })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ detail, instance: '/readyz' })
    expect((await unready.send('/healthz')).status).toBe(200)
  })
})

test('a page gets the parameters of its path', async () => {
  const pages = new Elysia()
    .use(context)
    .get('/problems/:slug', ({ context, params: { slug } }) => reply(context, { body: slug }))
  const { send, entries } = createPluginApp({ pages })
  expect(await (await send('/problems/not-found')).text()).toBe('not-found')
  expect(entries.at(-1)).toMatchObject({ route: '/problems/{slug}', bytes: 9 })
})

test('a page can lead elsewhere', async () => {
  const pages = new Elysia()
    .use(context)
    .get('/', ({ context }) => reply(context, { body: '', redirectTo: 'swagger' }))
  const response = await createPluginApp({ pages }).send('/')
  expect([response.status, response.headers.get('location')]).toEqual([302, 'swagger'])
})

test('a method that nobody knows is not allowed', async () => {
  const { send } = createPluginApp()
  const response = await send('/v1/echo', { method: 'PURGE' })
  expect([response.status, response.headers.get('x-request-id') !== null]).toEqual([405, true])
})
