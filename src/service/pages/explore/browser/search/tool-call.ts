import { DOUBLE_QUOTES } from '../../../../../text/search/grammar/typed-signs'
import { DAY_MS, floorToHour, HOUR_MS } from '../../../../../values/instant'
import { findRegion } from '../../../../../values/region'
import { LONGEST_FRAME_DAYS } from '../../../../../values/window'
import {
  dayAfter,
  feedTexts,
  locationOf,
  needsFeed,
  PAGE_SIZE,
  payParameters,
  placeNames,
} from './requests'
import { countryParameter, type Search } from './search'

/** Why `search_jobs`, the tool at `/mcp`, cannot make a search, as a sentence; '' if it can. */
export function toolLack(search: Search): string {
  const { syntax, text, title, place, source } = search
  const lacks = [
    ...(syntax === 'advanced' && `${text}${title}${place}` !== ''
      ? ['advanced syntax for words, titles and places']
      : []),
    ...(source === '' ? [] : ['filter by source']),
    ...(isInTwoRegions(search) ? ['place in two regions'] : []),
  ]
  if (lacks.length === 0) return ''
  return `The tool search_jobs has no ${lacks.join(' and no ')}: it cannot make this search.`
}

/** The arguments of `search_jobs` that find the jobs of a search without a `toolLack`. */
export function toolArguments(search: Search, now: Date): Record<string, unknown> {
  const { country, types, remote, pay, arrangement, payAtLeast, sort } = search
  const { pay_unit = '', pay_currency = '' } = payParameters(search)
  const filters = {
    country: countryParameter(country) === '' ? '' : [country],
    ...feedTexts(search),
    ...(!needsFeed(search) && { location: namedLocation(search) }),
    employment_type: types.length === 0 ? '' : types,
    work_arrangement: arrangement === '' ? '' : arrangement.split(','),
    pay_at_least: payAtLeast === '' ? '' : Number(payAtLeast),
    pay_unit,
    pay_currency,
    sort: sort === '' ? '' : 'pay',
    remote: remote === '' ? '' : remote === 'true',
    has_salary: pay === '' ? '' : pay === 'true',
    ...createdDates(search, now),
  }
  const used = Object.entries(filters).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(used), limit: PAGE_SIZE }
}

/** What the tool does otherwise than the page, a sentence each. */
export function toolNotes(search: Search): string[] {
  const { city, region, window } = search
  const isByFeed = needsFeed(search)
  const isCityAlone = city !== '' && region === '' && !city.includes(',')
  return [
    ...(!isByFeed && isCityAlone
      ? ['The tool finds a place by its name: a city and a region of that name alike.']
      : []),
    ...((isByFeed || window !== '') && search.day === ''
      ? ['The tool has no moving window: this one stays where it is now.']
      : []),
  ]
}

/** `/v1/jobs` finds nothing then. */
function isInTwoRegions(search: Search): boolean {
  const [, written] = search.city.split(',')
  if (needsFeed(search) || written === undefined || search.region === '') return false
  return findRegion(written)?.code !== search.region
}

/** The place as a location filter; in quotes a city is a name as it stands, as it is for `/v1/jobs`. */
function namedLocation(search: Search): string {
  const [name = ''] = search.city.split(',')
  if (name === '') return locationOf(search)
  const bare = Array.from(name, (sign) => (ENDS_NAME.includes(sign) ? ' ' : sign)).join('')
  return [`"${bare}"`, ...placeNames(search).slice(1)].join(', ')
}

/** Signs that end a name in quotes, or make it a prefix. */
const ENDS_NAME = `${DOUBLE_QUOTES}*`

const WINDOW_MS: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '6m': LONGEST_FRAME_DAYS * DAY_MS,
}

/** The window as dates. Those of the feed, which has one always, of an hour and of a day end at the last full hour. */
function createdDates(search: Search, now: Date): Record<string, string> {
  const { day } = search
  if (day !== '') return { date_created_gte: day, date_created_lt: dayAfter(day) }
  const isByFeed = needsFeed(search)
  const window = search.window || (isByFeed ? '6m' : '')
  if (window === '') return {}
  const isClosed = isByFeed && (window === '1h' || window === '24h')
  const isFromHour = isClosed || (isByFeed && window === '30d')
  const end = isFromHour ? floorToHour(now) : now
  const length = WINDOW_MS[window]
  return {
    // The tool refuses an unknown window, as the service does.
    date_created_gte:
      length === undefined ? window : new Date(end.getTime() - length).toISOString(),
    date_created_lt: isClosed ? end.toISOString() : '',
  }
}
