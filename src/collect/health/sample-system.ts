import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import { MINUTE_MS } from '../../values/instant'
import { type BoardRow, boardTitle } from '../board/board-state'
import { failure } from '../board/collected'
import { whyUnasked } from '../failures'
import { askList } from '../find/ask-list'
import type { Finder } from '../find/judge-site'
import { SYSTEM_TIME } from '../pace/time'
import type { Board, CollectedPosting, Fetch, ListEntry, System } from '../system'
import { fieldsOf, type PostingField } from './posting-fields'

/** Boards of a system that are asked. */
const BOARDS = 5

/** What is asked of a board. */
const BOARD_LIMITS = { requests: 20, ms: 2 * MINUTE_MS }
const POSTINGS = 10

/** Lists that are read with few requests. */
const SHORT_LIST = 100

/** What was read of a board. */
export interface BoardSample {
  board: string
  /** Entries of its list; undefined: the list could not be read. */
  listed: number | undefined
  unreadable: number
  /** The fields of each posting that was read. */
  postings: readonly PostingField[][]
  /** Why the list, or a posting, could not be read; or why the list is not complete. */
  issue: string | undefined
}

/** Boards of a system at random, those with short lists before others. */
export async function chooseBoards({ db }: Pick<Queries, 'db'>, name: string): Promise<BoardRow[]> {
  const { source, state, lastCount } = collectorBoards
  const rank = sql`case when ${lastCount} between 1 and ${SHORT_LIST} then 0 when ${lastCount} is null then 1
    when ${lastCount} > 0 then 2 else 3 end`
  return await db
    .select()
    .from(collectorBoards)
    .where(and(eq(source, name), eq(state, 'active')))
    .orderBy(rank, sql`random()`)
    .limit(BOARDS)
}

/** Asks a board for its list and some of its postings. Writes nothing. */
export async function sampleBoard(
  row: BoardRow,
  system: System,
  finder: Finder,
): Promise<BoardSample> {
  const nothing = { board: boardTitle(row), listed: undefined, unreadable: 0, postings: [] }
  try {
    const { board, fetch, answer } = await askList(row, system, finder, BOARD_LIMITS)
    if (answer.kind === 'host') return { ...nothing, issue: 'its host has several boards' }
    if (answer.kind === 'missing') {
      return { ...nothing, issue: `there is no such board: ${answer.reason}` }
    }
    const { postings, unreadable = [], incompleteReason, organization } = answer
    const context = { board, boardName: organization, resolver: finder.resolver }
    const read = await readPostings(postings, system, (entry) =>
      readPosting(entry, system, board, fetch),
    )
    return {
      ...nothing,
      listed: postings.length,
      unreadable: unreadable.length,
      postings: read.postings.map((posting) => fieldsOf(posting, context)),
      issue: read.issue ?? incompleteReason ?? unreadable[0]?.reason,
    }
  } catch (error) {
    if (whyUnasked(error) === 'stopped') throw error
    return { ...nothing, issue: failure(error, system).error }
  }
}

/** Reads some entries, from all over the list. The first failure is the issue. */
async function readPostings(
  entries: readonly ListEntry[],
  system: System,
  read: (entry: ListEntry) => Promise<CollectedPosting | undefined>,
): Promise<{ postings: CollectedPosting[]; issue: string | undefined }> {
  const postings: CollectedPosting[] = []
  let issue: string | undefined
  const count = Math.min(POSTINGS, entries.length)
  for (let index = 0; index < count; index += 1) {
    const entry = entries[Math.floor((index * entries.length) / count)]
    if (entry === undefined) continue
    try {
      const posting = await read(entry)
      if (posting !== undefined) postings.push(posting)
      else issue ??= `posting ${entry.external_id}: it is listed, and its own address has none`
    } catch (error) {
      const reason = whyUnasked(error)
      if (reason === 'stopped') throw error
      issue ??= `posting ${entry.external_id}: ${failure(error, system).error}`
      // The others would not be asked for either.
      if (reason !== undefined) break
    }
  }
  return { postings, issue }
}

/** Undefined: its own address says that it is gone, or has no posting. */
async function readPosting(
  entry: ListEntry,
  system: System,
  board: Board,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  if (entry.posting !== undefined) return entry.posting
  if (system.readPage === undefined) return await system.detail?.(board, entry, fetch)
  const page = await system.readPage(board, entry.external_id, SYSTEM_TIME.now(), fetch)
  return page.kind === 'posting' ? page.posting : undefined
}
