import { and, desc, eq, gt, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { countWhere } from '../../catalogue/database/client/operators'
import { upsert } from '../../catalogue/database/client/rows'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import { collectorDays, collectorRequests } from '../../catalogue/database/schema/collector-days'
import { calendarDay, DAY_MS, HOUR_MS } from '../../values/instant'
import { boardStateSql, LISTS_TO_REST } from '../board/board-state'
import { type BoardCounts, judgeShare, type SystemDay } from './judge-share'

/** A board is asked once a day, or a little later. */
const RECENT_MS = 27 * HOUR_MS

/** Older days are deleted. */
const KEPT_DAYS = 35

/** Counts the boards of all systems and writes their day; returns the suspect systems. Collectors may do it at once. */
export async function countSystems(queries: Queries, now: Date): Promise<Set<string>> {
  const day = calendarDay(now)
  const known = Map.groupBy(await readDays(queries), ({ source }) => source)
  const counts = await countBoards(queries, now)
  const rows = counts.map((count): SystemDay => {
    const judged = judgeShare(count, { day, now, known: known.get(count.source) ?? [] })
    return { day, ...count, ...judged }
  })
  const json = JSON.stringify(rows)
  await queries.run(upsert(collectorDays, ['day', 'source'], { json, where: sql`true` }))
  await forgetDays(queries, calendarDay(new Date(now.getTime() - KEPT_DAYS * DAY_MS)))
  return new Set(rows.flatMap(({ suspectSince, source }) => (suspectSince ? source : [])))
}

/** The days of all systems, the last one first. */
export async function readDays({ db }: Pick<Queries, 'db'>): Promise<SystemDay[]> {
  return await db.select().from(collectorDays).orderBy(desc(collectorDays.day))
}

/** Boards that never answered, or have no posting here, say nothing of a change. */
async function countBoards({ db }: Pick<Queries, 'db'>, now: Date): Promise<BoardCounts[]> {
  const { source, state, lastSuccessAt, listsWithoutPosting, askedAt, lastCount } = collectorBoards
  const doesCount = and(
    eq(state, 'active'),
    isNotNull(lastSuccessAt),
    lt(listsWithoutPosting, LISTS_TO_REST),
    gt(askedAt, new Date(now.getTime() - RECENT_MS)),
  )
  return await db
    .select({
      source,
      boards: countWhere(doesCount),
      understood: countWhere(and(doesCount, eq(boardStateSql, 'ok'))),
      postings: sql`coalesce(sum(${lastCount}), 0)`.mapWith(Number),
    })
    .from(collectorBoards)
    .where(ne(state, 'removed'))
    .groupBy(source)
}

async function forgetDays({ db }: Queries, before: string): Promise<void> {
  await db.delete(collectorDays).where(lt(collectorDays.day, before))
  await db.delete(collectorRequests).where(lt(collectorRequests.day, before))
}
