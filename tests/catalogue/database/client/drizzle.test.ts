import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { queryErrorCause } from '../../../../src/catalogue/database/client/drizzle'
import { apiKeys } from '../../../../src/catalogue/database/schema/api-keys'
import { changeCounters } from '../../../../src/catalogue/database/schema/changes'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

test('the query builder writes and reads values as the columns say', async () => {
  const { db } = own.database
  const createdAt = new Date('2026-01-15T10:30:00.250Z')
  const key = { name: "O'Hara, Ltd.", hash: 'abc', createdAt, jobsPerMonth: 2 ** 40 }
  const inserted = await db.insert(apiKeys).values(key).returning()
  expect(inserted).toEqual([
    {
      ...key,
      id: 1,
      revokedAt: null,
      expiresAt: null,
      isFeedOnly: false,
      requestsPerMinute: null,
      lastUsedAt: null,
      bucketTokens: null,
      bucketFilledAt: null,
    },
  ])
  const found = await db.select({ at: apiKeys.createdAt }).from(apiKeys).where(eq(apiKeys.id, 1))
  expect(found).toEqual([{ at: createdAt }])
  expect(await db.select().from(changeCounters).orderBy(changeCounters.country)).toEqual([
    { country: 'CA', lastSeq: 0n, prunedTo: 0n },
    { country: 'US', lastSeq: 0n, prunedTo: 0n },
  ])
})

test('a transaction has a query builder of its own', async () => {
  const lost = own.database.transaction(async ({ db }) => {
    await db.update(changeCounters).set({ lastSeq: 2n ** 60n })
    expect(await db.$count(changeCounters, eq(changeCounters.lastSeq, 2n ** 60n))).toBe(2)
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  expect(await own.database.db.$count(changeCounters, eq(changeCounters.lastSeq, 0n))).toBe(2)
})

test('a failure has the cause that other statements throw', async () => {
  const { db } = own.database
  const failure = await db
    .insert(apiKeys)
    .values({ name: 'a', hash: 'abc', createdAt: new Date() })
    .catch(queryErrorCause)
  expect(failure).toMatchObject({ code: '23505' })
})
