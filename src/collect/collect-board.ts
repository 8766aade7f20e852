import { type BoardRow, isWaiting, type KnownPosting, NOT_READ, toBoard } from './board/board-state'
import {
  type Collected,
  countWithoutPosting,
  failure,
  type PostingChange,
  postingsAfter,
  type Unfinished,
} from './board/collected'
import { missing, removals } from './board/missing-board'
import { hostGone, NotChanged } from './failures'
import type { HttpClient, Session } from './http/client'
import type { ListMemoryShare } from './http/list-memory'
import type { RequestBudget } from './http/request-budget'
import { comparePostings } from './judge/compare-postings'
import { noLongerPreferred, withPostingsToReadAgain } from './judge/exclude-preferred'
import { type Absences, judgeList, judgeUnchanged } from './judge/judge-list'
import { placeIssue } from './judge/judge-places'
import { withKnownIds } from './judge/known-ids'
import type { PreferredBoard } from './judge/preferred-board'
import { withRenamedIds } from './judge/renamed-ids'
import { isStorable, unique } from './judge/unique-entries'
import { hashList } from './read/list-hash'
import { isClosedDue, PostingReader, READER_VERSION, type ReadContext } from './read/posting-reader'
import { collectPages } from './sites/collect-pages'
import { newPage } from './sites/page-state'
import type { Board, Fetch, ListAnswer, PostingList, System } from './system'

export interface CollectContext extends Omit<ReadContext, 'fetch' | 'board'> {
  client: HttpClient
  /** Reads the list even while details of the last list are still to be read. */
  asksList?: boolean
  /** The limits of all requests for the board. */
  requests?: RequestBudget | undefined
  /** The share of the list in the memory of all lists. */
  memory?: ListMemoryShare | undefined
  /** The board whose postings are left out. */
  preferredBoard?: PreferredBoard | undefined
}

type Context = CollectContext & Session & Pick<ReadContext, 'board'>

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
  const { requests: budget, memory } = context
  const session = {
    ...context,
    board,
    ...client.session(system, { stored: validators ?? {}, board, budget, memory }),
  }
  const isListDue = context.asksList || row.listDue === null || row.listDue <= context.now()
  if (system.readPage !== undefined) {
    return await collectPages(row, known, { ...session, readPage: system.readPage, isListDue })
  }
  try {
    const boards = system.boardsOfHost?.(board, session.fetch)
    if (boards !== undefined) return { kind: 'replaced', boards: await boards }
    if (!isListDue && known.some(isWaiting)) {
      memory?.keep()
      return await readDetails(row, known, session)
    }
    const list = await requestList(system, board, session.fetch)
    memory?.keep()
    if (list === undefined) return await unchanged(row, known, session)
    if (list.kind === 'missing') return missing(row, known, list.reason, session)
    const named = withKnownIds(unique(list), known, system)
    return await readList(row, known, withRenamedIds(named, known), session)
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
): Promise<ListAnswer | undefined> {
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

async function readList(
  row: BoardRow,
  known: readonly KnownPosting[],
  list: PostingList,
  context: Context,
): Promise<Collected> {
  const listHash = hashList(row, list)
  const now = context.now()
  if (listHash === row.listHash) return await unchanged(row, known, context)
  requireReadable(list)
  const { isSuspect = false } = context
  const verdict = judgeList(row, known, list, { now, isSuspect })
  if (verdict.kind === 'quarantined') return verdict
  const { absences, incompleteReason } = verdict
  const boardName = list.organization ?? row.boardName ?? undefined
  const reader = new PostingReader(row, known, boardName, context)
  const entries = await reader.readEntries(list.postings)
  const read = [...entries, ...unreadableRows(list, known, now)]
  const { validators } = context
  return believed(row, known, context, {
    absences,
    read,
    unfinished: reader.unfinished,
    issueOf: (after) => placeIssue(context.system, list, after),
    facts: {
      isUnchanged: false,
      count: list.postings.length,
      incompleteReason,
      boardName: list.organization,
      foundSettings: list.foundSettings,
      remembered: incompleteReason === undefined ? { validators, listHash } : undefined,
    },
  })
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
  return believed(row, known, context, {
    absences,
    read,
    unfinished: reader.unfinished,
    issueOf: () => undefined,
    facts: {
      isUnchanged: true,
      count: undefined,
      incompleteReason: undefined,
      boardName: undefined,
      foundSettings: row.foundSettings ?? undefined,
      remembered: { validators: row.validators ?? {}, listHash: row.listHash ?? '' },
    },
  })
}

type ReadBoard = Extract<Collected, { kind: 'read' }>

interface BelievedList {
  absences: Absences
  read: readonly PostingChange[]
  unfinished: Unfinished | undefined
  /** Why nothing of the list was understood, judged by the postings that the board would then have. */
  issueOf: (after: readonly KnownPosting[]) => string | undefined
  /** What the list itself says. */
  facts: Pick<
    ReadBoard,
    'isUnchanged' | 'count' | 'incompleteReason' | 'boardName' | 'foundSettings' | 'remembered'
  >
}

/** The result of a list that is believed: what of the board changes by it. */
function believed(
  row: BoardRow,
  known: readonly KnownPosting[],
  context: Context,
  { absences, read, unfinished, issueOf, facts }: BelievedList,
): ReadBoard {
  const removed = removals(context.board, absences.removed)
  const after = postingsAfter(known, read, removed)
  const issue = issueOf(after)
  const isUnderstood = issue === undefined
  return {
    kind: 'read',
    ...facts,
    isUnderstood,
    changes: comparePostings(known, read, context, absences),
    removed,
    listsWithoutPosting: isUnderstood ? countWithoutPosting(row, after) : row.listsWithoutPosting,
    hasUnlisted: absences.unlisted.length > 0 && !context.isSuspect,
    unfinished: isUnderstood ? unfinished : { isPastLimit: false, error: issue },
    remembered: isUnderstood ? facts.remembered : undefined,
  }
}

/** Throws when no entry of an answer can be read. */
function requireReadable({ postings, unreadable = [] }: PostingList): void {
  const [first] = unreadable
  if (postings.length > 0 || first === undefined) return
  throw new Error(`none of ${unreadable.length} entries can be read: ${first.reason}`)
}

/** Rows for entries that cannot be read, so that `boards show` names them. Later lists are tried again. */
function unreadableRows(
  { unreadable = [], postings }: PostingList,
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
