import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../../../src/catalogue/database/client/connection'
import { endSilentHolders, watchWait } from '../../../../src/catalogue/database/client/lock-holders'
import { takeLock, WRITER_LOCK } from '../../../../src/catalogue/database/client/locks'
import { createHourWatermark } from '../../../../src/catalogue/database/history/hour-watermark'
import { createTestDatabase, type TestDatabase } from '../../../support/test-database'
import { until } from '../../../support/until'

let server: TestDatabase
let importer: Database
beforeAll(async () => {
  server = await createTestDatabase()
  importer = connect({ url: server.url, poolSize: 1, command: 'import' })
})
afterAll(async () => {
  await importer.close()
  await server.drop()
})

/** A transaction that takes the writer lock and sends nothing more until `end`. */
async function stuckWriter() {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = importer.transaction(async (queries) => {
    await takeLock(queries, 'writer')
    locked.resolve()
    await end.promise
  })
  await locked.promise
  return { writing, end: end.resolve }
}

test('a writer that waits says who holds the lock', async () => {
  const { writing, end } = await stuckWriter()
  const told: string[] = []
  const waiting = server.database.transaction(async (queries) => {
    const report = (message: string) => void told.push(message)
    const watch = { lock: WRITER_LOCK, queries: server.database, report, pollEveryMs: 20 }
    await watchWait(takeLock(queries, 'writer'), watch)
  })
  await until(() => told.length > 0)
  end()
  await Promise.all([writing, waiting])
  // A last look may find the lock with the writer that waited for it.
  expect(told[0]).toMatch(
    /^waiting for the writer lock: process \d+ \(job-catalogue import( at \S+)?\) holds it since \d{4}-\S+Z, and its client has sent nothing for \d+ s$/,
  )
})

test('a holder whose client is silent is ended, and one that works is not', async () => {
  const { writing } = await stuckWriter()
  writing.catch(() => undefined)
  const [patient] = await endSilentHolders(server.database, WRITER_LOCK, 60_000)
  expect(patient?.isEnded).toBe(false)
  const holders = (silentMs?: number) => endSilentHolders(server.database, WRITER_LOCK, silentMs)
  // PostgreSQL shows that it waits for the client a moment after it has answered it.
  await until(async () => (await holders(-1)).some(({ isEnded }) => isEnded))
  await expect(writing).rejects.toThrow('the database cannot be reached')
  await until(async () => (await holders()).length === 0)
})

test('a transaction that is idle for too long is ended by PostgreSQL', async () => {
  const url = `${server.url}?idle_in_transaction_session_timeout=50`
  const frozen = connect({ url, poolSize: 1 })
  const idle = frozen.transaction(async (queries) => {
    await takeLock(queries, 'writer')
    await new Promise(() => undefined)
  })
  await expect(idle).rejects.toThrow('the database cannot be reached')
  await server.database.transaction((queries) => takeLock(queries, 'writer'))
  void frozen.close()
})

test('an hour in which a writer has not ended is not served, and the error says why', async () => {
  const { writing, end } = await stuckWriter()
  const seal = createHourWatermark(server.database, 50)
  const asked = seal(new Date('2026-01-15T10:00:00Z'))
  await expect(asked).rejects.toThrow(
    'the time until 2026-01-15T10:00:00Z is not complete: an import that began before has not ended; try again',
  )
  await expect(asked).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/process \d+ \(job-catalogue import/) },
  })
  end()
  await writing
  await seal(new Date('2026-01-15T10:00:00Z'))
})

test('a database that cannot be written serves full hours', async () => {
  const readOnly = connect({
    url: `${server.url}?default_transaction_read_only=on`,
    poolSize: 1,
  })
  await createHourWatermark(readOnly)(new Date('2026-01-15T11:00:00Z'))
  await sealedRows(0)
  await readOnly.close()
})

async function sealedRows(count: number): Promise<void> {
  const rows = await server.database.run(
    sql`select from writer_clock where last_instant >= '2026-01-15T11:00:00Z'`,
  )
  expect(rows).toHaveLength(count)
}
