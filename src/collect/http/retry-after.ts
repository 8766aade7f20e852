import { DAY_MS, MINUTE_MS } from '../../values/instant'

/** How long a vendor is left alone after a 429 or 503 whose `Retry-After` is missing or unreadable. */
const DEFAULT_RETRY_MS = 5 * MINUTE_MS

/** `Retry-After` is a number of seconds or a date. It is obeyed up to a day, since a mistake would stop a system for years. */
export function retryInstant(header: string | null, now: Date): { until: Date; isCut: boolean } {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  const ms = seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_MS
  return { until: new Date(now.getTime() + Math.min(ms, DAY_MS)), isCut: ms > DAY_MS }
}
