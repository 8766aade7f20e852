import { sql } from 'drizzle-orm'
import { bigint, boolean, check, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** One row, or none before the first prune. */
export const retention = pgTable(
  'retention',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Jobs that left before this instant are pruned; an archive does not restore them. Null: none was. */
    prunedBefore: instant(),
    /** The transactions of all prunes. A prune writes no change, but answers change with it. */
    steps: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** When an importer or collector last pruned. */
    turnAt: instant(),
  },
  (row) => [check('retention_only', sql`${row.isOnly}`)],
)
