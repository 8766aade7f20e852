import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lte, or, type SQL, sql, sum } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { CLOCK, every } from '../../catalogue/database/client/operators'
import { apiKeys, apiKeyUsage } from '../../catalogue/database/schema/api-keys'
import { hashKey, KEY_PREFIX } from '../../values/api-key'

/** The limits of one key; null means the default of the settings. */
export type KeyLimits = Pick<typeof apiKeys.$inferSelect, 'requestsPerMinute' | 'jobsPerMonth'>

export const REQUESTS_PER_MINUTE_RANGE = { minimum: 1, maximum: 1_000_000 } as const

export const JOBS_PER_MONTH_RANGE = { minimum: 1, maximum: 1_000_000_000_000 } as const

/** What an operator can change of a key; null means no expiry. */
export type KeyTerms = KeyLimits & Pick<typeof apiKeys.$inferSelect, 'expiresAt'>

/** What an operator sets for a key when it is created. */
export type NewKey = KeyTerms & Pick<typeof apiKeys.$inferSelect, 'isFeedOnly'>

/** Whether a key is neither revoked nor expired at an instant of the database's clock. */
export function isKeyValid(now: SQL): SQL {
  return every(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)))
}

/**
 * Creates a key and stores its hash. Only this call returns the key. `undefined`: a valid key has the name. An expired key
 * of the name is revoked as of its expiry.
 */
export async function createKey(
  { db }: Queries,
  name: string,
  terms: Partial<NewKey> = {},
): Promise<string | undefined> {
  const key = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`
  await db
    .update(apiKeys)
    .set({ revokedAt: apiKeys.expiresAt })
    .where(and(eq(apiKeys.name, name), isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, CLOCK)))
  const rows = await db
    .insert(apiKeys)
    .values({ name, hash: hashKey(key), createdAt: CLOCK, ...terms })
    .onConflictDoNothing({ target: apiKeys.name, where: isNull(apiKeys.revokedAt) })
    .returning({ id: apiKeys.id })
  return rows.length === 0 ? undefined : key
}

/** Whether a key exists and is neither revoked nor expired. */
export async function isValidKey({ db }: Queries, key: string): Promise<boolean> {
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hashKey(key)), isKeyValid(CLOCK)))
  return rows.length > 0
}

/** Lists all keys by name and creation, including revoked and expired ones. */
export async function listKeys({ db }: Queries) {
  const { name, createdAt, revokedAt, expiresAt, isFeedOnly } = apiKeys
  const { requestsPerMinute, jobsPerMonth, lastUsedAt } = apiKeys
  return await db
    .select({
      name,
      createdAt,
      revokedAt,
      expiresAt,
      isFeedOnly,
      isValid: sql<boolean>`${isKeyValid(CLOCK)}`,
      requestsPerMinute,
      jobsPerMonth,
      lastUsedAt,
    })
    .from(apiKeys)
    .orderBy(name, apiKeys.id)
}

/** A key as `listKeys` returns it. */
export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number]

/** Changes terms of a key that is not revoked, also of an expired one. False when no such key has this name. */
export async function changeKey(
  { db }: Queries,
  name: string,
  terms: Partial<KeyTerms>,
): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set(terms)
    .where(and(eq(apiKeys.name, name), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}

/** Revokes a key permanently. False when no key that is not revoked has this name. */
export async function revokeKey({ db }: Queries, name: string): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt: CLOCK })
    .where(and(eq(apiKeys.name, name), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}

/** Lists admitted requests and returned jobs by month (`2026-11`), newest first, of one name or all. */
export async function listUsage({ db }: Queries, name?: string) {
  const rows = await db
    .select({
      month: apiKeyUsage.month,
      name: apiKeys.name,
      requests: sum(apiKeyUsage.requests).mapWith(Number),
      jobs: sum(apiKeyUsage.jobs).mapWith(Number),
    })
    .from(apiKeyUsage)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeyUsage.keyId))
    .where(name === undefined ? undefined : eq(apiKeys.name, name))
    .groupBy(apiKeyUsage.month, apiKeys.name)
    .orderBy(desc(apiKeyUsage.month), apiKeys.name)
  return rows.map((row) => ({ ...row, month: row.month.slice(0, '2026-11'.length) }))
}
