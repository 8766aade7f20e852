import { formatInstant, parseInstant } from '../../values/instant'

/** Vendors write empty dates as `0001-01-01` or `1970-01-01`. */
const FIRST_YEAR = 1990

const RFC_822 =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/

/**
 * The instant of a published date: ISO 8601, `2026-05-28 20:36:05 UTC` or RFC 822. A date alone is midnight UTC, a time
 * without a zone is UTC. Undefined for all else, such as relative dates.
 */
export function publishedInstant(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (RFC_822.test(text)) return known(new Date(text))
  return known(parseInstant(text.replace(/ ?(?:UTC|GMT)$/, 'Z')))
}

/** The instant of a number of milliseconds since 1970. */
export function epochInstant(milliseconds: unknown): string | undefined {
  return typeof milliseconds === 'number' ? known(new Date(milliseconds)) : undefined
}

function known(instant: Date | undefined): string | undefined {
  const year = instant?.getUTCFullYear() ?? Number.NaN
  return instant && year >= FIRST_YEAR && year <= 9999 ? formatInstant(instant) : undefined
}
