import { ParameterError } from '../../values/errors'
import {
  DAY_MS,
  FIRST_MS,
  floorToDay,
  floorToHour,
  formatInstant,
  HOUR_MS,
} from '../../values/instant'
import { LONGEST_FRAME_DAYS, MONTH_MS, type OpenWindow, type Window } from '../../values/window'
import type { modificationWindow } from '../parameters/time-frames'

/** The longest modification window, in days. */
const MAX_MODIFIED_DAYS = 31

/** How far the clocks of two processes of the service may differ: an instant that one of them has served is not the future to another. */
const MAX_CLOCK_LEAD_MS = 1_000

/** What a client asks for. An open window has no end of its own, or one in the future: it ends now. */
export interface AskedWindow extends Window {
  isOpen: boolean
}

const FRAME_MS = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '1m': MONTH_MS,
  '6m': LONGEST_FRAME_DAYS * DAY_MS,
}

type Frame = keyof typeof FRAME_MS

/** The window of a frame that ends at `to`. */
export function windowBefore(to: Date, frame: Frame): Window {
  return { from: new Date(to.getTime() - FRAME_MS[frame]), to }
}

/**
 * The window of new jobs and of their count, narrowed to `created`. `1h` and `24h` end at the last full hour, longer frames end
 * now.
 */
export function newJobsWindow(
  frame: Frame,
  now: Date,
  created: Partial<OpenWindow> = {},
): AskedWindow {
  if (frame === '1h' || frame === '24h') {
    return { ...narrow(windowBefore(floorToHour(now), frame), created), isOpen: false }
  }
  const { from } = windowBefore(now, frame)
  const end = endAt(created.to, now)
  return { ...end, ...narrow({ from, to: end.to }, created) }
}

export type ExpiredFrame = '1h' | '1d' | '1m' | '6m'

/** The window of expired jobs. `1d` is the previous UTC day, other frames end now. */
export function expiredWindow(frame: ExpiredFrame, now: Date): AskedWindow {
  const isOpen = frame !== '1d'
  return { ...windowBefore(isOpen ? now : floorToDay(now), frame), isOpen }
}

type ModificationDates = Partial<Record<keyof typeof modificationWindow, Date | undefined>>

/** The window of modified jobs; without dates, the 24 hours up to the last full hour. */
export function modifiedWindow(dates: ModificationDates, now: Date): AskedWindow {
  const { date_modified_gte: gte, date_modified_lt: lt } = dates
  if (gte === undefined && lt === undefined) {
    return { ...windowBefore(floorToHour(now), '24h'), isOpen: false }
  }
  const { isOpen } = endAt(lt, now)
  const to = lt ?? startedBy(gte, now)
  const from = gte ?? new Date(Math.max(FIRST_MS, to.getTime() - MAX_MODIFIED_DAYS * DAY_MS))
  const parameter = gte === undefined ? 'date_modified_lt' : 'date_modified_gte'
  if (from > to) {
    const end = lt === undefined ? 'now' : 'date_modified_lt'
    throw new ParameterError([{ parameter, detail: `the window starts after ${end}` }])
  }
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (days > MAX_MODIFIED_DAYS) {
    const shown = Math.ceil(days * 10) / 10
    const end = formatInstant(new Date(from.getTime() + MAX_MODIFIED_DAYS * DAY_MS))
    const wayOut = `send date_modified_lt=${end}, then the next window from there`
    const detail = `the window is ${shown} days, at most ${MAX_MODIFIED_DAYS}; ${wayOut}`
    throw new ParameterError([{ parameter, detail }])
  }
  return { from, to, isOpen }
}

/** The end of a window that need not have one. */
function endAt(end: Date | undefined, now: Date): Pick<AskedWindow, 'to' | 'isOpen'> {
  return end === undefined || isFuture(end, now)
    ? { to: now, isOpen: true }
    : { to: end, isOpen: false }
}

/** Now, or the start of an empty window that another process has ended there. */
function startedBy(start: Date | undefined, now: Date): Date {
  return start === undefined || start < now || isFuture(start, now) ? now : start
}

function isFuture(instant: Date, now: Date): boolean {
  return instant.getTime() - now.getTime() > MAX_CLOCK_LEAD_MS
}

/** The intersection of two windows; an empty window if they do not overlap. */
export function narrow(window: Window, { from, to }: Partial<OpenWindow> = {}): Window {
  const start = Math.max(window.from.getTime(), from?.getTime() ?? -Infinity)
  const end = Math.min(window.to.getTime(), to?.getTime() ?? Infinity)
  return { from: new Date(start), to: new Date(Math.max(start, end)) }
}
