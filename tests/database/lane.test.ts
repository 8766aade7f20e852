import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Lane } from '../../src/database/lane'
import { PoolClient } from '../../src/database/pool-client'
import { readRows } from '../../src/database/read-rows'
import { toStatement } from '../../src/database/statement'
import { DatabaseUnavailable } from '../../src/values/errors'
import { createTestDatabase, type TestDatabase } from '../support/test-database'
import { until } from '../support/until'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('a connection that says nothing long after the limit is given up, and its read not asked again', async () => {
  const asked = spyOn(PoolClient.prototype, 'run')
  const lane = new Lane({ url: own.url, connections: 1 })
  const endsAt = performance.now() - 4_500
  const silent = lane.run(toStatement(sql`select pg_sleep(30)`), { endsAt })
  try {
    await expect(silent).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(lane.load()).toEqual({ inUse: 1, waiting: 0 })
    await until(() => lane.load().inUse === 0)
    expect(asked).toHaveBeenCalledTimes(1)
  } finally {
    asked.mockRestore()
  }
  expect(readRows(await lane.run(toStatement(sql`select 1 as one`)))).toEqual([{ one: 1 }])
  await lane.close()
})

test('nothing is said of a limit that passed long before there was room', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on('warning', note)
  const lane = new Lane({ url: own.url, connections: 1 })
  const endsAt = performance.now() - 60_000
  await lane.run(toStatement(sql`select 1`), { endsAt }).catch(() => undefined)
  await until(() => lane.load().inUse === 0)
  await lane.close()
  process.off('warning', note)
  expect(warnings).toEqual([])
})
