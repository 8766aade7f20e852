import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queries } from '../database/drizzle'
import { apiKeys } from '../database/schema/api-keys'
import { hashKey, KEY_PREFIX } from '../values/api-key'

/** What a key may do of its own; null leaves it to the defaults of the settings. */
export interface KeyLimits {
  requestsPerMinute: number | null
  jobsPerMonth: number | null
}

export interface ApiKey extends KeyLimits {
  name: string
  createdAt: Date
  revokedAt: Date | null
  /** Known to about a second. */
  lastUsedAt: Date | null
}

export const REQUESTS_PER_MINUTE_RANGE = { minimum: 1, maximum: 1_000_000 } as const

export const JOBS_PER_MONTH_RANGE = { minimum: 1, maximum: 1_000_000_000_000 } as const

const NO_LIMITS: KeyLimits = { requestsPerMinute: null, jobsPerMonth: null }

/** Makes a key and stores its hash; the key is returned this once. `undefined` when the name is taken. */
export async function createKey(
  queries: Queries,
  name: string,
  { requestsPerMinute, jobsPerMonth }: KeyLimits = NO_LIMITS,
): Promise<string | undefined> {
  const key = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`
  const rows = await queries.run(sql`
    insert into ${apiKeys} (name, hash, created_at, requests_per_minute, jobs_per_month)
    values (${name}, ${hashKey(key)}, clock_timestamp(), ${requestsPerMinute}, ${jobsPerMonth})
    on conflict (name) do nothing returning ${apiKeys.id}`)
  return rows.length === 0 ? undefined : key
}

/** Every key, revoked ones too, by name. */
export async function listKeys(queries: Queries): Promise<ApiKey[]> {
  return await queries.run<ApiKey>(sql`
    select ${apiKeys.name}, ${apiKeys.createdAt} as "createdAt", ${apiKeys.revokedAt} as "revokedAt",
      ${apiKeys.requestsPerMinute} as "requestsPerMinute",
      ${apiKeys.jobsPerMonth}::double precision as "jobsPerMonth", ${apiKeys.lastUsedAt} as "lastUsedAt"
    from ${apiKeys} order by ${apiKeys.name}`)
}

/** Ends a key for good. False when no key that is valid has this name. */
export async function revokeKey(queries: Queries, name: string): Promise<boolean> {
  const rows = await queries.run(sql`
    update ${apiKeys} set revoked_at = clock_timestamp()
    where ${apiKeys.name} = ${name} and ${apiKeys.revokedAt} is null returning ${apiKeys.id}`)
  return rows.length > 0
}
