import { bigint, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** ASCII without NUL, as bytes. */
const asciiText = customType<{ data: Uint8Array }>({ dataType: () => 'text' })

/**
 * The searched texts of jobs, in stretches of their ids. Texts that nobody counts any more stay in the lists until they are
 * half of their segment.
 */
export const textSegments = pgTable('text_segments', {
  firstText: bigint({ mode: 'bigint' }).primaryKey(),
  lastText: bigint({ mode: 'bigint' }).notNull(),
  /** How many there are between, with those that nobody counts any more. */
  texts: integer().notNull(),
  /** Of the analyzer that wrote the lists. The version that does not say it is 2. */
  version: integer().notNull().default(2),
})

export type TextSegment = typeof textSegments.$inferSelect

/** Where a common word stands in the texts of a segment, as `search/word-list.ts` writes it. */
export const wordLists = pgTable(
  'word_lists',
  {
    firstText: bigint({ mode: 'bigint' }).notNull(),
    word: text().notNull(),
    list: asciiText().notNull(),
  },
  (list) => [primaryKey({ columns: [list.firstText, list.word] })],
)
