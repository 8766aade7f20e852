import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * The posting of each job; read only by the writer. A posting has one active job in a country view; a posting that left and
 * is seen again gets a new job. `key` is a hash of source, source slug and external id, `board` is `source/source_slug`,
 * `line_hash` is the hash of the last imported line.
 */
export const postings = pgTable(
  'postings',
  {
    jobId: bigint({ mode: 'bigint' }).primaryKey(),
    key: uuid().notNull(),
    country: text().notNull(),
    board: text().notNull(),
    lineHash: text().notNull(),
    isActive: boolean().notNull(),
  },
  (posting) => [
    uniqueIndex('postings_active').on(posting.key, posting.country).where(sql`${posting.isActive}`),
    index('postings_key').on(posting.key),
    index('postings_board').on(posting.board).where(sql`${posting.isActive}`),
  ],
)
