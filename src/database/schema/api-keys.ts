import { bigint, doublePrecision, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** API keys, found by the SHA-256 of the key in hexadecimal. The key itself is not stored. */
export const apiKeys = pgTable('api_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  hash: text().notNull().unique(),
  createdAt: instant().notNull(),
  revokedAt: instant(),
  /** Null: the default of the settings; the same for `jobsPerMonth`. */
  requestsPerMinute: integer(),
  jobsPerMonth: bigint({ mode: 'number' }),
  /** Accurate to about a second. */
  lastUsedAt: instant(),
  /** Tokens in the bucket at `bucketFilledAt`, without those leased to processes. Null: full. */
  bucketTokens: doublePrecision(),
  /** In microseconds, because rounding to milliseconds would add tokens. */
  bucketFilledAt: timestamp({ withTimezone: true, mode: 'date' }),
})
