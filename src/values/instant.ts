const PATTERN =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/

/**
 * Reads an RFC 3339 / ISO 8601 date-time, with or without zone and fraction, or a date (midnight UTC).
 * Without a zone it is UTC; fractions are cut to milliseconds. Undefined for any other text and for a
 * date or time that does not exist.
 */
export function parseInstant(text: string): Date | undefined {
  const match = PATTERN.exec(text)
  if (match === null) return undefined
  const [, date, time = '00:00', second = '00', fraction = '', sign, hours = '0', minutes = '0'] =
    match
  const written = `${date}T${time}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
  const local = new Date(written)
  // The constructor takes some times that do not exist for later ones.
  const exists = !Number.isNaN(local.getTime()) && local.toISOString() === written
  if (!exists || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const instant = new Date(local.getTime() - offsetMinutes * MINUTE_MS)
  return instant.getTime() >= FIRST_MS && instant.getUTCFullYear() <= 9999 ? instant : undefined
}

/** The earliest instant allowed. PostgreSQL and ISO 8601 agree on the years 1 to 9999 only. */
export const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')

/** The text that clients see: `2026-11-20T13:00:00Z`, with milliseconds only if they are not zero. */
export function formatInstant(instant: Date): string {
  const text = instant.toISOString()
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The start of the hour of an instant, UTC. */
export function floorToHour(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS)
}

/** The start of the day of an instant, UTC. */
export function floorToDay(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS)
}

/** The calendar day of an instant, UTC: `2026-11-26`. */
export function calendarDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The calendar month of an instant, UTC: `2026-11`. */
export function calendarMonth(instant: Date): string {
  return instant.toISOString().slice(0, 7)
}

/** The start of the calendar month after an instant, UTC. */
export function nextMonth(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
}
