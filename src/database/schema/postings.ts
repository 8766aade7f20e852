import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * Which posting each job stands for. Only the writer reads it. A posting has one active job in a country view;
 * one that left and is seen again is another job. `key` is made from the source, the source slug and the external
 * id; `board` is `source/source_slug`; `line_hash` is that of the import line last taken.
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
