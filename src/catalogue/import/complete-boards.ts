import { and, eq, min, type SQL } from 'drizzle-orm'
import { Compile } from 'typebox/compile'
import { wellFormedJson } from '../../values/storable-text'
import type { Queries } from '../database/client/drizzle'
import { anyOf } from '../database/client/operators'
import { postings } from '../database/schema/jobs'
import type { FileLine } from './line/read-lines'
import { Identity, isWebAddress, type PostingIdentity, postingIdentity, Removal } from './posting'
import { BatchRows } from './write/batch-rows'
import { findKnownJobs } from './write/decide'
import { MAX_BATCH } from './write/write-batch'
import { takeWriterLock, type Writer } from './write/writer'

/** The content of a full listing: its boards, and the postings that are still on them. */
export class CompleteBoards {
  readonly boards: Set<string>
  /** The number of postings by board that `expireMissing` has expired so far. */
  readonly expired = new Map<string, number>()
  readonly keys = new Set<string>()
  /** Lines that may name any posting; while there are any, no posting is known to be missing. */
  unreadLines = 0

  /** These boards are complete even when the file has no posting of them. */
  constructor(boards: readonly string[]) {
    this.boards = new Set(boards)
  }

  name({ board, key }: PostingIdentity): void {
    this.boards.add(board)
    this.keys.add(key)
  }

  /** A rejected line still names its posting, if its identity is certain. */
  nameRejected(text: string | undefined): void {
    const identity = text === undefined ? undefined : looseIdentity(text)
    if (identity === undefined) this.unreadLines += 1
    else this.name(identity)
  }
}

/** The boards that lines name, without checking the lines. Ends early when the file fails, as its import will. */
export async function boardsOf(lines: AsyncIterable<FileLine>): Promise<Set<string>> {
  const boards = new Set<string>()
  try {
    for await (const line of lines) {
      const identity = 'text' in line ? looseIdentity(line.text) : undefined
      if (identity !== undefined) boards.add(identity.board)
    }
  } catch {
    // The import reports it, after the lines before.
  }
  return boards
}

const identityValidator = Compile(Identity)

/** Undefined when it is uncertain: a missing member is perhaps present under a misspelt name. */
function looseIdentity(text: string): PostingIdentity | undefined {
  let line: unknown
  try {
    line = JSON.parse(wellFormedJson(text))
  } catch {
    // Not JSON: the line is reported already, and it names no posting.
    return undefined
  }
  if (!identityValidator.Check(line)) return undefined
  const { source_slug, external_id, url = '' } = line
  if (external_id === undefined && !isWebAddress(url)) return undefined
  const isWhole = source_slug !== undefined && external_id !== undefined
  const isSpelt = Object.keys(line).every((name) => Object.hasOwn(Removal.properties, name))
  return isWhole || isSpelt ? postingIdentity(line) : undefined
}

/** Boards of one query. */
const BOARDS_PER_QUERY = 100

/**
 * Expires the jobs of complete boards that the listing does not name, and counts their postings after each transaction.
 * Does nothing when the listing has unread lines.
 */
export async function expireMissing(
  writer: Writer,
  complete: CompleteBoards,
  counts: { expired: number },
  signal?: AbortSignal,
): Promise<void> {
  if (complete.unreadLines > 0) return
  const boards = [...complete.boards].sort()
  for (let start = 0; start < boards.length; start += BOARDS_PER_QUERY) {
    const some = boards.slice(start, start + BOARDS_PER_QUERY)
    const active = await findActivePostings(writer.database, some)
    const missing = active.filter(({ key }) => !complete.keys.has(key))
    for (let first = 0; first < missing.length; first += MAX_BATCH) {
      signal?.throwIfAborted()
      const part = missing.slice(first, first + MAX_BATCH)
      const keys = await expirePostings(
        writer,
        part.map(({ key }) => key),
      )
      counts.expired += keys.size
      for (const { key, board } of part) {
        if (keys.has(key)) complete.expired.set(board, (complete.expired.get(board) ?? 0) + 1)
      }
    }
  }
}

/**
 * Expires the active jobs of these postings, and returns the keys of the postings that had one. Both countries in one
 * transaction: while one job is active, an unchanged line creates no job in the other country.
 */
export async function expirePostings(
  writer: Writer,
  keys: readonly string[],
): Promise<Set<string>> {
  return await writer.database.transaction(async (queries) => {
    const rows = new BatchRows(await takeWriterLock(writer, queries))
    const active = (await findKnownJobs(queries, keys)).filter(({ isActive }) => isActive)
    for (const job of active) rows.remove(job, 'expired')
    await rows.write(queries)
    return new Set(active.map(({ key }) => key))
  })
}

/** The postings on these boards that have an active job, oldest first. */
export async function findActivePostings(
  { db }: Queries,
  boards: readonly string[],
): Promise<PostingIdentity[]> {
  return await db
    .select({ key: postings.key, board: postings.board })
    .from(postings)
    .where(and(postings.isActive, anyOf(postings.board, boards)))
    .groupBy(postings.key, postings.board)
    .orderBy(min(postings.jobId))
}

/** Whether a posting on this board ever was a job. Active ones are looked up first: only they have an index. */
export async function isBoardKnown({ db }: Queries, board: string): Promise<boolean> {
  const exists = async (condition: SQL | undefined) =>
    (await db.select({ jobId: postings.jobId }).from(postings).where(condition).limit(1)).length > 0
  const isOnBoard = eq(postings.board, board)
  return (await exists(and(postings.isActive, isOnBoard))) || (await exists(isOnBoard))
}
