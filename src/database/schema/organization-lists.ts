import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * The employer list as it was last built: one row, so that all processes share one build. `content` is the JSON array
 * that clients receive.
 */
export const organizationLists = pgTable(
  'organization_lists',
  {
    isOnly: boolean().primaryKey().default(true),
    builtAt: instant().notNull(),
    content: text().notNull(),
  },
  (list) => [check('organization_lists_one_row', sql`${list.isOnly}`)],
)
