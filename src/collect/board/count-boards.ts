import { count, desc, eq, lt, max } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { byteOrder, countWhere } from '../../catalogue/database/client/operators'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import { boardStateSql } from './board-state'

/**
 * The boards of each source that are neither paused, dead nor removed, by state; the source with the most boards first.
 * `overdue`: boards that were due before an instant.
 */
export async function countBoards({ db }: Queries, dueBefore: Date) {
  const { source, nextDue, state, lastSuccessAt } = collectorBoards
  return await db
    .select({
      source,
      boards: count(),
      failing: countWhere(eq(boardStateSql, 'failing')),
      missing: countWhere(eq(boardStateSql, 'missing')),
      quarantined: countWhere(eq(boardStateSql, 'quarantined')),
      overdue: countWhere(lt(nextDue, dueBefore)),
      lastSuccessAt: max(lastSuccessAt),
    })
    .from(collectorBoards)
    .where(eq(state, 'active'))
    .groupBy(source)
    .orderBy(desc(count()), byteOrder(source))
}
