import { formatInstant, parseInstant } from '../../values/instant'
import { monthNumber } from '../../values/month'

/** Vendors write empty dates as `0001-01-01` or `1970-01-01`. */
const FIRST_YEAR = 1990

const RFC_822 =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/

/** As Java prints a date, which the career sites of SuccessFactors do. */
const JAVA_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} (?:GMT|UTC) \d{4}$/

/** As JavaScript prints a date: `Tue Nov 03 2026 00:00:00 GMT-0500 (Eastern Standard Time)`. */
const SCRIPT_DATE =
  /^([A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[+-]\d{4})(?: \([^()]*\))?$/

/**
 * The instant of a published date: ISO 8601, `2026-05-28 20:36:05 UTC`, RFC 822, and as Java and JavaScript print dates. A date alone is midnight UTC, a time
 * without a zone is UTC. Undefined for all else, such as relative dates.
 */
export function publishedInstant(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (RFC_822.test(text) || JAVA_DATE.test(text)) return known(new Date(text))
  const [, script] = SCRIPT_DATE.exec(text) ?? []
  if (script !== undefined) return known(new Date(script))
  return known(parseInstant(text.replace(/ ?(?:UTC|GMT)$/, 'Z')))
}

/** The instant of a number of milliseconds since 1970. */
export function epochInstant(milliseconds: unknown): string | undefined {
  return typeof milliseconds === 'number' ? known(new Date(milliseconds)) : undefined
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const MONTH_FIRST = new RegExp(`^${MONTH}\\.? (\\d{1,2}),? (\\d{4})$`, 'i')
const DAY_FIRST = new RegExp(`^(\\d{1,2}) ${MONTH}\\.?,? (\\d{4})$`, 'i')

/**
 * The instant of a date in structured data, also as people write it, where one reading is possible: `2026-7-27`,
 * `July 27, 2026`, `7/27/2026`. `7/8/2026` has two.
 */
export function writtenInstant(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const dates = new Set(
    readings(text).map((parts) => publishedInstant(parts.map(twoDigits).join('-'))),
  )
  dates.delete(undefined)
  return publishedInstant(text) ?? (dates.size === 1 ? [...dates][0] : undefined)
}

/** Year, month and day in each order that the text can have. */
function readings(text: string): (string | undefined)[][] {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return [[year, month, day]]
  const [, first, , second, last] = YEAR_LAST.exec(text) ?? []
  if (last !== undefined)
    return [
      [last, first, second],
      [last, second, first],
    ]
  const [, name, dayAfter, yearAfter] = MONTH_FIRST.exec(text) ?? []
  if (name !== undefined) return [[yearAfter, String(monthNumber(name)), dayAfter]]
  const [, dayBefore, named = '', yearLast] = DAY_FIRST.exec(text) ?? []
  return dayBefore === undefined ? [] : [[yearLast, String(monthNumber(named)), dayBefore]]
}

function twoDigits(part = ''): string {
  return part.padStart(2, '0')
}

function known(instant: Date | undefined): string | undefined {
  const year = instant?.getUTCFullYear() ?? Number.NaN
  return instant && year >= FIRST_YEAR && year <= 9999 ? formatInstant(instant) : undefined
}
