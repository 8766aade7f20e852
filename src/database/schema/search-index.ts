import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable } from 'drizzle-orm/pg-core'

/**
 * One row: the version of the analyzer that wrote the words and places of all jobs. During a reindex, those of the jobs up to
 * `doneTo` are of `nextVersion`.
 */
export const textIndex = pgTable(
  'text_index',
  {
    isOnly: boolean().primaryKey().default(true),
    version: integer().notNull(),
    nextVersion: integer(),
    doneTo: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
  },
  (index) => [check('text_index_only', sql`${index.isOnly}`)],
)
