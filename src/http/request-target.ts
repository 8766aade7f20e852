/** Where a request goes: the path and, without its '?', the query string, both as they were sent. */
export interface RequestTarget {
  path: string
  query: string
}

/** Slices a request's address. `new URL()` would throw on a path alone, as HTTP/1.0 without Host leaves it. */
export function splitTarget(url: string): RequestTarget {
  const start = startOfPath(url)
  const mark = url.indexOf('?', start)
  return {
    path: mark === -1 ? url.slice(start) : url.slice(start, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
  }
}

/**
 * The request as Elysia routes it best: with an address whose path it finds, as it looks for the first '/' from
 * the twelfth character on, and GET for HEAD, which it would answer by measuring the body a second time.
 */
export function routableRequest(request: Request): Request {
  const start = startOfPath(request.url)
  if (start >= 11 && request.method !== 'HEAD') return request
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const { headers, signal } = request
  return new Request(`http://localhost${request.url.slice(start)}`, { method, headers, signal })
}

function startOfPath(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}
