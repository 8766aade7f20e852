import type { Queries } from '../../catalogue/database/client/drizzle'
import { type SystemDay, USUAL_DAYS, usualShare } from './judge-share'
import { readDays } from './system-days'

/** A system on the day on which its boards were last counted, and on the days before. */
export interface SystemShare {
  source: string
  day: string
  boards: number
  /** The share of boards that are understood; undefined without boards that count. */
  share: number | undefined
  /** That of the last seven days that count as usual. */
  usual: number | undefined
  postings: number
  /** On average of the seven days before. */
  usualPostings: number | undefined
  suspectSince: Date | null
}

export async function readShares(queries: Pick<Queries, 'db'>): Promise<SystemShare[]> {
  const days = await readDays(queries)
  // A count writes a row for each system that has boards.
  const lastDay = days[0]?.day
  const bySource = Map.groupBy(days, ({ source }) => source)
  return [...bySource.values()].flatMap(([last, ...before]) =>
    last === undefined || last.day !== lastDay ? [] : shareOf(last, before),
  )
}

function shareOf(last: SystemDay, before: readonly SystemDay[]): SystemShare {
  const { source, day, boards, understood, postings, suspectSince } = last
  const share = boards === 0 ? undefined : understood / boards
  const usual = usualShare(before)
  return {
    source,
    day,
    boards,
    share,
    usual,
    postings,
    usualPostings: average(before),
    suspectSince,
  }
}

function average(days: readonly SystemDay[]): number | undefined {
  const some = days.slice(0, USUAL_DAYS)
  if (some.length === 0) return undefined
  return Math.round(some.reduce((sum, { postings }) => sum + postings, 0) / some.length)
}
