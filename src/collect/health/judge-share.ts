import type { collectorDays } from '../../catalogue/database/schema/collector-days'

/** A row of `collector_days`. */
export type SystemDay = typeof collectorDays.$inferSelect

/** The counts of a system's boards. */
export type BoardCounts = Pick<SystemDay, 'source' | 'boards' | 'understood' | 'postings'>

/** A share of fewer boards says nothing. */
export const MIN_BOARDS = 10

/** A share below this part of the usual one is suspect: the vendor changed its answers, or blocks the collector. */
const SUSPECT_PART = 0.8

/** The days that make the usual share. */
export const USUAL_DAYS = 7

/**
 * Whether a system is suspect. While it is, its days do not count as usual: it stays suspect until the share is back, or an
 * operator accepts it. `known` has its other days, and the earlier count of this one; the last day first.
 */
export function judgeShare(
  { boards, understood }: Pick<BoardCounts, 'boards' | 'understood'>,
  { day, now, known }: { day: string; now: Date; known: readonly SystemDay[] },
): Pick<SystemDay, 'suspectSince' | 'isUsual'> {
  const suspectSince = known[0]?.suspectSince ?? null
  if (boards < MIN_BOARDS) return { suspectSince, isUsual: false }
  const usual = usualShare(known.filter((other) => other.day < day))
  const isSuspect = usual !== undefined && understood < SUSPECT_PART * usual * boards
  return isSuspect
    ? { suspectSince: suspectSince ?? now, isUsual: false }
    : { suspectSince: null, isUsual: true }
}

/** The share of boards that were understood on the last days that count as usual; the last day first. */
export function usualShare(days: readonly SystemDay[]): number | undefined {
  const usual = days.filter(({ isUsual }) => isUsual).slice(0, USUAL_DAYS)
  if (usual.length === 0) return undefined
  const sum = (key: 'boards' | 'understood') => usual.reduce((all, row) => all + row[key], 0)
  return sum('understood') / sum('boards')
}
