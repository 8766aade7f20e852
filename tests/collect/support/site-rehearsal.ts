import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/catalogue/database/client/connection'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import type { BoardRow } from '../../../src/collect/board/board-state'
import { addBoard, findBoard } from '../../../src/collect/board/boards'
import { HttpClient } from '../../../src/collect/http/client'
import { Vendors } from '../../../src/collect/http/vendors'
import { Outages } from '../../../src/collect/pace/outages'
import type { Time } from '../../../src/collect/pace/time'
import { type CollectorOptions, runCollector } from '../../../src/collect/run/collector'
import { readKnownPostings } from '../../../src/collect/run/schedule'
import type { CollectorTotals } from '../../../src/collect/run/totals'
import type { System } from '../../../src/collect/system'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { deleteBoards } from '../../support/empty-catalogue'
import { forgetfulClock, TestClock } from '../../support/test-clock'
import { createTestDatabase } from '../../support/test-database'

/** What a site answers at a path: a text, or a response. */
export type Page = string | (() => Response)

const START = '2026-03-02T08:00:00Z'
const resolver = new LocationResolver()

/** A collector of the sites of a system, a catalogue of its own and a server of sites by host, with a clock in the test's hand. */
export async function startSiteRehearsal(system: System = careerpage) {
  const { database, drop } = await createTestDatabase()
  const sites = new Map<string, Map<string, Page>>()
  const requests: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      const [, host = '', ...path] = pathname.split('/')
      const target = `/${path.join('/')}${search}`
      requests.push(`${host}${target}`)
      const page = sites.get(host)?.get(target)
      if (page === undefined) return new Response('not found', { status: 404 })
      if (typeof page === 'function') return page()
      return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  const clock = new TestClock(START)
  const writerOn = (other: Database) => createWriter(other, forgetfulClock(clock.now))
  const stop = new AbortController()
  const clientOf = (vendors: Vendors, time: Time) =>
    new HttpClient({
      vendors,
      time,
      userAgent: 'job-catalogue/1.2 (+https://catalogue.example; jobs@catalogue.example)',
      replayUrl: server.url.origin,
    })
  const run = (
    more: Partial<CollectorOptions> & { isPaced?: boolean; on?: Database } = {},
  ): Promise<CollectorTotals> => {
    const { isPaced = false, on = database, ...options } = more
    const wait = async (ms: number) => {
      if (isPaced) clock.advance(ms)
      await Bun.sleep(0)
    }
    const time = { now: clock.now, wait }
    const outages = new Outages({ time, stop: stop.signal })
    return runCollector({
      writer: writerOn(on),
      outages,
      systems: [system],
      client: clientOf(new Vendors(on, time, isPaced, outages.retryDuringOutage), time),
      resolver,
      time,
      stop: stop.signal,
      once: true,
      ...options,
    })
  }
  return {
    database,
    writer: writerOn(database),
    sites,
    requests,
    clock,
    run,
    /** A client that keeps no intervals between requests. */
    client(): HttpClient {
      const time = { now: clock.now, wait: async () => Bun.sleep(0) }
      return clientOf(new Vendors(database, time, false), time)
    },
    async add(host: string, pages: Record<string, Page>, settings = {}): Promise<void> {
      sites.set(host, new Map(Object.entries(pages)))
      await addBoard(database, { source: system.source, slug: host, settings }, clock.now())
    },
    /** Makes all boards due. */
    async makeDue(): Promise<void> {
      await database.run(sql`update collector_boards set next_due = ${clock.now().toISOString()}`)
    },
    /** Collects after some hours; the board is due then. */
    async after(hours: number): Promise<string[]> {
      clock.advance(hours * 3_600_000)
      await this.makeDue()
      requests.length = 0
      await run()
      return [...requests]
    },
    async board(host: string): Promise<BoardRow> {
      const row = await findBoard(database, system.source, host)
      if (row === undefined) throw new Error(`there is no board ${host}`)
      return row
    },
    async pages(host: string) {
      return await readKnownPostings(database, (await this.board(host)).id)
    },
    /** The titles of the jobs with a status. */
    async titles(status = 'active'): Promise<string[]> {
      const rows = await database.run<{ head: string }>(sql`select document.head
        from jobs as job join job_documents as document on document.job_id = job.id
        where job.status = ${status} order by job.id`)
      return rows.map(({ head }) => {
        const { title }: { title: string } = JSON.parse(`${head}}`)
        return title
      })
    },
    async reset(): Promise<void> {
      await deleteBoards(database)
      sites.clear()
      requests.length = 0
      clock.set(START)
    },
    async close(): Promise<void> {
      await server.stop(true)
      await drop()
    },
  }
}

export type SiteRehearsal = Awaited<ReturnType<typeof startSiteRehearsal>>

/** A sitemap of paths on a host. */
export function sitemap(host: string, paths: readonly string[], lastmod = ''): string {
  const entries = paths.map((path) => {
    const text = lastmod && `<lastmod>${lastmod}</lastmod>`
    return `<url><loc>https://${host}${path.replaceAll('&', '&amp;')}</loc>${text}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`
}

/** A page with a JobPosting in Toronto. */
export function jobPage(title: string, members: object = {}, head = ''): string {
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    description: `<p>${title}</p>`,
    jobLocation: {
      '@type': 'Place',
      address: { addressLocality: 'Toronto', addressRegion: 'ON', addressCountry: 'CA' },
    },
    ...members,
  }
  return `<!doctype html><html><head>${head}<script type="application/ld+json">${JSON.stringify(posting)}</script>
</head><body><h1>${title}</h1></body></html>`
}
