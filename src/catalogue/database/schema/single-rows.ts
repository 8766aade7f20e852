import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { isTrue } from '../client/operators'
import { instant, ZERO } from './columns'

/** One row: the employer list of the last build, shared by all processes. `content` is the JSON array that clients receive. */
export const organizationLists = pgTable(
  'organization_lists',
  {
    isOnly: boolean().primaryKey().default(true),
    builtAt: instant().notNull(),
    content: text().notNull(),
  },
  (list) => [check('organization_lists_one_row', isTrue(list.isOnly))],
)

/**
 * One row: the names in the active jobs as they were last counted, shared by all processes. `content` is a `StoredVocabulary`
 * as JSON.
 */
export const vocabularies = pgTable(
  'vocabularies',
  {
    isOnly: boolean().primaryKey().default(true),
    builtAt: instant().notNull(),
    content: text().notNull(),
  },
  (row) => [check('vocabularies_one_row', isTrue(row.isOnly))],
)

/** One row, or none before the first prune. */
export const retention = pgTable(
  'retention',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Jobs that left before this instant are pruned; an archive does not restore them. Null: none was. */
    prunedBefore: instant(),
    /** The transactions that changed answers and wrote no change: of prunes, and of `fill` without events. */
    steps: bigint({ mode: 'bigint' }).notNull().default(ZERO),
    /** When an importer or collector last pruned. */
    turnAt: instant(),
  },
  (row) => [check('retention_only', isTrue(row.isOnly))],
)

/**
 * One row: the version of the analyzer that wrote the words and places of all jobs. During a reindex, the jobs up to `doneTo`
 * have those of `nextVersion`.
 */
export const textIndex = pgTable(
  'text_index',
  {
    isOnly: boolean().primaryKey().default(true),
    version: integer().notNull(),
    nextVersion: integer(),
    doneTo: bigint({ mode: 'bigint' }).notNull().default(ZERO),
  },
  (index) => [check('text_index_only', isTrue(index.isOnly))],
)

/**
 * One row: the latest instant that a writer wrote, or the end of the last hour that was served as complete if that is later.
 * No writer uses an instant before it. Absent while neither has happened.
 */
export const writerClock = pgTable(
  'writer_clock',
  {
    isOnly: boolean().primaryKey().default(true),
    lastInstant: instant().notNull(),
  },
  (clock) => [check('writer_clock_one_row', isTrue(clock.isOnly))],
)

/** One row, or none: the sample that `demo` or `seed` wrote last. */
export const samples = pgTable(
  'samples',
  {
    isOnly: boolean().primaryKey().default(true),
    /** The arguments that give its lines again. */
    jobs: integer().notNull(),
    random: bigint({ mode: 'number' }).notNull(),
    until: instant().notNull(),
    /** Null until all of it is written. */
    finishedAt: instant(),
  },
  (sample) => [check('samples_one_row', isTrue(sample.isOnly))],
)
