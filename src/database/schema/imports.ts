import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** The completed imports and their counts, for the metrics. */
export const imports = pgTable('imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  finishedAt: instant().notNull(),
  created: bigint({ mode: 'bigint' }).notNull(),
  updated: bigint({ mode: 'bigint' }).notNull(),
  unchanged: bigint({ mode: 'bigint' }).notNull(),
  expired: bigint({ mode: 'bigint' }).notNull(),
  excluded: bigint({ mode: 'bigint' }).notNull(),
  rejected: bigint({ mode: 'bigint' }).notNull(),
})
