import { eq, isNotNull } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { COUNTRIES, type Country } from '../../../values/country'
import { lower } from '../client/operators'
import { checkValues, instant, json, literally } from './columns'

/** The states of a board that are stored; others follow from its columns. */
const STORED_STATES = ['active', 'paused', 'dead', 'removed'] as const

/** The boards that are collected. A board has a lease while a collector works on it, 10 minutes at a time. */
export const collectorBoards = pgTable(
  'collector_boards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    slug: text().notNull(),
    /** What requests need beside the slug, as the system reads it from an address. */
    settings: json<Record<string, string>>().notNull(),
    /** The employer's name and the country of places that name none, as the operator gave them. */
    organization: text(),
    country: text().$type<Country>(),
    /** `removed` keeps its postings, for the case that the board is added again. */
    state: text().$type<(typeof STORED_STATES)[number]>().notNull().default('active'),
    addedAt: instant().notNull(),

    /** When it was last asked; an attempt that a block of the vendor ended does not count. */
    askedAt: instant(),
    nextDue: instant().notNull(),
    /** Until then only details that are still to be read are asked for. Null: the next collection reads the list. */
    listDue: instant(),
    intervalSeconds: integer().notNull(),
    leaseOwner: text(),
    leaseUntil: instant(),

    /** Set only by a list that was proved complete and written whole. */
    validators: json<Record<string, StoredValidators>>(),
    listHash: text(),
    /** The employer's name as the board gives it: another one means another owner of the slug. */
    boardName: text(),
    /** Settings that the operator left out and the last list told, such as the fields of its places. */
    foundSettings: json<Readonly<Record<string, string>>>(),
    /**
     * The board, as `source/slug`, whose postings it leaves out: its setting `prefer` named it at the last collection, or else
     * the addresses of its postings do.
     */
    preferredBoard: text('prefers'),

    lastSuccessAt: instant(),
    lastChangeAt: instant(),
    /** Entries of the last list that was believed. */
    lastCount: integer(),
    /** The last list could not be proved complete: why. */
    incompleteReason: text(),
    /** Lists in a row after which no posting of the board was in Canada or the United States. */
    listsWithoutPosting: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    lastError: text(),
    /** Answers in a row that there is no such board. */
    missingAnswers: integer().notNull().default(0),

    /** A list that is not believed yet: since when, equal answers, the hash of the missing postings, and why. */
    quarantinedSince: instant(),
    quarantineAnswers: integer().notNull().default(0),
    quarantineHash: text(),
    quarantineReason: text(),
    /** The employer's name changed: only the operator ends the quarantine. */
    isForNewOwner: boolean().notNull().default(false),
  },
  (board) => [
    unique('collector_boards_board').on(board.source, board.slug),
    index('collector_boards_due')
      .on(board.source, board.nextDue)
      .where(literally(eq(board.state, 'active'))),
    index('collector_boards_title').on(board.source, lower(board.slug)),
    index('collector_boards_prefers')
      .on(lower(board.preferredBoard))
      .where(isNotNull(board.preferredBoard)),
    checkValues('collector_boards_state', board.state, STORED_STATES),
    checkValues('collector_boards_country', board.country, COUNTRIES),
  ],
)

/** What a server gave with an answer, for a conditional request. */
export interface StoredValidators {
  etag?: string
  lastModified?: string
}

/** Why a posting is not in the catalogue, or its last version is not. */
export type SkipReason =
  | 'foreign'
  | 'unresolved'
  | 'unreadable'
  | 'refused'
  | 'gone'
  | 'forbidden'
  /** The board that its own one prefers has it. */
  | 'preferred'

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
    /** The fingerprint of the entry when its details are not read yet; null: they are. */
    waitingFingerprint: text(),
    /** What the system needs to ask for these details. */
    reference: text(),
    /** Of the last imported line; null: none was. */
    contentHash: text(),
    /** The countries that its places were resolved to; null: it is not in the catalogue. */
    countries: text().$type<Country>().array(),
    /** When a complete list first lacked it; null: the last one has it. */
    unlistedSince: instant(),
    /**
     * When its own address said that it is gone, though the list still has it. Of a page: since when it has no posting;
     * while `countries` is not null, a second answer is awaited.
     */
    closedAt: instant(),
    /** When its page is read again; null for the postings of other systems than career pages. */
    dueAt: instant(),
    /** Why it is not in the catalogue, or why its last version is not; and the text or the message that says more. */
    skipped: text().$type<SkipReason>(),
    skippedDetail: text(),
    /** The other board, as `source/slug`, that the address for applying belongs to, and this address. */
    otherBoard: text(),
    otherAddress: text(),
  },
  (posting) => [
    primaryKey({ columns: [posting.boardId, posting.externalId] }),
    index('collector_postings_unreadable')
      .on(posting.boardId)
      .where(literally(eq(posting.skipped, 'unreadable'))),
  ],
)

/** Politeness towards each applicant tracking system as a whole, and towards each host of career pages; shared by all collectors. */
export const collectorVendors = pgTable('collector_vendors', {
  /** `greenhouse`, or `careerpage/HOST`. */
  source: text().primaryKey(),
  /** The next request may be sent from then on. */
  nextAt: instant().notNull(),
  /** No request is sent before: `Retry-After`, or the open circuit breaker. Null: not blocked. */
  blockedUntil: instant(),
  blockedReason: text(),
  /** How many times in a row the breaker opened without a success between. */
  openings: integer().notNull().default(0),
  /** The robots.txt of a host; empty when there is none, null when it was never read. To be read again after `robotsUntil`. */
  robots: text(),
  robotsUntil: instant(),
})
