import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Outdated, Replica } from '../../../src/database/replicas/replica'
import { createTestDatabase, type TestDatabase } from '../../support/test-database'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('a standby that was made a primary no longer answers', async () => {
  const replica = new Replica({ url: own.url, poolSize: 1 }, 1_000)
  replica.use()
  const least = { changes: 0n, generation: null, isStandby: false }
  const answer = replica.read({ text: 'select 1', values: [] }, least)
  await expect(answer).rejects.toBeInstanceOf(Outdated)
  await replica.close()
})
