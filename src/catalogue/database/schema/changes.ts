import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { CHANGE_EVENTS, type ChangeEvent } from '../../../values/change-events'
import type { Country } from '../../../values/country'
import { checkValues, instant, ZERO } from './columns'

/**
 * The change log: `seq` counts from 1 in each country, with gaps where the catalogue was restored (`change_gaps`) and where a
 * prune deleted changes that later ones of the same job make needless, never the last of a job. `changed` names the fields of
 * an update.
 */
export const changes = pgTable(
  'changes',
  {
    country: text().$type<Country>().notNull(),
    seq: bigint({ mode: 'bigint' }).notNull(),
    event: text().$type<ChangeEvent>().notNull(),
    jobId: bigint({ mode: 'bigint' }).notNull(),
    occurredAt: instant().notNull(),
    changed: text().array(),
  },
  (change) => [
    primaryKey({ columns: [change.country, change.seq] }),
    index('changes_job').on(change.jobId),
    checkValues('changes_event', change.event, CHANGE_EVENTS),
  ],
)

/**
 * The last sequence number of each country. A writer reads the clock and increments it only while it holds the writer lock,
 * until it commits. So sequence order is commit order, and instants ascend with it except where an archive is restored.
 */
export const changeCounters = pgTable('change_counters', {
  country: text().$type<Country>().primaryKey(),
  lastSeq: bigint({ mode: 'bigint' }).notNull(),
  /** Up to this number, no update of a job is left that a later one up to it makes needless. */
  prunedTo: bigint({ mode: 'bigint' }).notNull().default(ZERO),
})

/** The completed imports and their counts, for the metrics. */
export const imports = pgTable('imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  finishedAt: instant().notNull(),
  created: bigint({ mode: 'number' }).notNull(),
  updated: bigint({ mode: 'number' }).notNull(),
  unchanged: bigint({ mode: 'number' }).notNull(),
  expired: bigint({ mode: 'number' }).notNull(),
  excluded: bigint({ mode: 'number' }).notNull(),
  rejected: bigint({ mode: 'number' }).notNull(),
})
