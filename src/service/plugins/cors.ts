import { Elysia } from 'elysia'
import { respond } from '../http/reply'
import { contextOf } from '../http/request-context'
import { HEADERS } from '../open-api/responses'

/** Headers that scripts may read beside the CORS-safelisted ones. */
const EXPOSED = Object.keys(HEADERS)
  .filter((name) => name !== 'Content-Disposition')
  .sort()
  .join(', ')

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
  'Access-Control-Max-Age': '86400',
}

/**
 * Lets scripts of these origins (`https://example.org`, or `*` for all) read responses (Fetch standard, CORS). Without
 * credentials: scripts send keys in a header, not in cookies. `@elysiajs/cors` is not used: with `*` it sends
 * `Vary: *`, it answers every OPTIONS request with 204, and it sends its headers to origins that are not allowed.
 */
export function cors(origins: readonly string[]) {
  const plugin = new Elysia({ name: 'cors' })
  if (origins.length === 0) return plugin
  return plugin.onRequest(async ({ request }) => {
    const context = contextOf(request)
    Object.assign(context.responseHeaders, originHeaders(origins, request.headers.get('origin')))
    const isPreflight =
      request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    if (!isPreflight) return
    return await respond(context, { status: 204, headers: PREFLIGHT_HEADERS, body: '' })
  })
}

function originHeaders(origins: readonly string[], origin: string | null): Record<string, string> {
  const exposed = { 'Access-Control-Expose-Headers': EXPOSED }
  if (origins.includes('*')) return { 'Access-Control-Allow-Origin': '*', ...exposed }
  if (origin === null || !origins.includes(origin)) return { Vary: 'Origin' }
  return { 'Access-Control-Allow-Origin': origin, ...exposed, Vary: 'Origin' }
}
