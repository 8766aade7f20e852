import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { CLOCK } from '../../catalogue/database/client/operators'
import { apiKeys, apiKeyUsage } from '../../catalogue/database/schema/api-keys'
import { hashKey, KEY_PREFIX } from '../../values/api-key'

/** The limits of one key; null means the default of the settings. */
export type KeyLimits = Pick<typeof apiKeys.$inferSelect, 'requestsPerMinute' | 'jobsPerMonth'>

export const REQUESTS_PER_MINUTE_RANGE = { minimum: 1, maximum: 1_000_000 } as const

export const JOBS_PER_MONTH_RANGE = { minimum: 1, maximum: 1_000_000_000_000 } as const

/** Creates a key and stores its hash. Only this call returns the key. `undefined`: the name is taken. */
export async function createKey(
  { db }: Queries,
  name: string,
  limits: Partial<KeyLimits> = {},
): Promise<string | undefined> {
  const key = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`
  const rows = await db
    .insert(apiKeys)
    .values({ name, hash: hashKey(key), createdAt: CLOCK, ...limits })
    .onConflictDoNothing({ target: apiKeys.name })
    .returning({ id: apiKeys.id })
  return rows.length === 0 ? undefined : key
}

/** Whether a key exists and is not revoked. */
export async function isValidKey({ db }: Queries, key: string): Promise<boolean> {
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hashKey(key)), isNull(apiKeys.revokedAt)))
  return rows.length > 0
}

/** Lists all keys by name, including revoked ones. */
export async function listKeys({ db }: Queries) {
  const { name, createdAt, revokedAt, requestsPerMinute, jobsPerMonth, lastUsedAt } = apiKeys
  return await db
    .select({ name, createdAt, revokedAt, requestsPerMinute, jobsPerMonth, lastUsedAt })
    .from(apiKeys)
    .orderBy(name)
}

/** Revokes a key permanently. False when no valid key has this name. */
export async function revokeKey({ db }: Queries, name: string): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt: CLOCK })
    .where(and(eq(apiKeys.name, name), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}

/** Lists admitted requests and returned jobs by month (`2026-11`), newest first, of one key or all. */
export async function listUsage({ db }: Queries, name?: string) {
  const rows = await db
    .select({
      month: apiKeyUsage.month,
      name: apiKeys.name,
      requests: apiKeyUsage.requests,
      jobs: apiKeyUsage.jobs,
    })
    .from(apiKeyUsage)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeyUsage.keyId))
    .where(name === undefined ? undefined : eq(apiKeys.name, name))
    .orderBy(desc(apiKeyUsage.month), apiKeys.name)
  return rows.map((row) => ({ ...row, month: row.month.slice(0, '2026-11'.length) }))
}
