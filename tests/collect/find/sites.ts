import { beforeEach } from 'bun:test'
import type { Finder } from '../../../src/collect/find/judge-site'
import { HttpClient } from '../../../src/collect/http/client'
import { Vendors } from '../../../src/collect/http/vendors'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { startOnce } from '../../support/start-once'
import { createTestDatabase } from '../../support/test-database'

/** What is at an address: a page, another status, or where it redirects to. */
export type Answer =
  | string
  | { status: number }
  | { redirect: string }
  | { json: unknown }
  /** A page that never ends, sent byte by byte. */
  | { drip: string }

/** A server of sites by `host/path`; other addresses are 404, and hosts without any address do not exist. */
async function startSites() {
  const { database, url, drop } = await createTestDatabase()
  const sites = new Map<string, Answer>()
  const requests: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      const address = `${pathname.slice(1)}${search}`
      requests.push(address)
      const answer = sites.get(address)
      if (answer === undefined) return new Response('not found', { status: 404 })
      if (typeof answer === 'string') {
        return new Response(answer, { headers: { 'content-type': 'text/html; charset=utf-8' } })
      }
      if ('drip' in answer) return dripping(answer.drip)
      if ('json' in answer) return Response.json(answer.json)
      if ('redirect' in answer) {
        return new Response(null, { status: 302, headers: { location: answer.redirect } })
      }
      return new Response('', { status: answer.status })
    },
  })
  const time = { now: () => new Date(), wait: () => Bun.sleep(0) }
  const client = new HttpClient({
    vendors: new Vendors(database, time, false),
    time,
    userAgent: 'job-catalogue/1.2 (+https://catalogue.example; jobs@catalogue.example)',
    replayUrl: server.url.origin,
  })
  return {
    url,
    database,
    client,
    serverUrl: server.url.origin,
    requests,
    finder: { systems: SYSTEMS, client, resolver: new LocationResolver() } satisfies Finder,
    /** Replaces all sites. */
    serve(answers: Readonly<Record<string, Answer>>): void {
      sites.clear()
      requests.length = 0
      for (const [address, answer] of Object.entries(answers)) sites.set(address, answer)
    },
    async stop(): Promise<void> {
      await server.stop(true)
      await drop()
    },
  }
}

export type Sites = Awaited<ReturnType<typeof startSites>>

/** Sites for the tests of the file that calls it; there are none before each of them. */
export function useSites(): Sites {
  const sites = startOnce(startSites, ({ stop }) => stop())
  beforeEach(() => sites.serve({}))
  return sites
}

function dripping(text: string): Response {
  let at = 0
  const body = new ReadableStream({
    async pull(controller) {
      await Bun.sleep(5)
      controller.enqueue(new TextEncoder().encode(text[at] ?? ' '))
      at += 1
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
