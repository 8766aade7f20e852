import type { modificationWindow } from '../parameters/time-frames'
import { ParameterError } from '../values/errors'
import { DAY_MS, FIRST_MS, floorToDay, floorToHour, HOUR_MS } from '../values/instant'
import { LONGEST_FRAME_DAYS, MONTH_MS, type OpenWindow, type Window } from '../values/window'

/** The longest modification window, in days. */
const MAX_MODIFIED_DAYS = 31

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

/** The window of new jobs and of their count. `1h` and `24h` end at the last full hour, longer frames end now. */
export function newJobsWindow(frame: Frame, now: Date): Window {
  const isExact = frame === '1h' || frame === '24h'
  return windowBefore(isExact ? floorToHour(now) : now, frame)
}

export type ExpiredFrame = '1h' | '1d' | '1m' | '6m'

/** The window of expired jobs. `1d` is the previous UTC day, other frames end now. */
export function expiredWindow(frame: ExpiredFrame, now: Date): Window {
  return windowBefore(frame === '1d' ? floorToDay(now) : now, frame)
}

type ModificationDates = Partial<Record<keyof typeof modificationWindow, Date | undefined>>

/** The window of modified jobs; without dates, the 24 hours up to the last full hour. */
export function modifiedWindow(dates: ModificationDates, now: Date): Window {
  const { date_modified_gte: gte, date_modified_lt: lt } = dates
  if (gte === undefined && lt === undefined) return windowBefore(floorToHour(now), '24h')
  const to = lt ?? now
  const from = gte ?? new Date(Math.max(FIRST_MS, to.getTime() - MAX_MODIFIED_DAYS * DAY_MS))
  const parameter = gte === undefined ? 'date_modified_lt' : 'date_modified_gte'
  if (from > to) {
    const end = lt === undefined ? 'now' : 'date_modified_lt'
    throw new ParameterError([{ parameter, detail: `the window starts after ${end}` }])
  }
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (days > MAX_MODIFIED_DAYS) {
    const shown = Math.ceil(days * 10) / 10
    const detail = `the window is ${shown} days, at most ${MAX_MODIFIED_DAYS}`
    throw new ParameterError([{ parameter, detail }])
  }
  return { from, to }
}

/** The intersection of two windows; an empty window if they do not overlap. */
export function narrow(window: Window, { from, to }: Partial<OpenWindow> = {}): Window {
  const start = Math.max(window.from.getTime(), from?.getTime() ?? -Infinity)
  const end = Math.min(window.to.getTime(), to?.getTime() ?? Infinity)
  return { from: new Date(start), to: new Date(Math.max(start, end)) }
}
