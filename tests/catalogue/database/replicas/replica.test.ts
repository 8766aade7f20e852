import { expect, test } from 'bun:test'
import { Outdated, Replica } from '../../../../src/catalogue/database/replicas/replica'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

test('a standby that was made a primary no longer answers', async () => {
  const replica = new Replica({ url: own.url, poolSize: 1 }, 1_000)
  replica.use()
  const least = { changes: 0n, generation: null, isStandby: false }
  const answer = replica.read({ text: 'select 1', values: [] }, least)
  await expect(answer).rejects.toBeInstanceOf(Outdated)
  await replica.close()
})
