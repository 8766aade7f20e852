import type { TestApp } from '../support/test-app'
import { serveCatalogue } from './catalogue-server'

type Members = Record<string, unknown>
type Event = Members & { seq: number; job_id: number; job: Members & { id: number } }

/** A page of jobs or of the change log. */
export interface Page extends Members {
  jobs: [Members, ...Members[]]
  events: [Event, ...Event[]]
  next_since: number
}

/** What a hostile catalogue makes of an honest answer; a `Response` or a text of JSON takes its place. */
export type Forge = (page: Page, path: string) => unknown

export interface HostileSource {
  url: string
  /** Honest while undefined. */
  forge: Forge | undefined
  /** The answers since it was set to 0. */
  answers: number
  stop(): Promise<void>
}

/** A catalogue whose answers are changed on the way. */
export function serveHostileSource(app: TestApp): HostileSource {
  const honest = serveCatalogue(app)
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname: path, searchParams: query } = new URL(request.url)
      if (source.forge !== undefined) query.delete('cursor')
      const authorization = request.headers.get('authorization') ?? ''
      const response = await fetch(`${honest.url}${path}?${query}`, { headers: { authorization } })
      source.answers += 1
      if (source.forge === undefined || !response.ok) return response
      const forged = source.forge((await response.json()) as Page, path)
      if (forged instanceof Response) return forged
      const headers = new Headers(response.headers)
      for (const name of ['content-encoding', 'content-length']) headers.delete(name)
      return new Response(typeof forged === 'string' ? forged : JSON.stringify(forged), { headers })
    },
  })
  const source: HostileSource = {
    url: server.url.origin,
    forge: undefined,
    answers: 0,
    async stop() {
      await server.stop(true)
      await honest.stop()
    },
  }
  return source
}
