import { and, count, eq, lte } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { countActiveJobs } from '../../catalogue/database/queries/count-active-jobs'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import type { Country } from '../../values/country'
import { type Blocked, listBlocked } from '../health/blocked'
import { listSuspects, type Suspect } from '../health/suspects'
import type { System } from '../system'

/** The work that waits for collectors, and the size of the catalogue. */
export interface Backlog {
  at: Date
  /** The number of boards that are due or being read, by source. */
  due: ReadonlyMap<string, number>
  blocked: readonly Blocked[]
  suspects: readonly Suspect[]
  /** Active jobs. */
  jobs: Readonly<Record<Country, number>>
}

export async function readBacklog(
  queries: Queries,
  systems: readonly System[],
  at: Date,
): Promise<Backlog> {
  const { source, nextDue, state } = collectorBoards
  const due = await queries.db
    .select({ source, boards: count() })
    .from(collectorBoards)
    .where(and(eq(state, 'active'), lte(nextDue, at)))
    .groupBy(source)
  const isRead = new Set(systems.map((system) => system.source))
  return {
    at,
    due: new Map(due.flatMap((row) => (isRead.has(row.source) ? [[row.source, row.boards]] : []))),
    blocked: await listBlocked(queries, at),
    suspects: await listSuspects(queries),
    jobs: await countActiveJobs(queries),
  }
}

/** How many boards of a source are due, and how long they take. */
export interface Waiting {
  source: string
  boards: number
  leftMs: number
}

/**
 * The sources with boards that are due, the longest first. A board is expected to take as long as the boards that were `done`
 * in `elapsedMs`, and at least one interval of its vendor; a blocked vendor begins later.
 */
export function waitingIn(
  { due, blocked, at }: Backlog,
  { done, elapsedMs }: { done: ReadonlyMap<string, number>; elapsedMs: number },
  systems: readonly System[],
): Waiting[] {
  const waiting = [...due].map(([source, boards]) => {
    const { limits } = systems.find((system) => system.source === source) ?? {}
    const leastMs = limits === undefined || limits.isPerHost ? 0 : limits.minIntervalMs
    const isDone = done.get(source) ?? 0
    const eachMs = Math.max(leastMs, isDone === 0 ? 0 : elapsedMs / isDone)
    const until = blocked.find(({ key }) => key === source)?.until
    const blockedMs = until === undefined ? 0 : until.getTime() - at.getTime()
    return { source, boards, leftMs: boards * eachMs + blockedMs }
  })
  return waiting.sort((a, b) => b.leftMs - a.leftMs)
}
