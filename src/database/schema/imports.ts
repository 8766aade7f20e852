import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** The imports that came to their end, and what each did; operators watch their age and their sums. */
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
