import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/catalogue/database/client/connection'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import type { BoardRow } from '../../../src/collect/board/board-state'
import { addBoard, findBoard, type NewBoard } from '../../../src/collect/board/boards'
import { HttpClient } from '../../../src/collect/http/client'
import { Vendors } from '../../../src/collect/http/vendors'
import { Outages, type RetryDuringOutage } from '../../../src/collect/pace/outages'
import { type CollectorOptions, runCollector } from '../../../src/collect/run/collector'
import { readKnownPostings } from '../../../src/collect/run/schedule'
import type { CollectorTotals } from '../../../src/collect/run/totals'
import { greenhouse } from '../../../src/collect/systems/greenhouse'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { deleteBoards } from '../../support/empty-catalogue'
import { forgetfulClock, TestClock } from '../../support/test-clock'
import { createTestDatabase } from '../../support/test-database'
import { type Answer, serveBoards } from './fake-server'
import { fake } from './fake-system'

const resolver = new LocationResolver()

/** A job of the catalogue as a rehearsal sees it. */
export interface SeenJob {
  board: string
  id: string
  title: string
  country: string
  status: string
  updates: number
}

interface RunOptions extends Partial<CollectorOptions> {
  /** Another connection to the same catalogue, of a collector of its own. */
  on?: Database
  onUnreachable?: () => void
  onBack?: () => void
}

/** A collector, a catalogue of its own and a server of fake boards, with a clock in the test's hand. */
export async function startRehearsal() {
  const { database, url, drop } = await createTestDatabase()
  const server = serveBoards()
  const clock = new TestClock('2026-03-02T08:00:00Z')
  const time = { now: clock.now, wait: (ms: number) => Bun.sleep(Math.min(ms, 1)) }
  const writerOn = (other: Database) => createWriter(other, forgetfulClock(clock.now))
  const writer = writerOn(database)
  const unstopped = new AbortController()
  const clientOn = (retryDuringOutage?: RetryDuringOutage, on = database) =>
    new HttpClient({
      vendors: new Vendors(on, time, false, retryDuringOutage),
      time,
      userAgent: 'job-catalogue/test',
      replayUrl: server.url,
    })
  const run = ({
    on,
    stop = unstopped.signal,
    onUnreachable,
    onBack,
    ...more
  }: RunOptions = {}) => {
    const outages = new Outages({
      time,
      stop,
      ...(onUnreachable && { onUnreachable }),
      ...(onBack && { onBack }),
    })
    return runCollector({
      writer: on === undefined ? writer : writerOn(on),
      outages,
      systems: [fake, greenhouse],
      client: clientOn(outages.retryDuringOutage, on),
      resolver,
      time,
      stop,
      once: true,
      ...more,
    })
  }
  return {
    database,
    url,
    server,
    clock,
    writer,
    run,
    /** A client for several runs. */
    client: () => clientOn(),
    async add(slug: string, answer: Answer, more: Partial<NewBoard> = {}): Promise<void> {
      server.boards.set(slug, answer)
      await addBoard(database, { source: 'fake', slug, ...more }, clock.now())
    },
    /** Collects after some hours. */
    async after(hours: number): Promise<CollectorTotals> {
      clock.advance(hours * 3_600_000)
      return await run()
    },
    async board(slug: string, source = 'fake'): Promise<BoardRow> {
      const row = await findBoard(database, source, slug)
      if (row === undefined) throw new Error(`there is no board ${slug}`)
      return row
    },
    async postings(slug: string) {
      return await readKnownPostings(database, (await this.board(slug)).id)
    },
    async jobs(status = 'active'): Promise<SeenJob[]> {
      const rows = await database.run<Omit<SeenJob, 'board' | 'id' | 'title'> & { head: string }>(
        sql`select document.head, job.country, job.status,
          (select count(*)::integer from changes where job_id = job.id and event = 'updated') as updates
        from jobs as job join job_documents as document on document.job_id = job.id
        where job.status = ${status} order by job.id`,
      )
      return rows.map(({ head, ...job }) => {
        const { url, title }: { url: string; title: string } = JSON.parse(`${head}}`)
        const [board = '', id = ''] = url.split('/').slice(-2)
        return { ...job, board, id, title }
      })
    },
    /** Empties the catalogue, forgets the boards and sets the clock back. */
    async reset(): Promise<void> {
      await deleteBoards(database)
      server.boards.clear()
      server.requests.length = 0
      clock.set('2026-03-02T08:00:00Z')
    },
    async close(): Promise<void> {
      await server.stop()
      await drop()
    },
  }
}

export type Rehearsal = Awaited<ReturnType<typeof startRehearsal>>
