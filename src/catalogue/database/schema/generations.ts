import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Country } from '../../../values/country'
import { CLOCK } from '../client/operators'

/**
 * The histories of PostgreSQL that the catalogue has run on; the last row is the present one. A row is written once and never
 * updated: `transaction` is the transaction that inserted it, so a row that a dump restored shows another one in `xmin`.
 */
export const generations = pgTable('generations', {
  /** From 1. */
  number: integer().primaryKey(),
  /** Tells apart two generations that got the same number on different servers. */
  id: uuid().notNull().defaultRandom(),
  /** System identifier and database, as in `ServerState`. */
  identity: text().notNull(),
  timeline: integer().notNull(),
  transaction: bigint({ mode: 'bigint' }).notNull(),
  /** Bytes of the write-ahead log when it was opened, which is after the point where the timeline began. */
  walBytes: bigint({ mode: 'bigint' }).notNull(),
  openedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(CLOCK),
})

/**
 * The sequence numbers that a generation left out in a country: those after `lastSeq`, the last number that survived, up to
 * `skippedTo`. They may have been used in a history that is lost, and are never used again.
 */
export const changeGaps = pgTable(
  'change_gaps',
  {
    country: text().$type<Country>().notNull(),
    lastSeq: bigint({ mode: 'bigint' }).notNull(),
    skippedTo: bigint({ mode: 'bigint' }).notNull(),
  },
  (gap) => [primaryKey({ columns: [gap.country, gap.lastSeq] })],
)
