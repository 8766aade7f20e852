import { bigint, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { apiKeys } from './api-keys'

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
