/** Answers browsers of other origins (Fetch standard, CORS). Keys are sent by scripts, not by cookies: no credentials. */
export interface Cors {
  /** Whether other origins may ask at all, so that OPTIONS is a method of the service. */
  isOn: boolean
  /** The headers of every response to this origin. */
  headersFor(origin: string | null): Readonly<Record<string, string>>
  /** The headers of the answer to a preflight; `undefined` when the request is none. */
  preflight(request: Request): Readonly<Record<string, string>> | undefined
}

/** Headers that a script may read beside the few it always may. */
const EXPOSED = [
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Jobs-Limit',
  'X-Jobs-Remaining',
  'X-Jobs-Reset',
  'X-Jobs-This-Request',
  'X-Request-Id',
  'X-Window-From',
  'X-Window-To',
].join(', ')

const DAY_SECONDS = '86400'

/** `origins`: `https://example.org`, or `*` for all; none turns CORS off. */
export function createCors(origins: readonly string[]): Cors {
  const anyOrigin = origins.includes('*')
  const isOn = origins.length > 0
  const headersFor = (origin: string | null): Record<string, string> => {
    if (!isOn) return {}
    if (anyOrigin)
      return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }
    if (origin === null || !origins.includes(origin)) return { Vary: 'Origin' }
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
      Vary: 'Origin',
    }
  }
  return {
    isOn,
    headersFor,
    preflight({ method, headers }) {
      const isPreflight = method === 'OPTIONS' && headers.has('access-control-request-method')
      if (!isOn || !isPreflight) return undefined
      return {
        'Access-Control-Allow-Methods': 'GET, HEAD',
        'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
        'Access-Control-Max-Age': DAY_SECONDS,
      }
    },
  }
}
