import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** One row: the employer list of the last build, shared by all processes. `content` is the JSON array that clients receive. */
export const organizationLists = pgTable(
  'organization_lists',
  {
    isOnly: boolean().primaryKey().default(true),
    builtAt: instant().notNull(),
    content: text().notNull(),
  },
  (list) => [check('organization_lists_one_row', sql`${list.isOnly}`)],
)
