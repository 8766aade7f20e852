import { count, eq, lt, sql } from 'drizzle-orm'
import type { Queries } from '../drizzle'
import { collectorBoards } from '../schema/collector-boards'

/** The boards of a source that are collected. */
export interface BoardCount {
  source: string
  collected: number
  /** Those among them that were due before the instant. */
  overdue: number
}

/** The active boards of each source, and those that should have been collected before an instant. One index has both. */
export async function countBoards({ db }: Queries, dueBefore: Date): Promise<BoardCount[]> {
  const { source, nextDue, state } = collectorBoards
  return await db
    .select({
      source,
      collected: count(),
      overdue: sql`count(*) filter (where ${lt(nextDue, dueBefore)})`.mapWith(Number),
    })
    .from(collectorBoards)
    .where(eq(state, sql`'active'`))
    .groupBy(source)
    .orderBy(sql`2 desc`, sql`${source} collate "C"`)
}
