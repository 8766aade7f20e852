import { describe, expect, test } from 'bun:test'
import { createPluginApp, headersOf } from './plugin-app'

const origin = 'https://app.example'
const preflight = { origin, 'access-control-request-method': 'GET', authorization: '' }

function corsHeaders(response: Response): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersOf(response)).filter(
      ([name]) => name.startsWith('access-control-') || name === 'vary',
    ),
  )
}

const exposed =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Catalogue-Generation, X-Jobs-Limit, X-Jobs-Remaining, X-Jobs-Reset, X-Jobs-This-Request, X-Notices, X-Request-Id, X-Window-From, X-Window-To'

describe('with an origin allowed', () => {
  const { send } = createPluginApp({ corsOrigins: [origin] })

  test('its preflight is answered without a key', async () => {
    const response = await send('/v1/echo', { method: 'OPTIONS', headers: preflight })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(corsHeaders(response)).toEqual({
      'access-control-allow-headers': 'Authorization, If-None-Match',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      'access-control-max-age': '86400',
      vary: 'Origin',
    })
  })

  test.each([
    ['/v1/echo', 200],
    ['/v1/echo?limit=0', 400],
  ])('it may read %s', async (path, status) => {
    const response = await send(path, { headers: { origin } })
    expect(response.status).toBe(status)
    expect(corsHeaders(response)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      vary: 'Origin',
    })
  })

  test('another origin may not', async () => {
    const response = await send('/v1/echo', { headers: { origin: 'https://other.example' } })
    expect(corsHeaders(response)).toEqual({ vary: 'Origin' })
  })

  test('OPTIONS that is no preflight is a 405 that names OPTIONS', async () => {
    const response = await send('/v1/echo', { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

test('* allows every origin', async () => {
  const response = await createPluginApp({ corsOrigins: ['*'] }).send('/v1/echo')
  expect(corsHeaders(response)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed,
  })
})

test('without origins a preflight is a request without a key', async () => {
  const response = await createPluginApp().send('/v1/echo', {
    method: 'OPTIONS',
    headers: preflight,
  })
  expect(response.status).toBe(401)
  expect(corsHeaders(response)).toEqual({})
})
