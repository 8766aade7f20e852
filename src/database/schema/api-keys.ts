import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** API keys by the SHA-256 of the key, in hexadecimal; the key itself is nowhere stored. */
export const apiKeys = pgTable('api_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  hash: text().notNull().unique(),
  createdAt: instant().notNull(),
  revokedAt: instant(),
})
