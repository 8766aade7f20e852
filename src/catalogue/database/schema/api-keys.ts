import { isNull } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * API keys, found by the SHA-256 of the key in hexadecimal. The key itself is not stored. Keys that are not revoked have
 * names of their own.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    hash: text().notNull().unique(),
    createdAt: instant().notNull(),
    revokedAt: instant(),
    /** The first instant at which the key is not valid; null: it does not expire. */
    expiresAt: instant(),
    /** Whether the key works only for `/feeds`. Only such a key is accepted in the address of a feed. */
    isFeedOnly: boolean().notNull().default(false),
    /** Null: the default of the settings; the same for `jobsPerMonth`. */
    requestsPerMinute: integer(),
    jobsPerMonth: bigint({ mode: 'number' }),
    /** Accurate to about a second. */
    lastUsedAt: instant(),
    /** Tokens in the bucket at `bucketFilledAt`, without those leased to processes. Null: full. */
    bucketTokens: doublePrecision(),
    /** In microseconds, because rounding to milliseconds would add tokens. */
    bucketFilledAt: timestamp({ withTimezone: true, mode: 'date' }),
  },
  (key) => [uniqueIndex('api_keys_name').on(key.name).where(isNull(key.revokedAt))],
)

/** Requests and jobs of a key in a calendar month (UTC), named by its first day. */
export const apiKeyUsage = pgTable(
  'api_key_usage',
  {
    keyId: integer()
      .notNull()
      .references(() => apiKeys.id),
    month: date({ mode: 'string' }).notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    jobs: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.month] })],
)
