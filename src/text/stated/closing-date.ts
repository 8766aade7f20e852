import { DAY_MS, formatInstant, parseInstant } from '../../values/instant'
import { monthNumber } from '../../values/month'

const MONTH = String.raw`(jan(?:uary|vier)?|f[ée]b(?:ruary)?|f[ée]vr?(?:ier)?|mar(?:ch|s)?|apr(?:il)?|avr(?:il)?|ma[yi]|june?|juin|july?|juil(?:let)?|aug(?:ust)?|ao[uû]t|sept?(?:ember|embre)?|oct(?:ober|obre)?|nov(?:ember|embre)?|d[ée]c(?:ember|embre)?)\.?`
const WEEKDAY = String.raw`(?:(?:le )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? |(?:le )?(?:lun|mar|mercre|jeu|vendre|same)di,? |dimanche,? |le )?`
/** A time of the day, which is not kept: a date without a zone is midnight UTC. */
const TIME = String.raw`(?:,? ?(?:at|à|by|@|-)? ?(?:\d{1,2}(?:(?::| ?h) ?\d{2})? ?(?:[ap]\.?m\.?|h)?|midnight|minuit)(?:,? ?\(?(?:[a-z]{2,4}|(?:pacific|mountain|central|eastern|atlantic|newfoundland)(?: standard| daylight)? time)\)?)?)?\.?`

/** The time in front of a date: `11:59 p.m. on Friday, September 4, 2026`. */
const AT = String.raw`(?:\d{1,2}(?:[:h] ?\d{2})? ?(?:[ap]\.?m\.?|h)?(?: \(?[a-z]{2,4}\)?)?(?: on|,| le) |(?:midnight|minuit|noon|midi)(?: on|,| le) )?`

const LONG = new RegExp(
  `^${AT}${WEEKDAY}(?:${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})|(\\d{1,2})(?:er|st|nd|rd|th)?[ -](?:of )?${MONTH},?[ -](\\d{4}))${TIME}$`,
  'iu',
)
const SHORT = new RegExp(
  `^(?:(\\d{4})[-/](\\d{2})[-/](\\d{2})|(\\d{1,2})[/](\\d{1,2})[/](\\d{4}))${TIME}$`,
  'iu',
)

/**
 * The instant of a value that is nothing but a date with its day, month and year; undefined for `04/05/2026`, whose day may be
 * its month.
 */
export function closingDate(value: string): string | undefined {
  const long = LONG.exec(value)
  if (long !== null) {
    const [, first, firstDay, firstYear, secondDay, second, secondYear] = long
    return dateOf(
      firstYear ?? secondYear,
      monthNumber(first ?? second ?? ''),
      firstDay ?? secondDay,
    )
  }
  const [, year, month, day, one, other, lastYear] = SHORT.exec(value) ?? []
  if (year !== undefined) return dateOf(year, Number(month), day)
  if (one === undefined || other === undefined) return undefined
  if (Number(one) > 12) return dateOf(lastYear, Number(other), one)
  return Number(other) > 12 ? dateOf(lastYear, Number(one), other) : undefined
}

function dateOf(year = '', month: number, day = ''): string | undefined {
  const two = (number: number) => String(number).padStart(2, '0')
  const instant = parseInstant(`${year}-${two(month)}-${two(Number(day))}`)
  return instant && formatInstant(instant)
}

/** Longer ahead, the date is an example or a slip. */
const MAX_AHEAD_MS = 731 * DAY_MS

/** Whether a posting of this date can close at that one. */
export function isAfter(closing: string, posted: string): boolean {
  const [end, start] = [Date.parse(closing), parseInstant(posted)?.getTime() ?? Number.NaN]
  return end > start && end <= start + MAX_AHEAD_MS
}
