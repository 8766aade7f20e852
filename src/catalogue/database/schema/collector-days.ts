import { boolean, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** The boards of a system on a day (UTC), as they were when they were last counted. */
export const collectorDays = pgTable(
  'collector_days',
  {
    day: date({ mode: 'string' }).notNull(),
    source: text().notNull(),
    /** Boards that worked before and were asked within the last day. */
    boards: integer().notNull(),
    /** Those of them whose last answer was understood. */
    understood: integer().notNull(),
    /** Entries of the last lists of all boards. */
    postings: integer().notNull(),
    /** The share of boards that are understood is far below the usual one since then. */
    suspectSince: instant(),
    /** Whether later days are compared with this day. */
    isUsual: boolean().notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.source] })],
)

/** The requests of the collectors to a system on a day (UTC), by status. */
export const collectorRequests = pgTable(
  'collector_requests',
  {
    day: date({ mode: 'string' }).notNull(),
    source: text().notNull(),
    /** 0: no answer. */
    status: smallint().notNull(),
    /** How many requests took how long; `collect/health/answer-times.ts` has the limits. */
    times: integer().array().notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.source, row.status] })],
)
