import {
  bigint,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
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
