import { and, count, desc, eq, isNotNull, min, ne, sql } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import { collectorRequests } from '../../catalogue/database/schema/collector-days'
import { calendarDay } from '../../values/instant'
import { BOARD_STATES, type BoardState, boardStateSql } from '../board/board-state'
import { timeAtShare } from './answer-times'
import { type Blocked, listBlocked } from './blocked'
import { readShares, type SystemShare } from './system-shares'

/** A system as an operator looks at it. */
export interface SystemHealth {
  source: string
  boards: Readonly<Record<Exclude<BoardState, 'removed'>, number>>
  /** Undefined: its boards were never counted, or not on the last day. */
  share: SystemShare | undefined
  /** Entries of the last lists. */
  postings: number
  unreadable: number
  incomplete: readonly IncompleteLists[]
  requests: SystemRequests
  blocked: readonly Blocked[]
}

/** Boards whose last lists are incomplete for the same reason. */
export interface IncompleteLists {
  /** With `N` in place of numbers. */
  reason: string
  boards: number
  /** One of the boards. */
  example: string
}

/** Of the collectors today (UTC). */
export interface SystemRequests {
  /** By status; 0: no answer. */
  statuses: Readonly<Record<number, number>>
  /** Undefined without answers. */
  p50Ms: number | undefined
  p95Ms: number | undefined
}

type Reads = Pick<Queries, 'db'>

/** The health of all systems that have boards, by source. */
export async function readHealth(queries: Reads, now: Date): Promise<SystemHealth[]> {
  const boards = Map.groupBy(await countStates(queries), ({ source }) => source)
  const shares = new Map((await readShares(queries)).map((share) => [share.source, share]))
  const unreadable = new Map(
    (await countUnreadable(queries)).map((row) => [row.source, row.entries]),
  )
  const incomplete = Map.groupBy(await countIncomplete(queries), ({ source }) => source)
  const requests = Map.groupBy(
    await readRequests(queries, calendarDay(now)),
    ({ source }) => source,
  )
  const blocked = Map.groupBy(await listBlocked(queries, now), ({ key }) => key.split('/')[0])
  return [...boards].map(([source, rows]) => ({
    source,
    boards: byState(rows),
    share: shares.get(source),
    postings: rows.reduce((sum, { postings }) => sum + postings, 0),
    unreadable: unreadable.get(source) ?? 0,
    incomplete: (incomplete.get(source) ?? []).map(({ source: _, ...lists }) => lists),
    requests: requestsOf(requests.get(source) ?? []),
    blocked: blocked.get(source) ?? [],
  }))
}

async function countStates({ db }: Reads) {
  const { source, state, lastCount } = collectorBoards
  return await db
    .select({
      source,
      state: boardStateSql,
      boards: count(),
      postings: sql`coalesce(sum(${lastCount}), 0)`.mapWith(Number),
    })
    .from(collectorBoards)
    .where(ne(state, 'removed'))
    .groupBy(source, boardStateSql)
    .orderBy(source)
}

function byState(rows: readonly { state: BoardState; boards: number }[]): SystemHealth['boards'] {
  const counts = new Map(rows.map(({ state, boards }) => [state, boards]))
  const entries = BOARD_STATES.map((state) => [state, counts.get(state) ?? 0])
  return Object.fromEntries(entries)
}

async function countUnreadable({ db }: Reads) {
  const { id, source, state } = collectorBoards
  return await db
    .select({ source, entries: count() })
    .from(collectorPostings)
    .innerJoin(collectorBoards, eq(id, collectorPostings.boardId))
    .where(and(eq(collectorPostings.skipped, 'unreadable'), ne(state, 'removed')))
    .groupBy(source)
}

/** The most frequent reason first. */
async function countIncomplete({ db }: Reads): Promise<(IncompleteLists & { source: string })[]> {
  const { source, slug, state, incompleteReason } = collectorBoards
  const reason = sql<string>`regexp_replace(${incompleteReason}, '[0-9]+', 'N', 'g')`
  const rows = await db
    .select({ source, reason, boards: count(), slug: min(slug) })
    .from(collectorBoards)
    .where(and(eq(state, 'active'), isNotNull(incompleteReason)))
    .groupBy(source, reason)
    .orderBy(source, desc(count()), reason)
  return rows.map(({ slug, ...row }) => ({ ...row, example: `${row.source}/${slug}` }))
}

async function readRequests({ db }: Reads, today: string) {
  const { day, source, status, times } = collectorRequests
  return await db
    .select({ source, status, times })
    .from(collectorRequests)
    .where(eq(day, today))
    .orderBy(source, status)
}

function requestsOf(rows: readonly { status: number; times: number[] }[]): SystemRequests {
  const sum = (times: readonly number[]) => times.reduce((all, requests) => all + requests, 0)
  const answers = rows.filter(({ status }) => status !== 0)
  const longest = Math.max(0, ...answers.map(({ times }) => times.length))
  const times = Array.from({ length: longest }, (_, step) =>
    sum(answers.map((row) => row.times[step] ?? 0)),
  )
  return {
    statuses: Object.fromEntries(rows.map((row) => [row.status, sum(row.times)])),
    p50Ms: timeAtShare(times, 0.5),
    p95Ms: timeAtShare(times, 0.95),
  }
}
