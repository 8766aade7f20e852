import { and, count, eq, isNotNull, min } from 'drizzle-orm'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import { inRanges } from '../../collect/board/board-ranges'
import { boardStateSql, postingStateSql } from '../../collect/board/board-state'
import { listBlocked } from '../../collect/health/blocked'
import { readShares, type SystemShare } from '../../collect/health/system-shares'
import type { SentRequest } from '../../collect/http/client'
import { aggregate, Snapshot, valuesOf } from './registries'

const DURATION_BUCKETS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]

interface CollectMetrics {
  count(request: SentRequest): void
  /** The text for Prometheus. */
  read(): Promise<string>
}

/** Counts the requests of this collector, and measures the boards of all. */
export function createCollectMetrics(queries: Queries, now: () => Date): CollectMetrics {
  const registry = new Registry()
  const requests = new Counter({
    name: 'job_catalogue_collect_requests_total',
    help: 'Requests to applicant tracking systems, by status; 0: no answer.',
    labelNames: ['source', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'job_catalogue_collect_request_duration_seconds',
    help: 'How long requests to applicant tracking systems take, without the wait for their turn.',
    labelNames: ['source'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  return {
    count({ source, status = 0, ms }) {
      requests.inc({ source, status: String(status) })
      durations.observe({ source }, ms / 1000)
    },
    async read() {
      const figures = await measure(queries, now())
      return await aggregate([await valuesOf(registry, figures)]).metrics()
    },
  }
}

async function measure(queries: Queries, now: Date): Promise<Registry> {
  const { db } = queries
  const snapshot = new Snapshot()
  const boards = await db
    .select({ source: collectorBoards.source, state: boardStateSql, value: count() })
    .from(collectorBoards)
    .groupBy(collectorBoards.source, boardStateSql)
  snapshot.gauge('job_catalogue_collect_boards', 'Boards by source and state.', boards)
  snapshot.gauge(
    'job_catalogue_collect_postings',
    'Postings on the boards, by what became of them.',
    await countPostings(queries),
  )
  const [oldest] = await db
    .select({ due: min(collectorBoards.nextDue) })
    .from(collectorBoards)
    .where(and(eq(collectorBoards.state, 'active'), isNotNull(collectorBoards.lastSuccessAt)))
  const overdueMs = oldest?.due ? now.getTime() - oldest.due.getTime() : 0
  snapshot.gauge(
    'job_catalogue_collect_overdue_seconds',
    'How long the most overdue board has waited, of those collected before.',
    Math.max(0, Math.round(overdueMs / 1000)),
    'max',
  )
  measureShares(snapshot, await readShares(queries))
  const blocked = await listBlocked(queries, now)
  snapshot.gauge(
    'job_catalogue_collect_blocked_seconds',
    'For how long no request is sent to a system, or to a host of an employer.',
    blocked.map(({ key, until }) => ({
      vendor: key,
      value: Math.round((until.getTime() - now.getTime()) / 1000),
    })),
    'max',
  )
  snapshot.gauge(
    'job_catalogue_collect_blocked_boards',
    'Boards that wait for a blocked system or host.',
    blocked.map(({ key, waiting }) => ({ vendor: key, value: waiting })),
    'max',
  )
  return snapshot.registry
}

function measureShares(snapshot: Snapshot, shares: readonly SystemShare[]): void {
  snapshot.gauge(
    'job_catalogue_collect_understood_ratio',
    'The share of the boards of a system that answer and are understood.',
    shares.flatMap(({ source, share: value }) => (value === undefined ? [] : { source, value })),
    'max',
  )
  snapshot.gauge(
    'job_catalogue_collect_suspect',
    '1: far fewer boards of a system than usual are understood, and nothing of it expires.',
    shares.map(({ source, suspectSince }) => ({ source, value: suspectSince === null ? 0 : 1 })),
    'max',
  )
}

async function countPostings(queries: Queries): Promise<{ outcome: string; value: number }[]> {
  const rows = await inRanges(queries, collectorPostings.boardId, (isInRange) =>
    queries.db
      .select({ outcome: postingStateSql, value: count() })
      .from(collectorPostings)
      .where(isInRange)
      .groupBy(postingStateSql),
  )
  const byOutcome = Map.groupBy(rows, ({ outcome }) => outcome)
  return [...byOutcome].map(([outcome, parts]) => ({
    outcome,
    value: parts.reduce((sum, { value }) => sum + value, 0),
  }))
}
