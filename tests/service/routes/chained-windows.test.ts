import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Database } from '../../../src/catalogue/database/client/connection'
import { LOCKS } from '../../../src/catalogue/database/client/locks'
import { prune, pruneHorizon } from '../../../src/catalogue/import/upkeep/prune'
import { writeBatch } from '../../../src/catalogue/import/write/write-batch'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import { place, posting } from '../../support/posting-builder'
import { randomNumbers } from '../../support/random-history'
import { asBatchLine, createTestApp, type TestApp } from '../../support/test-app'
import { WindowChains } from '../../support/window-chains'

/** Two processes of the service, the clock of the second some time behind, and writers by the clock of the database. */
let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await createTestApp({ windowFreshMs: 20 })
  const on = { url: first.url, database: first.database, drop: async () => undefined }
  second = await createTestApp({ on, name: 'second', windowFreshMs: 40 })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

const BEHIND_MS = 300

/** Asks one of the processes, until it answers 200. */
function asker(random: () => number) {
  return async (target: string): Promise<Response> => {
    for (;;) {
      first.clock.set(new Date().toISOString())
      second.clock.set(new Date(Date.now() - BEHIND_MS).toISOString())
      const response = await (random() < 0.5 ? first : second).request(target)
      if (response.status === 200) return response
      expect(response.status, await response.text()).toBe(503)
      await Bun.sleep(5)
    }
  }
}

/** Writes random jobs until `isOver`; some of its transactions are ended by `kill`. */
async function write(
  database: Database,
  name: string,
  random: () => number,
  isOver: () => boolean,
) {
  const writer = createWriter(database)
  const any = (below: number) => Math.floor(random() * below)
  for (let turn = 0; !isOver(); turn += 1) {
    const numbers = new Set(Array.from({ length: 1 + any(25) }, () => any(80)))
    const lines = [...numbers].map((number) => {
      const identity = { source_slug: name, external_id: `${name}-${number}` }
      if (random() < 0.2) {
        return { source: 'greenhouse', ...identity, status: 'expired' as const }
      }
      const locations = [place('Toronto', 'ON', 'CA'), place('Boston', 'MA', 'US')]
      return posting({ ...identity, title: `Job ${turn}`, locations: locations.slice(any(2)) })
    })
    await writeBatch(writer, lines.map(asBatchLine)).catch(unlessKilled)
    await Bun.sleep(any(60))
  }
}

/** The statement or the connection was cut by `kill`. */
function unlessKilled(error: unknown): undefined {
  if (!/57P01|CONNECTION|terminat|closed|reached/.test(`${error} ${(error as Error).cause}`))
    throw error
}

/** Ends a session that holds the writer lock, or waits for it. */
async function kill({ run }: Database): Promise<void> {
  await run(sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${LOCKS.writer} and mode = 'ExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
    limit 1`)
}

test('every change is in exactly one window of each client, whoever writes or is killed meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomNumbers(seed)
      const chains = new WindowChains(Date.now(), random)
      const ask = asker(random)
      let isOver = false
      const writing = ['a', 'b'].map((name) => write(first.database, name, random, () => isOver))
      const pruning = (async () => {
        while (!isOver) {
          const before = pruneHorizon(new Date(), 183)
          await prune(createWriter(first.database), { before }).catch(unlessKilled)
          await Bun.sleep(30)
        }
      })()
      for (let turn = 0; turn < 80; turn += 1) {
        await Promise.all([chains.step(ask, Date.now), chains.step(ask, Date.now)])
        if (turn % 15 === 7) await kill(first.database)
      }
      isOver = true
      await Promise.all([...writing, pruning])
      const end = Date.now()
      while (chains.reached() < end) await chains.step(ask, Date.now)
      expect(await chains.check(first.database)).toEqual([])
      expect(chains.read.jobs).toBeGreaterThan(100)
    }),
    { numRuns: 1 },
  )
})
