import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** The completed imports and their counts, for the metrics. */
export const imports = pgTable('imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  finishedAt: instant().notNull(),
  created: bigint({ mode: 'number' }).notNull(),
  updated: bigint({ mode: 'number' }).notNull(),
  unchanged: bigint({ mode: 'number' }).notNull(),
  expired: bigint({ mode: 'number' }).notNull(),
  excluded: bigint({ mode: 'number' }).notNull(),
  rejected: bigint({ mode: 'number' }).notNull(),
})
