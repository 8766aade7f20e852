import { connect, type Database } from '../../src/catalogue/database/client/connection'
import type { Queries } from '../../src/catalogue/database/client/drizzle'
import { readBatchLine } from '../../src/catalogue/import/line/read-line'
import type { Posting, Removal } from '../../src/catalogue/import/posting'
import { type LineOutcome, writeBatch } from '../../src/catalogue/import/write/write-batch'
import { createWriter, type Writer } from '../../src/catalogue/import/write/writer'
import type { App } from '../../src/service/app'
import type { RequestEntry } from '../../src/service/http/request-log'
import { createKey } from '../../src/service/keys/api-keys'
import type { NoticesMs } from '../../src/service/notices/notices'
import { createWebService } from '../../src/service/server'
import { checkContract } from './contract'
import { forgetfulClock, TestClock } from './test-clock'
import { createTestDatabase, GRACE_MS, type TestDatabase } from './test-database'

/** The whole service on a database of its own, with one clock for the service and the writer. */
export interface TestApp {
  database: Database
  /** Of the database, for processes beside this one. */
  url: string
  clock: TestClock
  writer: Writer
  key: string
  /** What the service logged of its requests. */
  log: RequestEntry[]
  /** The Elysia app, for a client of Eden. */
  app: App
  /** The service itself, as a server calls it. */
  handle(request: Request): Promise<Response>
  /** Sends a request with the key; `init` may replace headers and method. The answer must be as the document says. */
  request(target: string, init?: RequestInit): Promise<Response>
  /** The JSON body of a GET that must answer 200. */
  get<Body = unknown>(target: string): Promise<Body>
  /** Writes lines as the importer does, at the clock's instant. */
  write(...lines: (Posting | Removal)[]): Promise<LineOutcome[]>
  /** Lets the service read the generation now, and open one if it must, as it does every second. */
  checkGeneration(): Promise<void>
  /** Lets the service count the employers and the vocabulary, as it does every minute. */
  prepare(): Promise<void>
  stop(): Promise<void>
}

export interface TestAppOptions {
  start?: string
  /** A migrated database, instead of a new one. */
  on?: TestDatabase
  /** Where endpoints read, instead of there. */
  reads?: Queries
  /** Of the key. */
  name?: string
  /** The time for notices; by default more than any machine needs. */
  noticesMs?: NoticesMs
  /** How long the end of an open window is used again; by default not at all. */
  windowFreshMs?: number
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const {
    start = '2026-01-15T10:30:00Z',
    name = 'test',
    on,
    reads,
    noticesMs = { withJobs: 60_000, empty: 60_000 },
    windowFreshMs = 0,
  } = options
  const { database, url, drop } = on ?? (await createTestDatabase())
  const clock = new TestClock(start)
  const log: RequestEntry[] = []
  const service = createWebService({
    database,
    ...(reads && { reads }),
    config: { publicUrl: 'http://localhost', corsOrigins: [] },
    now: clock.now,
    flushEveryMs: 0,
    windowFreshMs,
    noticesMs,
    onResponse: (entry) => log.push(entry),
  })
  const key = (await createKey(database, name)) ?? ''
  const writer = createWriter(database, forgetfulClock(clock.now))
  const request = async (target: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers }
    const response = await service.handle(
      new Request(`http://localhost${target}`, { ...init, headers }),
    )
    await checkContract({ method: init.method ?? 'GET', target }, response)
    return response
  }
  return {
    database,
    url,
    clock,
    writer,
    key,
    log,
    app: service.app,
    handle: service.handle,
    request,
    async get<Body>(target: string): Promise<Body> {
      const response = await request(target)
      if (response.status !== 200) {
        throw new Error(`${target} answered ${response.status}: ${await response.text()}`)
      }
      return (await response.json()) as Body
    },
    write: async (...lines) => (await writeBatch(writer, lines.map(asBatchLine))).outcomes,
    checkGeneration: service.checkGeneration,
    prepare: service.prepare,
    async stop() {
      await service.close()
      await drop()
    },
  }
}

/**
 * Another process of the service on the database of an app. Only the statements that endpoints send have the time limit: those
 * of the test, and of the service around them, are not meant to reach it, however slow the machine is.
 */
export async function startLimitedApp(app: TestApp, timeoutMs: number): Promise<TestApp> {
  const reads = connect({ url: app.url, poolSize: 4, timeoutMs, graceMs: GRACE_MS })
  return await createTestApp({
    start: app.clock.now().toISOString(),
    on: { url: app.url, database: app.database, drop: () => reads.close() },
    reads,
    name: crypto.randomUUID(),
  })
}

/** A line as the importer reads it, allowed to restore history. */
export function asBatchLine(line: Posting | Removal, index = 0): ReturnType<typeof readBatchLine> {
  const text = JSON.stringify(line)
  return readBatchLine({ number: index + 1, text }, { history: new Date() })
}
