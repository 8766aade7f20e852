import { type BoardRow, isWaiting, type KnownPosting, NOT_READ, toBoard } from './board/board-state'
import {
  type Collected,
  countWithoutPosting,
  failure,
  type PostingChange,
  postingsAfter,
} from './board/collected'
import { missing, removals } from './board/missing-board'
import { hostGone, NotChanged } from './failures'
import type { HttpClient, Session } from './http/client'
import type { ListInWork } from './http/list-memory'
import type { RequestBudget } from './http/request-budget'
import { comparePostings } from './judge/compare-postings'
import { noLongerPreferred, withPostingsToReadAgain } from './judge/exclude-preferred'
import { hashOf, judgeListing, judgeUnchanged } from './judge/judge-listing'
import { placeIssue } from './judge/judge-places'
import { withKnownIds } from './judge/known-ids'
import type { PreferredBoard } from './judge/preferred-board'
import { withRenamedIds } from './judge/renamed-ids'
import { isStorable, unique } from './judge/unique-entries'
import { isClosedDue, PostingReader, READER_VERSION, type ReadContext } from './read/posting-reader'
import { collectPages } from './sites/collect-pages'
import { newPage } from './sites/page-state'
import type { Board, Fetch, Listing, System } from './system'

export interface CollectContext extends Omit<ReadContext, 'fetch' | 'board'> {
  client: HttpClient
  /** Reads the list even while details of the last list are still to be read. */
  asksList?: boolean
  /** The limits of all requests for the board. */
  requests?: RequestBudget | undefined
  /** The share of the list in the memory of all lists. */
  list?: ListInWork | undefined
  /** The board whose postings are left out. */
  preferredBoard?: PreferredBoard | undefined
}

type Context = CollectContext & Session & Pick<ReadContext, 'board'>

type Listed = Extract<Listing, { kind: 'listed' }>

/**
 * Reads a board's list and the details of its new and changed postings, and decides what changes. Until the list is due
 * again, reads the remaining details. Writes nothing.
 */
export async function collectBoard(
  storedRow: BoardRow,
  stored: readonly KnownPosting[],
  context: CollectContext,
): Promise<Collected> {
  const known = withPostingsToReadAgain(stored, context.preferredBoard)
  const isRetry = known.some(
    (posting) => isClosedDue(posting, context.now()) || noLongerPreferred(posting),
  )
  // An unchanged list would not have the entries of postings that are to be read again.
  const row = isRetry ? { ...storedRow, listHash: null, validators: null } : storedRow
  const { system, client } = context
  const board = toBoard(row)
  const validators = row.listHash?.startsWith(`${READER_VERSION}:`) ? row.validators : null
  const { requests: budget, list } = context
  const session = {
    ...context,
    board,
    ...client.session(system, { stored: validators ?? {}, board, budget, list }),
  }
  const isListDue = context.asksList || row.listDue === null || row.listDue <= context.now()
  if (system.readPage !== undefined) {
    return await collectPages(row, known, { ...session, readPage: system.readPage, isListDue })
  }
  try {
    const boards = system.boardsOfHost?.(board, session.fetch)
    if (boards !== undefined) return { kind: 'replaced', boards: await boards }
    if (!isListDue && known.some(isWaiting)) {
      list?.keep()
      return await readDetails(row, known, session)
    }
    const listing = await requestList(system, board, session.fetch)
    list?.keep()
    if (listing === undefined) return await unchanged(row, known, session)
    if (listing.kind === 'missing') return missing(row, known, listing.reason, session)
    const named = withKnownIds(unique(listing), known, system)
    return await readListing(row, known, withRenamedIds(named, known), session)
  } catch (error) {
    const gone = hostGone(error)
    if (gone !== undefined) return missing(row, known, gone.message, session)
    return failure(error, system)
  }
}

/** Undefined: the list is not changed. */
async function requestList(
  system: System,
  board: Board,
  fetch: Fetch,
): Promise<Listing | undefined> {
  try {
    return await system.list(board, fetch)
  } catch (error) {
    if (error instanceof NotChanged) return undefined
    throw error
  }
}

async function readDetails(
  row: BoardRow,
  known: readonly KnownPosting[],
  context: Context,
): Promise<Collected> {
  const reader = new PostingReader(row, known, row.boardName ?? undefined, context)
  const details = await reader.readWaiting()
  const { unfinished } = reader
  const isUnderstood = details.length > 0 || unfinished?.error === undefined
  const changes = comparePostings(known, details, context)
  return { kind: 'details', isUnderstood, changes, unfinished }
}

async function readListing(
  row: BoardRow,
  known: readonly KnownPosting[],
  listing: Listed,
  context: Context,
): Promise<Collected> {
  const listHash = hashListing(row, listing)
  const now = context.now()
  if (listHash === row.listHash) return await unchanged(row, known, context)
  requireReadable(listing)
  const { isSuspect = false } = context
  const verdict = judgeListing(row, known, listing, { now, isSuspect })
  if (verdict.kind === 'quarantined') return verdict
  const { absences, incompleteReason } = verdict
  const boardName = listing.organization ?? row.boardName ?? undefined
  const reader = new PostingReader(row, known, boardName, context)
  const entries = await reader.readListed(listing.postings)
  const read = [...entries, ...unreadableRows(listing, known, now)]
  const removed = removals(context.board, absences.removed)
  const after = postingsAfter(known, read, removed)
  const issue = placeIssue(context.system, listing, after)
  const isUnderstood = issue === undefined
  return {
    kind: 'read',
    isUnchanged: false,
    isUnderstood,
    changes: comparePostings(known, read, context, absences),
    removed,
    listsWithoutPosting: isUnderstood ? countWithoutPosting(row, after) : row.listsWithoutPosting,
    hasUnlisted: absences.unlisted.length > 0 && !isSuspect,
    count: listing.postings.length,
    incompleteReason,
    boardName: listing.organization,
    foundSettings: listing.foundSettings,
    unfinished: isUnderstood ? reader.unfinished : { isPastLimit: false, error: issue },
    remembered:
      incompleteReason === undefined && isUnderstood
        ? { validators: context.validators, listHash }
        : undefined,
  }
}

async function unchanged(
  row: BoardRow,
  known: readonly KnownPosting[],
  context: Context,
): Promise<Collected> {
  const { isSuspect = false } = context
  const absences = judgeUnchanged(known, { now: context.now(), isSuspect })
  const reader = new PostingReader(row, known, row.boardName ?? undefined, context)
  const read = await reader.readWaiting()
  const removed = removals(context.board, absences.removed)
  return {
    kind: 'read',
    isUnchanged: true,
    isUnderstood: true,
    changes: comparePostings(known, read, context, absences),
    removed,
    listsWithoutPosting: countWithoutPosting(row, postingsAfter(known, read, removed)),
    hasUnlisted: absences.unlisted.length > 0 && !isSuspect,
    count: undefined,
    incompleteReason: undefined,
    boardName: undefined,
    foundSettings: row.foundSettings ?? undefined,
    unfinished: reader.unfinished,
    remembered: { validators: row.validators ?? {}, listHash: row.listHash ?? '' },
  }
}

/** Throws when no entry of an answer can be read. */
function requireReadable({ postings, unreadable = [] }: Listed): void {
  const [first] = unreadable
  if (postings.length > 0 || first === undefined) return
  throw new Error(`none of ${unreadable.length} entries can be read: ${first.reason}`)
}

/** Rows for entries that cannot be read, so that `boards show` names them. Later lists are tried again. */
function unreadableRows(
  { unreadable = [], postings }: Listed,
  known: readonly KnownPosting[],
  now: Date,
): PostingChange[] {
  const before = new Map(known.map((posting) => [posting.externalId, posting]))
  const isRead = new Set(postings.map(({ external_id }) => external_id))
  const named = new Map(unreadable.map((entry) => [entry.external_id, entry.reason]))
  return [...named].flatMap(([id, skippedDetail]) => {
    if (id === undefined || !isStorable(id) || isRead.has(id)) return []
    const row = before.get(id) ?? { ...newPage(id, NOT_READ, now), dueAt: null }
    const mark = {
      fingerprint: NOT_READ,
      unlistedSince: null,
      skipped: 'unreadable' as const,
      skippedDetail,
    }
    return [{ posting: { ...row, ...mark } }]
  })
}

/** The hash includes the operator's settings, so that a change of them writes the board again. */
function hashListing(row: BoardRow, { postings, organization, unreadable = [] }: Listed): string {
  const entries = [
    ...postings.map(({ external_id, fingerprint }) => JSON.stringify([external_id, fingerprint])),
    ...unreadable.map(({ external_id }) => JSON.stringify([external_id])),
  ]
  const { settings, country } = row
  const more = JSON.stringify([organization, settings, row.organization, country])
  return `${READER_VERSION}:${hashOf([...entries, more])}`
}
