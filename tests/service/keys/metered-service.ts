import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/catalogue/database/client/connection'
import type { Queries } from '../../../src/catalogue/database/client/drizzle'
import { writeBatch } from '../../../src/catalogue/import/write/write-batch'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import type { RequestEntry } from '../../../src/service/http/request-log'
import { createKey, type KeyLimits, listUsage } from '../../../src/service/keys/api-keys'
import { createWebService } from '../../../src/service/server'
import { checkContract } from '../../support/contract'
import { posting } from '../../support/posting-builder'
import { asBatchLine } from '../../support/test-app'
import { TestClock } from '../../support/test-clock'
import { createTestDatabase } from '../../support/test-database'

type Limits = { requestsPerMinute?: number; jobsPerMonth?: number }

/** A database with 20 active jobs, for services with limits that share one clock. */
export interface MeteredDatabase {
  database: Database
  url: string
  clock: TestClock
  createKey(name: string, limits?: Limits): Promise<string>
  /** A service like that of one process. It flushes only on close or when a request requires it. */
  startService(defaults?: Limits, queries?: Queries): MeteredService
  /** The stored usage `{ name: [requests, jobs] }` of the clock's month. */
  usage(): Promise<Record<string, [number, number]>>
  drop(): Promise<void>
}

export interface MeteredService {
  log: RequestEntry[]
  failures: unknown[]
  send(key: string, target?: string, init?: RequestInit): Promise<Response>
  /** Sends requests one after the other and returns their statuses. */
  statuses(count: number, key: string, target?: string): Promise<number[]>
  close(): Promise<void>
}

/** A request that returns no jobs and costs little. */
export const CHEAP = '/v1/jobs/999999'

export async function createMeteredDatabase(): Promise<MeteredDatabase> {
  const { database, url, drop } = await createTestDatabase()
  const clock = new TestClock('2026-01-15T09:30:00Z')
  const writer = createWriter(database, () => Promise.resolve(clock.now()))
  await writeBatch(
    writer,
    Array.from({ length: 20 }, () => asBatchLine(posting())),
  )
  clock.set('2026-01-15T10:30:00Z')
  return {
    database,
    url,
    clock,
    async createKey(name, limits = {}) {
      return (await createKey(database, name, keyLimits(limits))) ?? ''
    },
    startService: (defaults = {}, queries) => startService({ database, clock, defaults, queries }),
    async usage() {
      const month = clock.now().toISOString().slice(0, 7)
      const months = (await listUsage(database)).filter((used) => used.month === month)
      return Object.fromEntries(months.map(({ name, requests, jobs }) => [name, [requests, jobs]]))
    },
    drop,
  }
}

function startService({
  database,
  clock,
  defaults,
  queries,
}: {
  database: Database
  clock: TestClock
  defaults: Limits
  queries: Queries | undefined
}): MeteredService {
  const log: RequestEntry[] = []
  const failures: unknown[] = []
  const service = createWebService({
    database,
    ...(queries && { accountQueries: queries }),
    config: { publicUrl: 'https://jobs.example', corsOrigins: [], ...defaults },
    now: clock.now,
    databaseNow: () => sql`${clock.now().toISOString()}::timestamptz`,
    flushEveryMs: 0,
    onResponse: (entry) => log.push(entry),
    onFailure: (error) => failures.push(error),
  })
  async function send(key: string, target = CHEAP, init: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers }
    const request = new Request(`http://localhost${target}`, { ...init, headers })
    const response = await service.handle(request)
    if (response.status !== 500)
      await checkContract({ method: init.method ?? 'GET', target }, response)
    return response
  }
  return {
    log,
    failures,
    send,
    async statuses(count, key, target) {
      const statuses: number[] = []
      for (let index = 0; index < count; index += 1) {
        statuses.push((await send(key, target)).status)
      }
      return statuses
    },
    close: () => service.close(),
  }
}

function keyLimits({ requestsPerMinute = undefined, jobsPerMonth = undefined }: Limits): KeyLimits {
  return { requestsPerMinute: requestsPerMinute ?? null, jobsPerMonth: jobsPerMonth ?? null }
}

/** The limit headers of a response. */
export function limitHeaders(response: Response): Record<string, string> {
  const names = /^(ratelimit.*|retry-after|x-jobs-.*)$/
  return Object.fromEntries([...response.headers].filter(([name]) => names.test(name)))
}
