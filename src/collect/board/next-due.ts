import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/instant'
import { type BoardRow, isWaiting, LISTS_TO_REST } from './board-state'
import type { Collected, Unfinished } from './collected'
import { CONFIRMATION_MS, QUARANTINE_RETRIES_MS } from './quarantine'

export const FIRST_INTERVAL_MS = 4 * HOUR_MS
const SHORTEST_INTERVAL_MS = HOUR_MS
const LONGEST_INTERVAL_MS = DAY_MS
const FIRST_BACKOFF_MS = 15 * MINUTE_MS
const JITTER = 0.1

const WEEK_MS = 7 * DAY_MS
const MONTH_MS = 30 * DAY_MS
/** After this many weekly lists, a list is read once a month. */
const WEEKLY_LISTS = 4

export interface Due {
  at: Date
  intervalMs: number
  /** When the list is read next, if only details are asked for until then. */
  listAt?: Date
}

/** When a board is collected next. A board that changed is collected twice as often, an unchanged one less often. */
export function nextDue(
  row: BoardRow,
  collected: Collected,
  now: Date,
  random: () => number = Math.random,
): Due {
  const intervalMs = row.intervalSeconds * 1000
  const after = (ms: number, next = intervalMs): Due => ({
    at: new Date(now.getTime() + Math.round(ms)),
    intervalMs: next,
  })
  const backoff = () => after(Math.min(FIRST_BACKOFF_MS * 2 ** row.failures, LONGEST_INTERVAL_MS))
  /** Until the list is due, only details are read; boards of the vendor that have been due for longer come first. */
  const withDetails = (unfinished: Unfinished | undefined, list: Due): Due => {
    if (unfinished === undefined) return list
    const { blockedUntil, isPastLimit, retryAt } = unfinished
    const retry = isPastLimit ? now : (retryAt ?? backoff().at)
    const next = new Date(Math.min(retry.getTime(), list.at.getTime()))
    return { ...list, at: blockedUntil ?? next, listAt: list.at }
  }
  /** The jitter only adds: an answer that comes too early does not count. */
  const later = (ms: number) => after(ms + ms * JITTER * random())
  switch (collected.kind) {
    case 'failed':
      if (collected.isStopped) return after(0)
      return collected.blockedUntil ? { at: collected.blockedUntil, intervalMs } : backoff()
    case 'replaced':
    case 'missing':
      return after(DAY_MS)
    case 'quarantined': {
      const { answers, isForNewOwner, isUnstable } = collected.quarantine
      const retryMs = isUnstable ? undefined : QUARANTINE_RETRIES_MS[answers - 1]
      return later(isForNewOwner ? DAY_MS : (retryMs ?? QUARANTINE_RETRIES_MS[2]))
    }
    case 'read': {
      const { unfinished, hasUnlisted } = collected
      const next = nextIntervalMs(intervalMs, isChanged(collected) || maySoonChange(collected))
      const list = hasUnlisted
        ? { ...later(CONFIRMATION_MS), intervalMs: next }
        : after(Math.max(next, restMs(collected)) * (1 + JITTER * (2 * random() - 1)), next)
      return withDetails(unfinished, list)
    }
    case 'details':
      return withDetails(collected.unfinished, { at: row.listDue ?? now, intervalMs })
  }
}

/** How long a board without a posting in Canada or the United States is left alone. */
function restMs({ listsWithoutPosting }: Pick<BoardRow, 'listsWithoutPosting'>): number {
  if (listsWithoutPosting < LISTS_TO_REST) return 0
  return listsWithoutPosting < LISTS_TO_REST + WEEKLY_LISTS ? WEEK_MS : MONTH_MS
}

/** Whether something is written to the catalogue. */
export function isChanged({ changes, removed }: Extract<Collected, { kind: 'read' }>): boolean {
  return removed.length > 0 || changes.some(({ line }) => line !== undefined)
}

function maySoonChange({ changes, hasUnlisted }: Extract<Collected, { kind: 'read' }>): boolean {
  return hasUnlisted || changes.some(({ posting }) => isWaiting(posting))
}

function nextIntervalMs(intervalMs: number, isShorter: boolean): number {
  return isShorter
    ? Math.max(SHORTEST_INTERVAL_MS, intervalMs / 2)
    : Math.min(LONGEST_INTERVAL_MS, intervalMs * 1.5)
}
