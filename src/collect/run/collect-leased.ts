import type { Database } from '../../catalogue/database/client/connection'
import type { BoardRow } from '../board/board-state'
import { type Collected, failure } from '../board/collected'
import { type CollectContext, collectBoard } from '../collect-board'
import { Stopped } from '../failures'
import type { HealthWatch } from '../health/health-watch'
import type { ListMemoryShare } from '../http/list-memory'
import { choosePreferredBoard } from '../judge/choose-preferred-board'
import type { Outages } from '../pace/outages'
import { readKnownPostings } from './schedule'

interface LeasedContext extends Omit<CollectContext, 'preferredBoard' | 'isSuspect'> {
  database: Database
  outages: Outages
  health: HealthWatch
  memory: ListMemoryShare
  stop: AbortSignal
  onPreference?: ((news: string) => void) | undefined
}

/** Collects a board, given its stored postings. A failure of the database is not a result of the board: it is thrown. */
export async function collectLeased(row: BoardRow, context: LeasedContext): Promise<Collected> {
  const { database, outages, health, systems, memory, stop } = context
  const known = await outages.retryDuringOutage(() => readKnownPostings(database, row.id))
  const { preferredBoard, news } = await outages.retryDuringOutage(() =>
    choosePreferredBoard(database, row, known, systems),
  )
  if (news !== undefined) context.onPreference?.(news)
  const isSuspect = await health.isSuspect(row.source)
  await memory.waitForRoom(stop)
  if (stop.aborted) return failure(new Stopped())
  const collected = await collectBoard(row, known, { ...context, preferredBoard, isSuspect })
  return collected.kind === 'read' ? { ...collected, isSuspect } : collected
}
