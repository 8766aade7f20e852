import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { collectorBoards } from './collector-boards'
import { instant } from './columns'

/** The postings that a board has listed and that are not known to have left. */
export const collectorPostings = pgTable(
  'collector_postings',
  {
    boardId: integer()
      .notNull()
      .references(() => collectorBoards.id, { onDelete: 'cascade' }),
    externalId: text().notNull(),
    /** Of the entry in the list that was last read. Empty: it is to be imported again; `-`: it was not read yet. */
    fingerprint: text().notNull(),
    /** Of an entry whose details are still to be read, and what is needed to ask for them; null: none are. */
    waitingFingerprint: text(),
    reference: text(),
    /** Of the last imported line; null: none was. */
    contentHash: text(),
    /** The countries that its places were resolved to; null: it is not in the catalogue. */
    countries: text().array(),
    /** When a complete list first lacked it; null: the last one has it. */
    missingSince: instant(),
    /**
     * When its own address said that it is gone, though the list still has it. Of a page: since when it has no posting;
     * while `countries` is not null, a second answer is awaited.
     */
    closedAt: instant(),
    /** When its page is read again; null for the postings of other systems than career pages. */
    dueAt: instant(),
    /** Why it is not in the catalogue, or why its last version is not; and the text or the message that says more. */
    skipped: text(),
    skippedDetail: text(),
  },
  (posting) => [primaryKey({ columns: [posting.boardId, posting.externalId] })],
)
