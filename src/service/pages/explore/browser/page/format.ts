import type { Static } from 'typebox'
import type { EqualPostings } from '../../../../../catalogue/resources/explore-life'
import type { Job, JobWithStatus } from '../../../../../catalogue/resources/job'
import { COUNTRY_NAMES, type Country } from '../../../../../values/country'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../values/instant'

/** A job as the page gets it: from a feed it has no status. Ids are below 2^53, so a number holds them. */
export type ShownJob = Omit<Static<typeof Job>, 'id'> &
  Partial<Pick<Static<typeof JobWithStatus>, 'status' | 'date_removed'>> & { id: number }

/** A page of jobs; `groups` has the postings that are equal to each, when they were asked for. */
export interface ListAnswer {
  jobs: ShownJob[]
  groups?: EqualPostings[]
  next_cursor: string | null
}

const NUMBERS = new Intl.NumberFormat('en')

export function formatNumber(number: number): string {
  return NUMBERS.format(number)
}

/** `1 job`, `1,234 jobs` */
export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

const STEPS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** `3 days ago`; less than a minute is `just now`. */
export function formatAge(instant: string, now: Date): string {
  const age = now.getTime() - Date.parse(instant)
  const step = STEPS.find(([, length]) => age >= length)
  if (step === undefined) return 'just now'
  const [unit, length] = step
  return `${plural(Math.floor(age / length), unit)} ago`
}

/** `15 January 2026`, in UTC. */
export function formatDate(instant: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(instant).toLocaleDateString('en-GB', options)
}

/** `Canada`, `the United States`, `Canada and the United States` */
export function countryInText(country: Country | 'both'): string {
  if (country === 'both') return `${COUNTRY_NAMES.CA} and the ${COUNTRY_NAMES.US}`
  return country === 'US' ? `the ${COUNTRY_NAMES.US}` : COUNTRY_NAMES[country]
}

/** `an hour`; '' is an hour too. */
export function unitText(unit: string): string {
  const name = (unit || 'HOUR').toLowerCase()
  return `${name === 'hour' ? 'an' : 'a'} ${name}`
}

/** The places of a job, at most `most` by name. */
export function formatPlaces(labels: ShownJob['locations_alt'], most: number): string {
  const places = [...new Set(labels ?? [])]
  const more = places.length - most
  const named = places.slice(0, most).join(' · ')
  return more > 0 ? `${named} and ${more} more` : named
}

/** `FULL_TIME` becomes `Full time`. */
export function formatCode(code: string): string {
  const text = code.toLowerCase().replaceAll('_', ' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
