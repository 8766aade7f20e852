import { bigint, doublePrecision, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** API keys by the SHA-256 of the key, in hexadecimal; the key itself is nowhere stored. */
export const apiKeys = pgTable('api_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  hash: text().notNull().unique(),
  createdAt: instant().notNull(),
  revokedAt: instant(),
  /** Null: the default of the settings, also for the allowance. */
  requestsPerMinute: integer(),
  jobsPerMonth: bigint({ mode: 'number' }),
  /** Known to about a second. */
  lastUsedAt: instant(),
  /** The bucket of the rate as it was at `bucketFilledAt`, without what is leased to processes. Null: full. */
  bucketTokens: doublePrecision(),
  /** Microseconds: rounding to milliseconds would give tokens away. */
  bucketFilledAt: timestamp({ withTimezone: true, mode: 'date' }),
})
