import { sql } from 'drizzle-orm'
import { boolean, check, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * One row: the latest instant that a writer wrote, or the end of the last hour that was served as complete if that is later.
 * No writer uses an instant before it. Absent while neither has happened.
 */
export const writerClock = pgTable(
  'writer_clock',
  {
    isOnly: boolean().primaryKey().default(true),
    lastInstant: instant().notNull(),
  },
  (clock) => [check('writer_clock_one_row', sql`${clock.isOnly}`)],
)
