import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { FetchFailure, VendorBlocked } from '../../../src/collect/failures'
import { HttpClient } from '../../../src/collect/http/client'
import { Vendors } from '../../../src/collect/http/vendors'
import { createTestDatabase, type TestDatabase } from '../../support/test-database'
import { fake } from '../support/fake-system'
import { byteAttacks, serveBytes } from '../support/hostile-bytes'

const BYTES = 1_000_000
const LIMITS = { headersMs: 300, wholeMs: 600, bytes: BYTES }

let database: TestDatabase
const server = serveBytes()
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.database.run(sql`truncate collector_vendors`)
})
afterAll(async () => {
  server.stop()
  await database.drop()
})

const time = { now: () => new Date('2026-03-02T08:00:00Z'), wait: async () => {} }

function session(limits: Partial<typeof LIMITS> = {}) {
  const vendors = new Vendors(database.database, time, false)
  const options = { vendors, time, userAgent: 'job-catalogue/test', limits }
  return new HttpClient({ ...options, replayUrl: server.url }).session(fake)
}

test.each(byteAttacks(20_000_000).map((attack) => [attack.name, attack] as const))(
  '%s: the request fails within its limits, or has a short text, and the next one is answered',
  async (_, attack) => {
    const { fetch } = session(LIMITS)
    const url = 'https://api.fake.example/boards/acme'
    server.attack = attack
    const found = await fetch({ url }).then(
      ({ text }) => text.length,
      (error) => error,
    )
    if (typeof found === 'number') expect(found).toBeLessThanOrEqual(BYTES)
    else expect([FetchFailure, VendorBlocked].some((kind) => found instanceof kind)).toBe(true)
    server.attack = undefined
    await database.database.run(sql`truncate collector_vendors`)
    expect((await session().fetch({ url })).text).toBe('{"jobs":[]}')
  },
)
