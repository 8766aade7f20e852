import type { TestApp } from '../support/test-app'

/** A service on a port, with small pages, and with answers that fail as networks and busy servers do. */
export interface Catalogue {
  url: string
  requests: string[]
  /** Of a page of 1,000; seven at first. */
  pageSize: number
  /** Below 0.1 the answer is cut off, below 0.2 it is 503. */
  random: () => number
  /** A path whose answers are 404. */
  failing: string | undefined
  serve(app: TestApp, generation: string): void
  stop(): Promise<void>
}

export function serveCatalogue(first: TestApp): Catalogue {
  let [app, generation] = [first, '1']
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      catalogue.requests.push(pathname)
      const chance = catalogue.random()
      if (chance >= 0.1 && chance < 0.2) {
        return new Response('busy', { status: 503, headers: { 'retry-after': '0.001' } })
      }
      if (pathname === catalogue.failing) return new Response('no such path', { status: 404 })
      const target = `http://localhost${pathname}${search.replace('limit=1000', `limit=${catalogue.pageSize}`)}`
      const authorization = request.headers.get('authorization') ?? ''
      const response = await app.handle(new Request(target, { headers: { authorization } }))
      const headers = new Headers(response.headers)
      headers.set('x-catalogue-generation', generation)
      const text = await response.text()
      const body = chance < 0.1 ? text.slice(0, text.length / 2) : text
      return new Response(body, { status: response.status, headers })
    },
  })
  const catalogue: Catalogue = {
    url: server.url.origin,
    requests: [],
    pageSize: 7,
    random: () => 1,
    failing: undefined,
    serve(other, otherGeneration) {
      ;[app, generation] = [other, otherGeneration]
    },
    stop: () => server.stop(true),
  }
  return catalogue
}
